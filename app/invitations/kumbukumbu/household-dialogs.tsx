import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'
import type { HouseholdSeen } from './book.server.ts'
import { HouseholdFields } from './household-fields.tsx'

// The forms of the book. Each has an address of its own, so that it works without a script, too.

const base = '/kumbukumbu'

type AddHouseholdProps = { formKey: string; first: Answer | undefined }

export function AddHousehold({ formKey, first }: AddHouseholdProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <BookDialog title={<Trans>Add a household</Trans>} text={<Trans>Nobody is told of it.</Trans>}>
      <Form method="post" action={`${base}/add`} noValidate className="grid gap-5">
        <Refused answer={answer} />
        <input type="hidden" name="key" value={key} />
        <HouseholdFields first={{}} answer={answer} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Add household</Trans>
          </Button>
        </div>
      </Form>
    </BookDialog>
  )
}

type SaveHouseholdProps = { household: HouseholdSeen; first: Answer | undefined }

export function SaveHousehold({ household, first }: SaveHouseholdProps) {
  const { t } = useLingui()
  // A save in another window reloads this page: the form keeps the version that it shows.
  const [version] = useState(first?.typed?.version ?? household.version)
  const { Form, busy, answer = first } = useFormAction()
  return (
    <BookDialog title={<Trans>Change a household</Trans>} text={<Trans>Only you read this.</Trans>}>
      <Form method="post" action={`${base}/${household.id}/save`} noValidate className="grid gap-5">
        <Refused answer={answer} />
        <input type="hidden" name="version" value={version} />
        <HouseholdFields first={household} known={household.known} answer={answer} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Save household</Trans>
          </Button>
        </div>
      </Form>
      <RemoveHousehold id={household.id} />
    </BookDialog>
  )
}

function RemoveHousehold({ id }: { id: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/${id}/remove`} className="mt-5 grid gap-2 border-line border-t pt-5">
      <Refused answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Removing...`} className="text-stop sm:justify-self-start">
        <Trans>Remove from the book</Trans>
      </Button>
    </Form>
  )
}

function BookDialog({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <AddressDialog closeTo={base} title={title} text={text}>
      {children}
    </AddressDialog>
  )
}
