import { Trans, useLingui } from '@lingui/react/macro'
import { adminAction } from '#app/admin/decision.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/new-discrepancy.ts'
import { discrepancyTexts } from './discrepancies.ts'
import { openDiscrepancy, openForm } from './discrepancies-list.server.ts'
import { SaidLine } from './discrepancy-card.tsx'

export const action = adminAction({
  form: openForm,
  page: true,
  done: discrepancyTexts.opened,
  failed: discrepancyTexts.failed,
  run: async (wanted, by) => ({ go: `/admin/books/differences/${await openDiscrepancy(db, { ...wanted, by })}` }),
})

/** Shows a dialog over the list, at an address of its own, so that it opens without a script too. */
export default function NewDiscrepancy({ actionData }: Route.ComponentProps) {
  const base = '/admin/books/differences'
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Open a difference</Trans>}
      text={<Trans>For what the product can’t find on its own, such as a line of the bank’s statement.</Trans>}
    >
      <OpenDiscrepancyForm first={actionData} />
    </AddressDialog>
  )
}

/** Opens a discrepancy that the product did not find by itself. */
function OpenDiscrepancyForm({ first }: { first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/admin/books/differences/new" noValidate className="grid gap-4">
      <SaidLine answer={answer} />
      <Field
        name="about"
        label={<Trans>What it is about</Trans>}
        answer={answer}
        required
        hint={<Trans>The reference of a payment or a transfer, the name of a fund drive, a day.</Trans>}
      >
        <Input maxLength={200} />
      </Field>
      <Field name="words" label={<Trans>What does not fit</Trans>} answer={answer} required>
        <TextArea rows={4} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <Button busy={busy} busyText={t`Opening...`}>
        <Trans>Open a difference</Trans>
      </Button>
    </Form>
  )
}
