import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { emailChangeTexts } from '#app/people/accounts/account.ts'
import { changeBehind, confirmEmailChange } from '#app/people/accounts/email-change.server.ts'
import { confirmForm } from '#app/people/accounts/forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { resetLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/email.ts'
import { Frame, LinkOver } from './frame.tsx'

/** Loads the mailed link's page. Opening it changes nothing; the button does. */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const change = await changeBehind(db, token)
  return data({ token, change: change ?? null }, { status: change ? 200 : 410 })
}
export const shouldRevalidate = () => false

export const action = formAction({
  form: confirmForm,
  page: true,
  secret: ['token'],
  failed: { title: emailChangeTexts.notAsked, tone: 'bad' },
  limits: (_, { context }) => resetLimits(context.get(askedContext).address),
  run: ({ token }, { context }) =>
    withDatabase(async () => {
      const is = await confirmEmailChange(db, token)
      if (is === 'stopped') return { go: '/auth/forgot', says: emailChangeTexts.stopped }
      return { go: context.get(personContext) ? '/settings' : '/auth', says: emailChangeTexts[is] }
    }),
})

export default function ConfirmChange({ loaderData: { token, change }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { Form, busy, answer = actionData } = useFormAction()
  if (!change) return <Over />
  if (change.side === 'stop') return <StopChange token={token} change={change} answer={answer} />
  const { from, to, due } = change
  return (
    <Frame
      title={<Trans>Change the email address</Trans>}
      text={
        due ? (
          <Moves from={from} to={to} due={due} />
        ) : from ? (
          <Trans>
            The account of <strong className="break-words">{from}</strong> moves to{' '}
            <strong className="break-words">{to}</strong> when both addresses have confirmed it.
          </Trans>
        ) : (
          <Trans>
            A person who signed up at {'{brand}'} with a phone wants to add{' '}
            <strong className="break-words">{to}</strong> to their account.
          </Trans>
        )
      }
    >
      <title>{titled(t`Change the email address`)}</title>
      <div className="grid gap-6">
        <Refused answer={answer} />
        <Form method="post" action={`/auth/email?token=${encodeURIComponent(token)}`}>
          <input type="hidden" name="token" value={token} />
          <Button size="large" wide busy={busy} busyText={t`Confirming...`}>
            <Trans>Confirm the change</Trans>
          </Button>
        </Form>
        <p className="text-muted text-sm">
          <Trans>If you did not ask for this, close this page: nothing happens.</Trans>
        </p>
      </div>
    </Frame>
  )
}

const Over = () => (
  <LinkOver
    text={<Trans>It was used already, or it is more than a day old. You can ask again in your settings.</Trans>}
  >
    <LinkButton to="/settings" size="large">
      <Trans>Settings</Trans>
    </LinkButton>
  </LinkOver>
)

type Change = { from: string | null; to: string; due: Date | null }

/** The account's new address, and the time of the move. */
function Moves({ from, to, due }: Change) {
  const { i18n } = useLingui()
  const when = due && momentIn(i18n.locale as Language, due)
  return (
    <Trans>
      The account of <strong className="break-words">{from}</strong> moves to{' '}
      <strong className="break-words">{to}</strong> on {when}, unless the old address stops it.
    </Trans>
  )
}

/** The page for the old address, which was not asked: its reader can end the change. */
function StopChange({ token, change, answer: before }: { token: string; change: Change; answer: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = before } = useFormAction()
  return (
    <Frame title={<Trans>Stop the change?</Trans>} text={<Moves {...change} />}>
      <title>{titled(t`Stop the change?`)}</title>
      <div className="grid gap-6">
        <Refused answer={answer} />
        <Form method="post" action={`/auth/email?token=${encodeURIComponent(token)}`}>
          <input type="hidden" name="token" value={token} />
          <Button variant="danger" size="large" wide busy={busy} busyText={t`Stopping...`}>
            <Trans>Stop the change</Trans>
          </Button>
        </Form>
        <p className="text-muted text-sm">
          <Trans>Every device is then signed out. If you asked for the change, close this page.</Trans>
        </p>
      </div>
    </Frame>
  )
}
