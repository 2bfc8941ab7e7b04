import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import type { Route } from './+types/discrepancy.ts'
import { discrepancyTexts } from './discrepancies.ts'
import { closeDiscrepancy, closeForm, discrepancyAt } from './discrepancies-list.server.ts'
import { DecideDiscrepancy, DiscrepancyCard } from './discrepancy-card.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  return { one: await discrepancyAt(db, params.discrepancy) }
}

export const action = adminAction({
  form: closeForm,
  page: true,
  done: discrepancyTexts.closed,
  failed: discrepancyTexts.failed,
  at: ({ params }) => discrepancyAt(db, params.discrepancy),
  run: async ({ note, loss }, by, { id }) => {
    await closeDiscrepancy(db, id, { note, loss, by })
    return { go: `/admin/books/differences/${id}` }
  },
})

export const shouldRevalidate = afterEachFormAction

/** Shows one discrepancy: what is known of it, and the form that closes it. */
export default function DiscrepancyPage({ loaderData: { one }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <Link to="/admin/books/differences" className="text-link inline-flex min-h-11 items-center gap-1">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <Trans>All differences</Trans>
      </Link>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <DiscrepancyCard one={one} />
        <DecideDiscrepancy key={one.id} one={one} first={actionData} />
      </div>
    </div>
  )
}
