import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { MailWishes } from './account.ts'

/** Which mails the person wants. Those that keep the account safe are not asked about. */
export function MailPreferences({ activity, news }: MailWishes) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <Form method="post" action="/settings/preferences" className="grid max-w-xl gap-4">
      <Switch
        name="activity"
        defaultChecked={activity}
        label={<Trans>News about my fund drives</Trans>}
        hint={<Trans>Gifts, messages and visits, as they arrive.</Trans>}
      />
      <Switch
        name="news"
        defaultChecked={news}
        label={<Trans>What is new in Harambee</Trans>}
        hint={<Trans>An email now and then.</Trans>}
      />
      <p className="text-muted text-sm">
        <Trans>Emails about your password, sign-in and withdrawals are always sent: they keep your account safe.</Trans>
      </p>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}
