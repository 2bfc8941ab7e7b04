import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { NewPassword } from './new-password.tsx'

/** The form for a new password, with the token of a mailed link. */
export function ResetForm({ token, first }: { token: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      <Refused answer={answer} />
      <Form method="post" action={`/auth/reset?token=${encodeURIComponent(token)}`} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <NewPassword label={<Trans>New password</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Saving...`}>
          {t`Change password`}
        </Button>
      </Form>
    </div>
  )
}
