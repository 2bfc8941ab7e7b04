import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/difference.ts'
import { BreakFacts, DecideBreak } from './break-card.tsx'
import { breakAt, closeBreak, closeForm } from './breaks.server.ts'
import { discrepancyTexts } from './breaks.ts'

export async function loader({ params }: Route.LoaderArgs) {
  return { one: await breakAt(db, params.difference) }
}

export const action = adminAction({
  form: closeForm,
  page: true,
  done: discrepancyTexts.closed,
  failed: discrepancyTexts.failed,
  at: ({ params }) => breakAt(db, params.difference),
  run: async ({ note, loss }, by, { id }) => {
    await closeBreak(db, id, { note, loss, by })
    return { go: `/admin/books/differences/${id}` }
  },
})

export const shouldRevalidate = afterEachFormAction

/** Shows one discrepancy: what is known of it, and the form that closes it. */
export default function Difference({ loaderData: { one }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <Link to="/admin/books/differences" className="text-link inline-flex min-h-11 items-center gap-1">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>All differences</Trans>
      </Link>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <BreakFacts one={one} />
        <DecideBreak key={one.id} one={one} first={actionData} />
      </div>
    </div>
  )
}
