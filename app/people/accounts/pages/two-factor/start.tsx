import { Trans, useLingui } from '@lingui/react/macro'
import { titled } from '#app/kit/brand.ts'
import { againLimits } from '#app/people/accounts/account.server.ts'
import { twoFactorTexts } from '#app/people/accounts/account.ts'
import { authHeaders } from '#app/people/accounts/auth.server.ts'
import { onwardFrom } from '#app/people/accounts/duty.server.ts'
import { passwordAgainForm } from '#app/people/accounts/forms.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { beginTwoFactor } from '#app/people/accounts/two-factor.server.ts'
import { AgainForm } from '#app/people/accounts/two-factor.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/start.ts'

export const action = formAction({
  form: passwordAgainForm,
  page: true,
  failed: { title: twoFactorTexts.failed, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ password }, args) => {
    const here = { userId: args.context.get(personContext)!.id, session: args.context.get(sessionContext)! }
    await beginTwoFactor(db, authHeaders(args), here, password)
    const to = onwardFrom(args.context.get(personContext)!, new URL(args.request.url).searchParams.get('to'))
    return { go: `/settings/two-factor/confirm${to ? `?to=${encodeURIComponent(to)}` : ''}` }
  },
})

export default function Start({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing
      title={<Trans>Turn on two-factor sign-in</Trans>}
      text={<Trans>First your password, then a code from an authenticator app on your phone.</Trans>}
      back={{ to: '/settings', label: <Trans>Settings</Trans> }}
    >
      <title>{titled(t`Two-factor sign-in`)}</title>
      <AgainForm
        action="/settings/two-factor/start"
        first={actionData}
        button={<Trans>Turn on</Trans>}
        busyText={t`Turning on...`}
      />
    </OneThing>
  )
}
