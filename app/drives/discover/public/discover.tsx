import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { discovered, keptFor } from '#app/drives/discover/discover.server.ts'
import {
  type DiscoverCard,
  discoverAsked,
  discoverPath,
  discoverSorts,
  searchMax,
} from '#app/drives/discover/discover.ts'
import { categories, categoryName, type OwnCategory } from '#app/drives/drive/drive.ts'
import { ownCategoriesFor } from '#app/drives/drive/own-categories.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Footer } from '#app/site/footer.tsx'
import { Preview } from '#app/site/preview.tsx'
import { StaticPage } from '#app/site/static-page.tsx'
import { TopBar } from '#app/site/top-bar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { Route } from './+types/discover.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const list = discoverAsked(url.searchParams)
  const asked = context.get(askedContext)
  const [page, own] = await Promise.all([discovered(db, list, asked.address), ownCategoriesFor(db)])
  if (asked.forAll) asked.keep = { topics: [], until: Date.now() + keptFor }
  return { ...page, list, own, origin: namedOrigin(asked) }
}

type Loaded = Route.ComponentProps['loaderData']

/** Lists the fundraisers whose owners want it, for everybody. It works without a script. */
export default function Discover({ loaderData }: Route.ComponentProps) {
  const { cards, next, list, own, origin } = loaderData
  const { t } = useLingui()
  return (
    <>
      <Preview
        address={`${origin}${discoverPath({ category: list.category })}`}
        picture={`${origin}/share.jpg`}
        title={t`Discover fundraisers · {brand}`}
        text={t`Fundraisers whose organisers list them here. Nobody can pay for a place here.`}
      />
      {(list.q || list.after) && <meta name="robots" content="noindex" />}
      <TopBar />
      <main id="main" tabIndex={-1} className="column grid gap-6 py-8 *:min-w-0 sm:py-10">
        <div>
          <h1 className="text-3xl sm:text-4xl">
            <Trans>Discover fundraisers</Trans>
          </h1>
          <p className="mt-2 max-w-[60ch] text-muted">
            <Trans>Their organisers list them here. Nobody can pay for a place here.</Trans>{' '}
            <Trans>We have not checked their stories: give to people you know, or ask someone who knows them.</Trans>
          </p>
        </div>
        <Asking list={list} own={own} />
        {cards.length === 0 ? <Nothing list={list} /> : <Cards cards={cards} />}
        <Ways list={list} next={next} />
      </main>
      <Footer />
      <StaticPage />
    </>
  )
}

/** The search. It is in the address, so it can be kept and shared. */
function Asking({ list, own }: Pick<Loaded, 'list' | 'own'>) {
  const { t, i18n } = useLingui()
  const ownName = (category: OwnCategory) => category[i18n.locale as Language]
  return (
    <search>
      <form
        method="get"
        action="/discover"
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <Field label={<Trans>Words</Trans>} name="q">
          <Input type="search" defaultValue={list.q} maxLength={searchMax} placeholder={t`Title or place`} />
        </Field>
        <Field label={<Trans>Category</Trans>} name="category">
          <Select defaultValue={list.category}>
            <option value="">{t`All categories`}</option>
            {Object.entries(categories).map(([category, words]) => (
              <option key={category} value={category}>
                {i18n._(words)}
              </option>
            ))}
            {own.map((category) => (
              <option key={category.id} value={category.id}>
                {ownName(category)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Order</Trans>} name="sort">
          <Select defaultValue={list.sort}>
            {Object.entries(discoverSorts).map(([sort, words]) => (
              <option key={sort} value={sort}>
                {i18n._(words)}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="secondary" icon={<Search aria-hidden="true" className="size-5" />}>
          <Trans>Find</Trans>
        </Button>
      </form>
    </search>
  )
}

const Cards = ({ cards }: { cards: DiscoverCard[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
    {cards.map((card, at) => (
      <li key={card.slug} className="min-w-0">
        <Card card={card} first={at === 0} />
      </li>
    ))}
  </ul>
)

/** On a phone a card is 90 of 100 parts wide. With 88 one of 360 pixels takes the copy of 640. */
const sizes = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 88vw'

function Card({ card, first }: { card: DiscoverCard; first: boolean }) {
  const { i18n } = useLingui()
  const { slug, title, category, location, picture, money, days } = card
  const box = 'aspect-[16/9] w-full shrink-0 bg-well'
  const cloth = <WovenPattern slug={slug} scale={2} className="block" />
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-colors hover:border-edge has-focus-visible:border-edge">
      {picture && <Picture {...{ picture, sizes, first }} alt="" fallback={cloth} className={box} />}
      <div className="flex grow flex-col p-4 sm:p-5">
        <p className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
          <span>{categoryName(category, i18n)}</span>
          <span dir="auto" className="wrap-anywhere">
            {location}
          </span>
        </p>
        <h2 dir="auto" className="mt-2 text-xl">
          <Link
            to={`/fundraiser/${slug}`}
            className="wrap-anywhere line-clamp-3 rounded-control after:absolute after:inset-0 after:rounded-card after:content-[''] group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-4"
          >
            {title}
          </Link>
        </h2>
        <div className="mt-auto grid gap-2 pt-4">
          {money && <Money {...money} />}
          <p className="text-muted text-sm">
            <Left days={days} />
          </p>
        </div>
      </div>
    </article>
  )
}

function Money({ goal, total }: { goal: number; total: number }) {
  const { t } = useLingui()
  const [sum, wanted] = [moneyText(total), moneyText(goal)]
  return (
    <>
      <p className="figures">
        <Trans>
          <b>{sum}</b> of {wanted}
        </Trans>
      </p>
      <Progress value={total} max={goal} label={t`Raised of the goal`} />
    </>
  )
}

function Left({ days }: { days: number | null }) {
  if (days === null) return <Trans>No end date</Trans>
  if (days <= 0) return <Trans>Ends today</Trans>
  return <Plural value={days} one="# day left" other="# days left" />
}

function Nothing({ list }: Pick<Loaded, 'list'>) {
  const all = discoverPath({}) === discoverPath(list)
  return all ? (
    <EmptyState
      title={<Trans>No fundraisers yet</Trans>}
      text={<Trans>Organisers choose in their settings to be listed here.</Trans>}
    />
  ) : (
    <EmptyState
      title={<Trans>No fundraisers found</Trans>}
      text={<Trans>Try fewer words, another category or another order.</Trans>}
      action={
        <LinkButton to="/discover" variant="secondary">
          <Trans>Show all fundraisers</Trans>
        </LinkButton>
      }
    />
  )
}

function Ways({ list, next }: Pick<Loaded, 'list' | 'next'>) {
  const { t } = useLingui()
  if (!next && !list.after) return null
  return (
    <nav aria-label={t`More fundraisers`} className="flex flex-wrap justify-center gap-3">
      {list.after && (
        <LinkButton to={discoverPath({ ...list, after: null })} variant="secondary">
          <Trans>Back to the first page</Trans>
        </LinkButton>
      )}
      {next && (
        <LinkButton to={discoverPath({ ...list, after: next })} rel="next" variant="secondary">
          <Trans>More fundraisers</Trans>
        </LinkButton>
      )}
    </nav>
  )
}
