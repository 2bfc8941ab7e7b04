import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { officeDeed } from '#app/admin/decision.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/new-settlement.ts'
import { BookSettlementForm } from './book-settlement.tsx'
import { bookSettlement, placesNow, settlementForm, waitingSettlement } from './settlements.server.ts'
import { settlementTexts } from './settlements.ts'

const base = '/admin/books/settlements'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = searchParams.get('waiting')
  const waiting = asked === null ? undefined : await waitingSettlement(db, numberIn(asked))
  return { waiting: waiting ?? null, today: dayAt(new Date()), places: await placesNow(db) }
}

export const action = officeDeed({
  form: settlementForm,
  page: true,
  failed: settlementTexts.failed,
  run: async (wanted, by) => ({ go: base, says: settlementTexts[await bookSettlement(db, wanted, by)] }),
})

/** Stands over the list; it has an address of its own, so it opens without a script too. */
export default function NewSettlement({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Book a settlement</Trans>}
      text={<Trans>Money that the provider paid out to our bank, or that we paid in. Booking it moves no money.</Trans>}
    >
      <BookSettlementForm {...loaderData} first={actionData} />
    </Dialog>
  )
}
