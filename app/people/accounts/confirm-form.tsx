import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Props = { token: string; email: string; first?: Answer }

/** The form that confirms an address in another browser than the one that signed up, with the password chosen there. */
export function ConfirmForm({ token, email, first }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors?.password && <Refused answer={answer} />}
      <Form method="post" action={`/auth/verify?token=${encodeURIComponent(token)}`} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
          <PasswordInput autoComplete="current-password" maxLength={128} />
        </Field>
        <Button size="large" wide busy={busy} busyText={t`Confirming...`}>
          <Trans>Confirm my email address</Trans>
        </Button>
      </Form>
      <p className="text-muted text-sm">
        <Trans>If you did not sign up at Harambee, close this page: nothing happens.</Trans>
      </p>
    </div>
  )
}
