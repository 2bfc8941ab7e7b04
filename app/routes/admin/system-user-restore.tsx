import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { says as twoSays } from '#app/features/audit/two-administrators.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { restore } from '#app/office/people/decide.server.ts'
import { type PersonSeen, says } from '#app/office/people/office.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/system-user-restore.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.restored,
  failed: says.notRestored,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    const done = await restore(db, params.id!, { by: await deciderIn(db, context, again), why })
    const go = `/admin/system-users/${params.id}`
    return done === 'first' ? { go, says: twoSays.first } : { go }
  },
})

export default function Restore({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { fullName, email } = useOutletContext<PersonSeen>()
  return (
    <Decision
      title={t`Restore ${fullName}`}
      text={<Trans>{email} can sign in again, and visitors can find their fund drives again.</Trans>}
      back={`/admin/system-users/${params.id}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`Restore`}
      busyText={t`Restoring...`}
      first={actionData}
    />
  )
}
