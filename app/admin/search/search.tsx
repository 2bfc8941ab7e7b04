import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { drivesView } from '#app/drives/drive/admin/drives-list.tsx'
import { giftsView } from '#app/money/payments/admin/gifts-list.tsx'
import { unplacedView } from '#app/money/payments/admin/unplaced-list.tsx'
import { adminPayoutsView } from '#app/money/payouts/admin/payouts-list.tsx'
import { peopleView } from '#app/people/accounts/admin/people-list.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/search.ts'
import { type Everything, everything } from './everything.server.ts'
import { FindForm } from './find-form.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const typed = (searchParams.get('q') ?? '').trim().slice(0, 100)
  const found = typed ? await everything(db, typed, actorIn(context), context.get(wordsContext)) : null
  return { typed, found }
}

/** Results of one search among gifts, payouts, fund drives and people. On wide screens the field is in the bar above all pages. */
export default function Search({ loaderData: { typed, found } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`Find`}
      text={<Trans>Gifts, unplaced money, payouts, fund drives and people. Viewing them is logged.</Trans>}
    >
      <FindForm typed={typed} className="flex md:hidden" />
      {found && <Found typed={typed} found={found} />}
    </AdminPage>
  )
}

/** The results, kind by kind; "all" links to the kind's own list, with the same search. */
function Found({ typed, found }: { typed: string; found: Everything }) {
  const { t } = useLingui()
  const { gifts, unplaced, payouts, drives, people } = found
  if (Object.values(found).every(({ count }) => count === 0))
    return (
      <EmptyState
        title={<Trans>Nothing was found</Trans>}
        text={<Trans>Try a reference, an M-Pesa code, a phone number, an email address, or a part of a name.</Trans>}
      />
    )
  const all = (address: string) => `${address}?${new URLSearchParams({ search: typed })}`
  return (
    <>
      <Kind name={t`Donations`} to={all(giftsView.address)} {...gifts}>
        <ListTable view={giftsView} rows={gifts.rows} />
      </Kind>
      <Kind name={t`Unplaced money`} to={all(unplacedView.address)} {...unplaced}>
        <ListTable view={unplacedView} rows={unplaced.rows} />
      </Kind>
      <Kind name={t`Payouts`} to={all(adminPayoutsView.address)} {...payouts}>
        <ListTable view={adminPayoutsView} rows={payouts.rows} />
      </Kind>
      <Kind name={t`Fund Drives`} to={all(drivesView.address)} {...drives}>
        <ListTable view={drivesView} rows={drives.rows} />
      </Kind>
      <Kind name={t`System Users`} to={all(peopleView.address)} {...people}>
        <ListTable view={peopleView} rows={people.rows} />
      </Kind>
    </>
  )
}

type KindProps = { name: string; to: string; count: number; rows: unknown[]; children: ReactNode }

function Kind({ name, to, count, rows, children }: KindProps) {
  const { t } = useLingui()
  const shown = useCount()(count)
  if (count === 0) return null
  return (
    <section aria-label={name} className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{name}</h2>
        {count > rows.length && (
          <Link to={to} className="text-link inline-flex min-h-11 items-center md:min-h-8">
            {t`All ${shown}: ${name}`}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
