import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Newcomers } from './occasion.ts'

/** The form that opens and closes an invitation for answers. */
export function GatheringStatusForm({ base, isOpen }: { base: string; isOpen: boolean }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/status`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <p>
        {isOpen ? <Trans>Guests can answer.</Trans> : <Trans>Closed: the pages stay, and answers have ended.</Trans>}
      </p>
      <input type="hidden" name="status" value={isOpen ? 'closed' : 'open'} />
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          {isOpen ? <Trans>Close the invitation</Trans> : <Trans>Open the invitation</Trans>}
        </Button>
      </Changing>
    </Form>
  )
}

/** The form for the open link's treatment of people who are not on the list yet. */
export function NewcomersForm({ base, newcomers }: { base: string; newcomers: Newcomers }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/newcomers`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <RadioCards
        legend={<Trans>New guests by the open link</Trans>}
        name="newcomers"
        answer={answer}
        required
        columns="sm:grid-cols-3"
        defaultValue={newcomers}
        choices={[
          { value: 'come', label: <Trans>Join your list</Trans>, hint: <Trans>Each gets a page of their own</Trans> },
          { value: 'ask', label: <Trans>Ask you first</Trans>, hint: <Trans>You approve each under Waitlist</Trans> },
          { value: 'none', label: <Trans>Nobody new</Trans>, hint: <Trans>Guests on your list still answer</Trans> },
        ]}
      />
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          <Trans>Save the open link</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

type DriveFormProps = { base: string; drive: string; drives: { slug: string; title: string }[] }

/** The form for the drive of the invitation: guests may give there. */
export function DriveForm({ base, drive, drives }: DriveFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/drive`} className="grid gap-3">
      <Refused answer={answer} />
      <Field
        label={<Trans>Fund drive</Trans>}
        name="drive"
        answer={answer}
        hint={<Trans>Guests can give to it from their page, and its helpers with the right to guests see them.</Trans>}
      >
        <Select defaultValue={drive}>
          <option value="">{t`None`}</option>
          {drives.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save fund drive</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

/** The form that deletes the invitation, while no guest knows of it. */
export function DeleteForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/delete`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <Checkbox
        name="sure"
        answer={answer}
        label={<Trans>Delete it with its occasions and its list of guests</Trans>}
      />
      <Button variant="danger" busy={busy} busyText={t`Deleting...`}>
        <Trans>Delete the invitation</Trans>
      </Button>
    </Form>
  )
}
