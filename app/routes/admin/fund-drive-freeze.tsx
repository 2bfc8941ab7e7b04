import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import type { DriveSeen } from '#app/office/drives/office.ts'
import { freezeWithdrawals } from '#app/office/payouts/freeze.server.ts'
import { freezeSays as says } from '#app/office/payouts/freeze.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/fund-drive-freeze.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.frozen,
  failed: says.notFrozen,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await freezeWithdrawals(db, params.slug!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/fund-drives/${params.slug}` }
  },
})

export default function FreezeWithdrawals({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title } = useOutletContext<DriveSeen>()
  return (
    <Decision
      title={t`Freeze withdrawals of ${title}`}
      text={
        <Trans>
          Nothing can be withdrawn, and requests that wait can be declined and not completed. Donations still arrive.
        </Trans>
      }
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>The owner sees it where they withdraw, and in an email.</Trans>}
      confirm={t`Freeze withdrawals`}
      busyText={t`Freezing...`}
      danger
      first={actionData}
    />
  )
}
