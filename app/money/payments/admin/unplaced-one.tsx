import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link, Outlet } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/unplaced-one.ts'
import { DeskFacts, DeskHints, DeskWays } from './desk-card.tsx'
import { unplacedAt, unplacedDeskOf } from './unplaced.server.ts'
import { DecideUnplaced, UnplacedFacts } from './unplaced-card.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const money = await unplacedAt(db, params.money)
  if (!money.isAtMpesa) return { money, desk: null }
  const [desk] = await Promise.all([
    unplacedDeskOf(db, money),
    recordAccess(db, { by: actorIn(context), noun: 'suspense', subject: money.id }),
  ])
  return { money, desk }
}

export const shouldRevalidate = afterEachFormAction

/** Shows money that matches no payment: its facts and its way out; for money at M-Pesa, the desk. */
export default function UnplacedOne({ loaderData: { money, desk } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <Link to="/admin/books/unplaced" className="text-link inline-flex min-h-11 items-center gap-1">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>All unplaced money</Trans>
      </Link>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid gap-5 *:min-w-0">
          {desk ? <DeskFacts desk={desk} /> : <UnplacedFacts money={money} />}
          {desk && <DeskHints desk={desk} />}
        </div>
        {desk ? <DeskWays desk={desk} /> : <DecideUnplaced key={money.id} money={money} />}
      </div>
      <Outlet />
    </div>
  )
}
