import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { ConfirmForm } from '#app/features/people/confirm-form.tsx'
import { confirmEmail, waitingBehind } from '#app/features/people/email.server.ts'
import { confirmForm } from '#app/features/people/forms.ts'
import { joiningGone, joiningIn } from '#app/features/people/joining.server.ts'
import { knownDeviceCookie } from '#app/features/people/known-device.server.ts'
import { openSession } from '#app/features/people/open-session.server.ts'
import { toasts } from '#app/features/people/people.ts'
import { resetLimits, withDatabase } from '#app/features/people/sign-in.server.ts'
import { authPath } from '#app/features/people/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/verify.ts'
import { Frame } from './frame.tsx'
import { LinkOver } from './link-over.tsx'

/** Opening the mailed link changes nothing: programs that look at emails open links, too. The button confirms. */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const waiting = await waitingBehind(db, token, joiningIn(request)?.mark)
  return data({ token, waiting: waiting ?? null }, { status: waiting ? 200 : 410 })
}

/** Confirmed, its link is over: another look would say so before the page that follows is there. */
export const shouldRevalidate = () => false

export const action = deed({
  form: confirmForm,
  page: true,
  secret: ['token', 'password'],
  failed: toasts.confirmFailed,
  limits: (_, { context }) => resetLimits(context.get(askedContext).address),
  run: ({ token, password }, asking) =>
    withDatabase(async () => {
      const shown = { token, password, mark: joiningIn(asking.request)?.mark }
      const { email, wanted, session } = await confirmEmail(db, shown, async (tx, person) => ({
        ...person,
        session: await openSession(tx, person.id, asking),
      }))
      const cookies = [session, knownDeviceCookie(email, asking.request), joiningGone()]
      return { go: authPath(wanted, '/auth/confirmed'), cookies }
    }),
})

export default function Verify({ loaderData: { token, waiting }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  if (!waiting || actionData?.errors?.token) return <Over />
  const { email, isHere } = waiting
  return (
    <Frame
      title={<Trans>Confirm your email address</Trans>}
      text={
        isHere ? (
          <Trans>
            Is <strong className="break-words">{email}</strong> your address? Then your account is one click away.
          </Trans>
        ) : (
          <Trans>
            Type the password you chose when you signed up as <strong className="break-words">{email}</strong>.
          </Trans>
        )
      }
    >
      <title>{`${t`Confirm your email address`} · Harambee`}</title>
      <ConfirmForm token={token} email={email} asksPassword={!isHere} first={actionData} />
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
