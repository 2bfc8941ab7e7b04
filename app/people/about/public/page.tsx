import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { aboutPage, fillingNow } from '#app/people/about/about.server.ts'
import { type Block, blocksOf, filled, type Inline, isAboutName, titles } from '#app/people/about/about.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { isPromise } from '#app/site/claims.server.ts'
import { Footer } from '#app/site/footer.tsx'
import { Navbar } from '#app/site/navbar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/page.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isAboutName(params.page)) throw data(null, { status: 404 })
  const { name, body, at } = await aboutPage(db, params.page, context.get(languageContext))
  return { name, body: filled(body, fillingNow()), isUnconfirmed: at === null && isPromise(name) }
}

/** A page in which the operator explains the service. */
export default function About({ loaderData: { name, body, isUnconfirmed } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const title = i18n._(titles[name])
  return (
    <>
      <title>{titled(title)}</title>
      <Navbar />
      <main id="main" tabIndex={-1} className="column pt-10 pb-20 sm:pt-16">
        <h1 className="mb-8 text-4xl sm:text-5xl">{title}</h1>
        {isUnconfirmed && (
          <Notice
            tone="warn"
            className="mb-8 max-w-[68ch]"
            title={<Trans>This page is the first draft that comes with the software.</Trans>}
          >
            <Trans>Those who run this site have not confirmed it yet.</Trans>
          </Notice>
        )}
        <AboutText body={body} />
        {name === 'help' && (
          <LinkButton to="/about/help/write" size="large" className="mt-10">
            <Trans>Write to us</Trans>
          </LinkButton>
        )}
      </main>
      <Footer />
    </>
  )
}

/** The text of a page about the service. */
function AboutText({ body }: { body: string }) {
  return (
    <div className="grid max-w-[68ch] gap-4 text-lg leading-relaxed">
      {blocksOf(body).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is shown
        <Part key={at} block={block} />
      ))}
    </div>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'list')
    return (
      <ul className="grid list-disc gap-2 pl-6">
        {block.items.map((item) => (
          <li key={item.map(({ text }) => text).join('')}>
            <Words inlines={item} />
          </li>
        ))}
      </ul>
    )
  if (block.kind === 'heading')
    return (
      <h2 className="mt-6 text-2xl">
        <Words inlines={block.inlines} />
      </h2>
    )
  return (
    <p>
      <Words inlines={block.inlines} />
    </p>
  )
}

const Words = ({ inlines }: { inlines: Inline[] }) =>
  inlines.map(({ text, to }) => {
    if (!to) return text
    if (to.startsWith('/'))
      return (
        <Link key={text + to} to={to} className="text-link">
          {text}
        </Link>
      )
    return (
      <a key={text + to} href={to} rel="noopener noreferrer" className="text-link">
        {text}
      </a>
    )
  })
