import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { unplacedAt } from '#app/office/payments/unplaced.server.ts'
import { DecideUnplaced, UnplacedFacts } from '#app/office/payments/unplaced-card.tsx'
import { db } from '#app/platform/db.server.ts'
import { afterEachDeed } from '#app/ui/same-page.ts'
import type { Route } from './+types/unplaced-one.ts'

export async function loader({ params }: Route.LoaderArgs) {
  return { money: await unplacedAt(db, params.money) }
}

export const shouldRevalidate = afterEachDeed

/** Money that matches no payment: what is known of it, and its one way out. */
export default function UnplacedOne({ loaderData: { money } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <Link to="/admin/books/unplaced" className="text-link inline-flex min-h-11 items-center gap-1">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>All unplaced money</Trans>
      </Link>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <UnplacedFacts money={money} />
        <DecideUnplaced key={money.id} money={money} />
      </div>
    </div>
  )
}
