import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { type DriveSeen, says } from '#app/office/drives/office.ts'
import { openDrive } from '#app/office/drives/pause.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/fund-drive-open.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.opened,
  failed: says.notOpened,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await openDrive(db, params.slug!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/fund-drives/${params.slug}` }
  },
})

export default function OpenDrive({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title } = useOutletContext<DriveSeen>()
  return (
    <Decision
      title={t`Open ${title} again`}
      text={<Trans>It gets the status it had before, and the owner gets an email.</Trans>}
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`Open again`}
      busyText={t`Opening...`}
      first={actionData}
    />
  )
}
