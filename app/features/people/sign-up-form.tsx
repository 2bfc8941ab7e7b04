import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { NewPassword } from './new-password.tsx'
import { emailMax, fullNameMax, type JoiningSeen, usernamePattern } from './people.ts'

type Props = {
  first?: Answer
  to?: string
  /** What was typed in a sign-up before, whose address was wrong. */
  before?: JoiningSeen | null
}

/** The four things an account needs. */
export function SignUpForm({ first, to, before }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-up" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>
          <Input autoComplete="name" autoCapitalize="words" maxLength={fullNameMax} defaultValue={before?.fullName} />
        </Field>
        <Field
          name="username"
          label={<Trans>Username</Trans>}
          answer={answer}
          required
          hint={!answer?.errors?.username && <Trans>3 to 30 characters: letters a–z, digits, _ . and -</Trans>}
        >
          <Input
            defaultValue={before?.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            pattern={usernamePattern}
            title={t`3 to 30 characters: letters a–z, digits, _ . and -`}
            maxLength={30}
          />
        </Field>
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <NewPassword label={<Trans>Password</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Creating account...`}>
          {t`Create Account`}
        </Button>
      </Form>
    </div>
  )
}
