import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { decisionForm } from '#app/features/audit/audit-forms.ts'
import { Decision } from '#app/features/audit/decision.tsx'
import { type DriveSeen, says } from '#app/features/drives/office/office.ts'
import { pauseDrive } from '#app/features/drives/office/pause.server.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
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
        <Trans>
          Visitors don’t find it, and its owner can’t set it active again. Donations that were begun before still come
          in.
        </Trans>
      }
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>The owner reads it, on the pages of the fund drive and in a mail.</Trans>}
      confirm={t`Pause`}
      busyText={t`Pausing...`}
      danger
      first={actionData}
    />
  )
}
