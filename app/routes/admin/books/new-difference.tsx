import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { openForm } from '#app/office/books/break-forms.ts'
import { openBreak } from '#app/office/books/breaks.server.ts'
import { says } from '#app/office/books/breaks.ts'
import { OpenBreakForm } from '#app/office/books/open-break.tsx'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/new-difference.ts'

export const action = deed({
  form: openForm,
  page: true,
  done: says.opened,
  failed: says.failed,
  secret: ['again'],
  run: async ({ again, ...wanted }, { context }) => {
    const id = await openBreak(db, { ...wanted, by: await deciderIn(db, context, again) })
    return { go: `/admin/books/differences/${id}` }
  },
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
