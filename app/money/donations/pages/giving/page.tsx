import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { promisedBy } from '#app/group/pledges/giver.server.ts'
import { PromisedList } from '#app/group/pledges/promised.tsx'
import { recordedFor } from '#app/group/recorded-gifts/given.server.ts'
import { OwnRecordedList } from '#app/group/recorded-gifts/own-list.tsx'
import { titled } from '#app/kit/brand.ts'
import { dayAt } from '#app/kit/time.ts'
import { givenList } from '#app/money/donations/given-list.server.ts'
import { givenView } from '#app/money/donations/given-list.tsx'
import { askableOf } from '#app/money/refunds/ask-back.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { PageHead } from '#app/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { List } from '#app/ui/list-view.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/page.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id: personId } = context.get(personContext)!
  const asked = givenList.asked(searchParams)
  const isFirst = !searchParams.has('after')
  const [page, pledges, recorded] = await Promise.all([
    givenList.page(db, { ...asked, personId }),
    isFirst ? promisedBy(db, personId) : [],
    isFirst ? recordedFor(db, personId) : { gifts: [], isMore: false },
  ])
  const askable = await askableOf(
    db,
    page.rows.map(({ receipt }) => receipt),
  )
  const rows = page.rows.map((gift) => ({ ...gift, canAskBack: askable.has(gift.receipt) }))
  return { list: { ...page, rows, filter: asked.filter }, pledges, recorded, today: dayAt(new Date()) }
}

export const shouldRevalidate = afterEachFormAction

/** Shows what a person gave and promised. The dialog before they are forgotten opens over it. */
export default function Giving({ loaderData: { list, pledges, recorded, today } }: Route.ComponentProps) {
  const { t } = useLingui()
  const isEmpty = list.rows.length === 0 && pledges.length === 0 && recorded.gifts.length === 0
  return (
    <>
      <title>{titled(t`My giving`)}</title>
      <PageHead
        title={<Trans>My giving</Trans>}
        text={<Trans>Your gifts and pledges with your confirmed email address or phone. Only you see this page.</Trans>}
        action={
          !isEmpty && (
            <LinkButton to="/giving/forget" variant="secondary" preventScrollReset>
              <Trans>Forget me everywhere</Trans>
            </LinkButton>
          )
        }
      />
      {pledges.length > 0 && (
        <section aria-labelledby="pledges" className="mb-8 grid gap-4">
          <h2 id="pledges" className="text-2xl">
            <Trans>Your pledges</Trans>
          </h2>
          <PromisedList pledges={pledges} today={today} />
        </section>
      )}
      <section aria-labelledby="gifts" className="grid gap-4">
        <h2 id="gifts" className="text-2xl">
          <Trans>Your gifts</Trans>
        </h2>
        <List view={givenView} shown={list} />
      </section>
      {recorded.gifts.length > 0 && (
        <section aria-labelledby="recorded" className="mt-8 grid gap-4">
          <h2 id="recorded" className="text-2xl">
            <Trans>Gifts that others recorded for you</Trans>
          </h2>
          <OwnRecordedList gifts={recorded.gifts} />
          {recorded.isMore && (
            <p className="text-muted">
              <Trans>These are the newest. Your copy of your data in the settings has all of them.</Trans>
            </p>
          )}
        </section>
      )}
      <Outlet />
    </>
  )
}
