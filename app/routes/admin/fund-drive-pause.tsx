import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { type DriveSeen, says } from '#app/office/drives/office.ts'
import { pauseDrive } from '#app/office/drives/pause.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/fund-drive-pause.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.stopped,
  failed: says.notStopped,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await pauseDrive(db, params.slug!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/fund-drives/${params.slug}` }
  },
})

export default function PauseDrive({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title } = useOutletContext<DriveSeen>()
  return (
    <Decision
      title={t`Pause ${title}`}
      text={
        <Trans>Visitors can’t find it, and its owner can’t set it active. Payments already started still arrive.</Trans>
      }
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>The owner sees it on the fund drive’s pages and in an email.</Trans>}
      confirm={t`Pause`}
      busyText={t`Pausing...`}
      danger
      first={actionData}
    />
  )
}
