import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { institutionKindNames, institutionKinds, institutionMost } from '#app/money/institutions/institution.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/institution-new.ts'
import { addAsAsked } from './institutions-list.server.ts'

export const action = addAsAsked

/** Shows the form over the list, at an address of its own, so that it opens without a script too. */
export default function NewInstitution({ actionData }: Route.ComponentProps) {
  return (
    <AddressDialog
      closeTo="/admin/institutions"
      title={<Trans>Add an institution</Trans>}
      text={<Trans>Another administrator confirms the number. Until then no withdrawal can go there.</Trans>}
    >
      <InstitutionForm first={actionData} />
    </AddressDialog>
  )
}

function InstitutionForm({ first }: { first: Answer | undefined }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/admin/institutions/new" noValidate className="grid gap-4">
      <Refused answer={answer} />
      <Field name="name" label={<Trans>Name</Trans>} answer={answer} required>
        <Input maxLength={institutionMost.name} autoComplete="off" />
      </Field>
      <Field name="kind" label={<Trans>Kind</Trans>} answer={answer} required>
        <Select defaultValue="hospital">
          {institutionKindNames.map((kind) => (
            <option key={kind} value={kind}>
              {i18n._(institutionKinds[kind])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="paybill"
        label={<Trans>Paybill number</Trans>}
        answer={answer}
        hint={<Trans>Leave it empty if the institution is paid at its bank.</Trans>}
      >
        <Input inputMode="numeric" maxLength={10} autoComplete="off" />
      </Field>
      <BankFields answer={answer} />
      <Field
        name="source"
        label={<Trans>Where the number is from</Trans>}
        answer={answer}
        required
        hint={<Trans>The institution’s own bill or site, and whom you called back on which number.</Trans>}
      >
        <TextArea rows={2} maxLength={institutionMost.source} />
      </Field>
      <ConfirmField answer={answer} />
      <Button size="large" wide busy={busy} busyText={t`Saving...`}>
        <Trans>Add</Trans>
      </Button>
    </Form>
  )
}

/** The account of an institution that has no Paybill. */
const BankFields = ({ answer }: { answer: Answer | undefined }) => (
  <>
    <Field name="bank_name" label={<Trans>Bank Name</Trans>} answer={answer} optional>
      <Input maxLength={100} autoComplete="off" />
    </Field>
    <Field name="account_number" label={<Trans>Account Number</Trans>} answer={answer} optional>
      <Input maxLength={40} autoComplete="off" />
    </Field>
    <Field name="account_name" label={<Trans>Account Name</Trans>} answer={answer} optional>
      <Input maxLength={100} autoComplete="off" />
    </Field>
  </>
)
