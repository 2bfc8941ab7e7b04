import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { againLimits } from '#app/people/accounts/account.server.ts'
import { twoFactorTexts } from '#app/people/accounts/account.ts'
import { authHeaders } from '#app/people/accounts/auth.server.ts'
import { onwardFrom } from '#app/people/accounts/duty.server.ts'
import { authenticatorCodeForm } from '#app/people/accounts/forms.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { confirmTwoFactor, twoFactorOf, waitingSecret } from '#app/people/accounts/two-factor.server.ts'
import { AgainForm, BackupCodes, TwoFactorConfirm, useCodes } from '#app/people/accounts/two-factor.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/confirm.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const [person, session] = [context.get(personContext)!, context.get(sessionContext)!]
  const waiting = await waitingSecret(db, person, session)
  const isBegun = (await twoFactorOf(db, person.id)).is === 'begun'
  return { waiting, isBegun, onward: onwardFrom(person, searchParams.get('to')) }
}

export const action = formAction({
  form: authenticatorCodeForm,
  page: true,
  secret: ['code'],
  failed: { title: twoFactorTexts.failed, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ code }, args) => {
    const here = { userId: args.context.get(personContext)!.id, session: args.context.get(sessionContext)! }
    const { cookies, codes } = await confirmTwoFactor(db, authHeaders(args), here, code)
    // The answer itself carries the codes: nothing stores them in clear, so no redirect could show them.
    return Response.json({ ok: true, codes }, { headers: cookies.map((cookie) => ['set-cookie', cookie]) })
  },
})

export default function Confirm({ loaderData: { waiting, isBegun, onward }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const codes = useCodes(actionData)
  const title = codes ? <Trans>Two-factor sign-in is on</Trans> : <Trans>Turn on two-factor sign-in</Trans>
  return (
    <OneThing
      title={title}
      text={codes && <Trans>One last step: save your backup codes.</Trans>}
      back={{ to: '/settings', label: <Trans>Settings</Trans> }}
    >
      <title>{titled(t`Two-factor sign-in`)}</title>
      {codes ? (
        <BackupCodes codes={codes} {...(onward ? { onward } : {})} />
      ) : waiting ? (
        <TwoFactorConfirm {...waiting} first={actionData} />
      ) : isBegun ? (
        <PasswordFirst />
      ) : (
        <NotBegun />
      )}
    </OneThing>
  )
}

/** The setup was begun, but the password was given too long ago to show the secret. */
function PasswordFirst() {
  const { t } = useLingui()
  return (
    <AgainForm
      action={`/settings/two-factor/start${useLocation().search}`}
      button={<Trans>Turn on</Trans>}
      busyText={t`Turning on...`}
      hint={<Trans>You entered it a while ago. Please enter it again to continue.</Trans>}
    />
  )
}

function NotBegun() {
  return (
    <div className="grid justify-items-start gap-5">
      <p>
        <Trans>There is nothing to confirm right now.</Trans>
      </p>
      <LinkButton to="/settings" variant="secondary">
        <Trans>Back to Settings</Trans>
      </LinkButton>
    </div>
  )
}
