import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { NewPassword } from './new-password.tsx'
import { passwordMax } from './people.ts'

type Props = { reach: string; first?: Answer }

/** Sets the first password of a person who signs in by a code, and leads on to where they were going. */
export function FirstPasswordForm({ reach, first, to }: Props & { to?: string | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/settings/first-password" className="grid max-w-md gap-5">
      <Refused answer={answer} />
      {to && <input type="hidden" name="to" value={to} />}
      <input type="text" name="reach" autoComplete="username" value={reach} readOnly hidden />
      <NewPassword name="newPassword" label={<Trans>New password</Trans>} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Set the password</Trans>
      </Button>
    </Form>
  )
}

/** Changes the password. The hidden field tells a password manager whose it is. */
export function PasswordForm({ reach, first }: Props) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, answer = first } = useFormAction({ onDone: () => form.current?.reset() })
  return (
    <Form ref={form} method="post" action="/settings/password" className="grid max-w-md gap-5">
      <Refused answer={answer} />
      <input type="text" name="reach" autoComplete="username" value={reach} readOnly hidden />
      <Field name="currentPassword" label={<Trans>Current password</Trans>} answer={answer} required>
        <PasswordInput maxLength={passwordMax} />
      </Field>
      <NewPassword name="newPassword" label={<Trans>New password</Trans>} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Change password</Trans>
      </Button>
    </Form>
  )
}
