import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { emailMax, type Giving, messageMax, nameMax } from './giving.ts'

/** Who gives, and with which words. */
export function Giver({ giver, answer }: { giver: Giving['giver']; answer?: Answer }) {
  const { t } = useLingui()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>
          <Input autoComplete="name" maxLength={nameMax} defaultValue={giver?.name} />
        </Field>
        <Field label={<Trans>Email</Trans>} name="email" answer={answer} required>
          <Input type="email" autoComplete="email" maxLength={emailMax} defaultValue={giver?.email} />
        </Field>
      </div>
      <Field label={<Trans>Message</Trans>} name="message" answer={answer} optional>
        <TextArea rows={2} maxLength={messageMax} placeholder={t`Leave a few words of encouragement`} />
      </Field>
    </>
  )
}

export function Anonymous({ ticked }: { ticked: boolean }) {
  return (
    <Checkbox
      name="anonymous"
      defaultChecked={ticked}
      label={<Trans>Donate anonymously</Trans>}
      hint={
        <Trans>
          Your name is hidden from the public and from the organiser. We and the payment provider still know it.
        </Trans>
      }
    />
  )
}

/** What is done with what is typed here. */
export function WhoSeesIt() {
  return (
    <p className="text-muted text-sm">
      <Trans>
        Your receipt goes to your email address, which the public never sees. Unless you donate anonymously, your name
        stands beside your gift and the organiser can write to you. You pay at our payment provider, which learns your
        email address and the amount; your card number never reaches us.
      </Trans>
    </p>
  )
}
