import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { phoneWhole } from '#app/kit/phone.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { passwordMax } from './people.ts'
import { mostPhones } from './phone.ts'
import { PhoneFields } from './phone-fields.tsx'

type Props = {
  phones: string[]
  /** True if codes can be texted. */
  canText: boolean
  first?: Answer
  /** Shown in place of the form, if no code can be texted. */
  children?: ReactNode
}

/** The phones that open the account, and the form to add another one. */
export function PhoneSection({ phones, canText, first, children }: Props) {
  return (
    <div className="grid gap-5">
      {phones.length > 0 && (
        <ul className="divide-y divide-line">
          {phones.map((phone) => (
            <OwnPhone key={phone} phone={phone} />
          ))}
        </ul>
      )}
      {!canText && phones.length === 0 && (
        <p className="text-muted">
          <Trans>We can't text codes at the moment, so no phone can be added.</Trans>
        </p>
      )}
      {canText && phones.length < mostPhones && (children ?? <AddPhone first={first} />)}
    </div>
  )
}

function OwnPhone({ phone }: { phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const whole = phoneWhole(phone)
  return (
    <li className="grid gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figures">{whole}</span>
        <Form method="post" action="/settings/phone/remove">
          <input type="hidden" name="phone" value={phone} />
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            busyText={t`Removing...`}
            aria-label={t`Remove ${whole}`}
          >
            <Trans>Remove</Trans>
          </Button>
        </Form>
      </div>
      <Refused answer={answer} />
    </li>
  )
}

function AddPhone({ first }: { first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/settings/phone" className="grid max-w-md gap-5">
      {!answer?.errors && <Refused answer={answer} />}
      <PhoneFields answer={answer} />
      <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
        <PasswordInput autoComplete="current-password" maxLength={passwordMax} />
      </Field>
      <Button busy={busy} busyText={t`Sending...`} className="justify-self-start">
        <Trans>Text me a code</Trans>
      </Button>
    </Form>
  )
}
