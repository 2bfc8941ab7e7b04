import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { AskAgain } from './ask-again.tsx'
import { says } from './people.ts'

type Props = {
  /** What the server answered to the form without a script. */
  first?: Answer
  to?: string
}

/** E-mail and password. Whoever has not confirmed the address yet can have the mail sent again from here. */
export function SignInForm({ first, to }: Props) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  const unverified = answer?.errors?.unverified
  return (
    <div className="grid gap-6">
      {unverified && (
        <Notice
          tone="warn"
          title={<Trans>Almost there</Trans>}
          action={<AskAgain deed="/auth/resend" email={answer?.typed?.email ?? ''} />}
        >
          {unverified}
        </Notice>
      )}
      {!unverified && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-in" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            maxLength={254}
            data-missing={i18n._(says.neither)}
          />
        </Field>
        <Field
          name="password"
          label={<Trans>Password</Trans>}
          answer={answer}
          required
          aside={
            <Link to="/auth/forgot" className="-my-2 py-2 text-link text-sm">
              <Trans>Forgot password?</Trans>
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" maxLength={128} />
        </Field>
        <Button size="large" wide busy={busy} busyText={t`Signing in...`}>
          {t`Sign In`}
        </Button>
      </Form>
    </div>
  )
}
