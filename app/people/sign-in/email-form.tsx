import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { emailMax } from '#app/people/accounts/people.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Props = { formAction: '/auth/forgot' | '/auth/resend'; first?: Answer }

/** Asks for an email address, for mails that anybody may request. */
export function EmailForm({ formAction, first }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      <Refused answer={answer} />
      <Form method="post" action={formAction} className="grid gap-5">
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <Button size="large" wide busy={busy} busyText={t`Sending...`}>
          {formAction === '/auth/forgot' ? t`Send the link` : t`Send the email again`}
        </Button>
      </Form>
    </div>
  )
}
