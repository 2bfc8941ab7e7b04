import { Trans, useLingui } from '@lingui/react/macro'
import { titled } from '#app/kit/brand.ts'
import { againLimits } from '#app/people/accounts/account.server.ts'
import { twoFactorTexts } from '#app/people/accounts/account.ts'
import { authHeaders } from '#app/people/accounts/auth.server.ts'
import { refuseWithout } from '#app/people/accounts/duty.server.ts'
import { passwordAgainForm } from '#app/people/accounts/forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { endTwoFactor } from '#app/people/accounts/two-factor.server.ts'
import { AgainForm } from '#app/people/accounts/two-factor.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/off.ts'

export const action = formAction({
  form: passwordAgainForm,
  page: true,
  done: { title: twoFactorTexts.off },
  failed: { title: twoFactorTexts.failed, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ password }, args) => {
    const { id, ...who } = args.context.get(personContext)!
    refuseWithout(who)
    const { cookies } = await endTwoFactor(db, authHeaders(args), id, password)
    return { go: '/settings', cookies }
  },
})

export default function Off({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing
      title={<Trans>Turn off two-factor sign-in</Trans>}
      text={<Trans>Your password alone will open your account again, and your backup codes stop working.</Trans>}
      back={{ to: '/settings', label: <Trans>Settings</Trans> }}
    >
      <title>{titled(t`Turn off two-factor sign-in`)}</title>
      <AgainForm
        danger
        action="/settings/two-factor/off"
        first={actionData}
        button={<Trans>Turn off</Trans>}
        busyText={t`Turning off...`}
      />
    </OneThing>
  )
}
