import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { ConfirmForm } from '#app/people/accounts/confirm-form.tsx'
import { confirmAndSignIn, confirmedByOpening } from '#app/people/accounts/confirm-here.server.ts'
import { waitingBehind } from '#app/people/accounts/email.server.ts'
import { confirmForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { resetLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/verify.ts'
import { Frame } from './frame.tsx'
import { LinkOver } from './link-over.tsx'

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
      <title>{`${t`Confirm your email address`} · Harambee`}</title>
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
