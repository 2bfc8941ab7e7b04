import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { confirmAndSignIn, confirmedByOpening, waitingBehind } from '#app/people/accounts/email.server.ts'
import { confirmForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { resetLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Field, PasswordInput } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/verify.ts'
import { Frame, LinkOver } from './frame.tsx'

/**
 * Confirms if the mailed link is opened in the browser that signed up. Elsewhere opening changes nothing, because programs that scan emails
 * open links, too: the button confirms, with the password.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const confirmed = await confirmedByOpening({ request, context }, token)
  if (confirmed) {
    const headers = new Headers(confirmed.cookies.map((cookie): [string, string] => ['set-cookie', cookie]))
    throw redirect(confirmed.go, { status: 303, headers })
  }
  const waiting = await waitingBehind(db, token, undefined)
  return data({ token, waiting: waiting ?? null }, { status: waiting ? 200 : 410 })
}

/** After confirming the link is used up: loading again would say so before the next page is shown. */
export const shouldRevalidate = () => false

export const action = formAction({
  form: confirmForm,
  page: true,
  secret: ['token', 'password'],
  failed: toasts.confirmFailed,
  limits: (_, { context }) => resetLimits(context.get(askedContext).address),
  run: ({ token, password }, asking) => withDatabase(() => confirmAndSignIn(asking, token, password)),
})

export default function Verify({ loaderData: { token, waiting }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  if (!waiting || actionData?.errors?.token) return <Over />
  const { email } = waiting
  return (
    <Frame
      title={<Trans>Confirm your email address</Trans>}
      text={
        <Trans>
          Type the password you chose when you signed up as <strong className="break-words">{email}</strong>.
        </Trans>
      }
    >
      <title>{titled(t`Confirm your email address`)}</title>
      <ConfirmForm token={token} email={email} first={actionData} />
    </Frame>
  )
}

const Over = () => (
  <LinkOver
    text={
      <Trans>
        It was used already, or it is more than a day old. If you have confirmed your address, simply sign in; otherwise
        send yourself a new link.
      </Trans>
    }
  >
    <LinkButton to="/auth" size="large">
      <Trans>Sign In</Trans>
    </LinkButton>
    <LinkButton to="/auth/resend" size="large" variant="secondary">
      <Trans>Send a new link</Trans>
    </LinkButton>
  </LinkOver>
)

type Props = { token: string; email: string; first?: Answer }

/** The form that confirms an address in another browser than the one that signed up, with the password chosen there. */
function ConfirmForm({ token, email, first }: Props) {
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
        <Trans>If you did not sign up at {'{brand}'}, close this page: nothing happens.</Trans>
      </p>
    </div>
  )
}
