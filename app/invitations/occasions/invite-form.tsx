import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import { occasionKinds, occasionKindWords, occasionMost } from './occasion.ts'
import { ZoneField } from './occasion-form.tsx'

type InviteFormProps = {
  to: string
  formKey: string
  /** The known values, such as the title of the drive. */
  first: { title?: string; hosts: string }
  answer: Answer | undefined
}

/** The essentials of a new invitation: the occasion, the hosts, time and place. Everything else comes later. */
export function InviteForm({ to, formKey, first, answer: before }: InviteFormProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = before } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <Form method="post" action={to} className="grid gap-5">
      <Refused answer={answer} />
      <input type="hidden" name="key" value={key} />
      <Field label={<Trans>What do you invite to?</Trans>} name="kind" answer={answer} required>
        <Select defaultValue="fundraising">
          {occasionKinds.map((kind) => (
            <option key={kind} value={kind}>
              {i18n._(occasionKindWords[kind])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Title on the card</Trans>}
        name="title"
        answer={answer}
        required
        hint={<Trans>For example: Wanjiku & Kamau, or the name of the person you say goodbye to.</Trans>}
      >
        <Input defaultValue={first.title ?? ''} maxLength={occasionMost.title} autoComplete="off" />
      </Field>
      <Field
        label={<Trans>Who invites?</Trans>}
        name="hosts"
        answer={answer}
        required
        hint={<Trans>A family, a committee, a group: as your guests know you.</Trans>}
      >
        <Input defaultValue={first.hosts} maxLength={occasionMost.hosts} autoComplete="off" />
      </Field>
      <WhenAndWhere answer={answer} />
      <Field label={<Trans>Language of the card</Trans>} name="language" answer={answer}>
        <Select defaultValue={i18n.locale as Language}>
          <option value="en">English</option>
          <option value="sw">Kiswahili</option>
        </Select>
      </Field>
      <Switch
        name="shared"
        label={<Trans>Anybody with the open link may answer</Trans>}
        hint={<Trans>Off: only guests on your list, each with a link of their own.</Trans>}
        defaultChecked={answer?.typed?.shared === 'on'}
      />
      <Button size="large" wide busy={busy} busyText={t`Saving...`}>
        <Trans>Save invitation</Trans>
      </Button>
    </Form>
  )
}

function WhenAndWhere({ answer }: { answer: Answer | undefined }) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={<Trans>Day</Trans>} name="day" answer={answer} required>
          <Input type="date" />
        </Field>
        <Field label={<Trans>Begins at</Trans>} name="time" answer={answer} required>
          <Input type="time" />
        </Field>
      </div>
      <ZoneField answer={answer} zone="Africa/Nairobi" />
      <Field label={<Trans>Place</Trans>} name="place" answer={answer} optional>
        <Input maxLength={occasionMost.place} autoComplete="off" />
      </Field>
    </>
  )
}
