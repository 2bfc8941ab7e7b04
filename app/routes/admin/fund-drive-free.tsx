import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import type { DriveSeen } from '#app/office/drives/office.ts'
import { freeWithdrawals } from '#app/office/payouts/freeze.server.ts'
import { freezeSays as says } from '#app/office/payouts/freeze.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/fund-drive-free.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.freed,
  failed: says.notFreed,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await freeWithdrawals(db, params.slug!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/fund-drives/${params.slug}` }
  },
})

export default function FreeWithdrawals({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title } = useOutletContext<DriveSeen>()
  return (
    <Decision
      title={t`Unfreeze withdrawals of ${title}`}
      text={<Trans>The owner can withdraw again and gets an email.</Trans>}
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`Unfreeze withdrawals`}
      busyText={t`Freeing...`}
      first={actionData}
    />
  )
}
