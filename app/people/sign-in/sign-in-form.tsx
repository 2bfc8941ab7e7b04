import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { type JoiningSeen, peopleTexts } from '#app/people/accounts/people.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, PasswordInput } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Props = {
  /** The server's answer to the form without a script. */
  first?: Answer
  to?: string
  joining?: JoiningSeen | null
}

/** The form with email and password. An unconfirmed person can request the confirming email again from here. */
export function SignInForm({ first, to, joining }: Props) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const unverified = answer?.errors?.unverified
  return (
    <div className="grid gap-6">
      {unverified && (
        <Notice
          tone="warn"
          title={<Trans>Almost there</Trans>}
          action={<AskAgain formAction="/auth/resend" email={answer?.typed?.email ?? ''} />}
        >
          {unverified}
        </Notice>
      )}
      {!unverified && joining && <CheckEmail email={joining.email} to={to} />}
      {!unverified && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-in" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input
            type="email"
            defaultValue={joining?.email}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            maxLength={254}
            data-missing={i18n._(peopleTexts.neither)}
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
        {/* After signing up the link in the email signs in; a password is for people who have used the link already. */}
        <Button variant={joining ? 'secondary' : 'primary'} size="large" wide busy={busy} busyText={t`Signing in...`}>
          {t`Sign In`}
        </Button>
      </Form>
    </div>
  )
}

/** The text after signing up, until the link is used: where the email went, and what to do if it does not arrive. */
function CheckEmail({ email, to }: { email: string; to?: string }) {
  const back = to ? `&to=${encodeURIComponent(to)}` : ''
  return (
    <Notice
      title={
        <Trans>
          Check your email at <span className="wrap-anywhere">{email}</span>
        </Trans>
      }
    >
      <Trans>Open the link we sent you, here in this browser. You are then signed in.</Trans>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AskAgain formAction="/auth/resend" email={email} />
        <Link to={`/auth?tab=sign-up&again=1${back}`} className="py-2 text-link">
          <Trans>Wrong address?</Trans>
        </Link>
      </div>
    </Notice>
  )
}

/** A button that sends an email once more to an address typed before. */
function AskAgain({ formAction, email }: { formAction: string; email: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={formAction} className="grid gap-2">
      <input type="hidden" name="email" value={email} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
        {t`Send again`}
      </Button>
      {answer && !answer.ok && <p className="text-sm text-stop">{answer.says?.title}</p>}
    </Form>
  )
}
