import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { aboutPage } from '#app/people/about/about.server.ts'
import { isAboutName, titles } from '#app/people/about/about.ts'
import { AboutText } from '#app/people/about/about-text.tsx'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Footer } from '#app/site/footer.tsx'
import { Navbar } from '#app/site/navbar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/page.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isAboutName(params.page)) throw data(null, { status: 404 })
  const { name, body } = await aboutPage(db, params.page, context.get(languageContext))
  return { name, body }
}

/** One of the pages on which the operator says how the service works. */
export default function About({ loaderData: { name, body } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const title = i18n._(titles[name])
  return (
    <>
      <title>{`${title} · Harambee`}</title>
      <Navbar />
      <main id="main" tabIndex={-1} className="column pt-10 pb-20 sm:pt-16">
        <h1 className="mb-8 text-4xl sm:text-5xl">{title}</h1>
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
