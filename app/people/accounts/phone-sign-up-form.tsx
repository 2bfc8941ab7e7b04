import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { fullNameMax } from './people.ts'
import { PhoneFields } from './phone-fields.tsx'

/** The two fields that an account with a phone needs. */
export function SignUpPhoneForm({ to, opened, first }: { to?: string | undefined; opened: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-up/phone" className="grid gap-5">
        <input type="hidden" name="opened" value={answer?.typed?.opened ?? opened} />
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>
          <Input autoComplete="name" autoCapitalize="words" maxLength={fullNameMax} />
        </Field>
        <PhoneFields answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Sending...`}>
          <Trans>Text me a code</Trans>
        </Button>
      </Form>
    </div>
  )
}
