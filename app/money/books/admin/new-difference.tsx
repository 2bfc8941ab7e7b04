import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/new-difference.ts'
import { openForm } from './break-forms.ts'
import { openBreak } from './breaks.server.ts'
import { discrepancyTexts } from './breaks.ts'
import { OpenBreakForm } from './open-break.tsx'

export const action = officeDeed({
  form: openForm,
  page: true,
  done: discrepancyTexts.opened,
  failed: discrepancyTexts.failed,
  run: async (wanted, by) => ({ go: `/admin/books/differences/${await openBreak(db, { ...wanted, by })}` }),
})

/** Stands over the list; it has an address of its own, so it opens without a script too. */
export default function NewDifference({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const base = '/admin/books/differences'
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Open a difference</Trans>}
      text={<Trans>For what the product can’t find on its own, such as a line of the bank’s statement.</Trans>}
    >
      <OpenBreakForm first={actionData} />
    </Dialog>
  )
}
