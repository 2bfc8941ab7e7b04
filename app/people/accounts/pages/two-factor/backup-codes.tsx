import { Trans, useLingui } from '@lingui/react/macro'
import { titled } from '#app/kit/brand.ts'
import { againLimits } from '#app/people/accounts/account.server.ts'
import { twoFactorTexts } from '#app/people/accounts/account.ts'
import { authHeaders } from '#app/people/accounts/auth.server.ts'
import { passwordAgainForm } from '#app/people/accounts/forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { freshBackupCodes } from '#app/people/accounts/two-factor.server.ts'
import { AgainForm, BackupCodes, useCodes } from '#app/people/accounts/two-factor.tsx'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/backup-codes.ts'

export const action = formAction({
  form: passwordAgainForm,
  page: true,
  failed: { title: twoFactorTexts.failed, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ password }, args) =>
    Response.json({ ok: true, codes: await freshBackupCodes(authHeaders(args), password) }),
})

export default function Codes({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const codes = useCodes(actionData)
  return (
    <OneThing
      title={<Trans>New backup codes</Trans>}
      text={<Trans>They take the place of the old ones, which stop working.</Trans>}
      back={{ to: '/settings', label: <Trans>Settings</Trans> }}
    >
      <title>{titled(t`New backup codes`)}</title>
      {codes ? (
        <BackupCodes codes={codes} />
      ) : (
        <AgainForm
          inPlace
          action="/settings/two-factor/backup-codes"
          first={actionData}
          button={<Trans>Make new codes</Trans>}
          busyText={t`Making...`}
        />
      )}
    </OneThing>
  )
}
