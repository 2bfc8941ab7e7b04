import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { endTheirSessions } from '#app/office/people/decide.server.ts'
import { type PersonSeen, says } from '#app/office/people/office.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/system-user-end-sessions.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.sessionsEnded,
  failed: says.sessionsNotEnded,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await endTheirSessions(db, params.id!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/system-users/${params.id}` }
  },
})

export default function EndSessions({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { fullName, email } = useOutletContext<PersonSeen>()
  return (
    <Decision
      title={t`End the sessions of ${fullName}`}
      text={<Trans>{email} is signed out on every device, and can sign in again at once.</Trans>}
      back={`/admin/system-users/${params.id}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`End sessions`}
      busyText={t`Ending...`}
      danger
      first={actionData}
    />
  )
}
