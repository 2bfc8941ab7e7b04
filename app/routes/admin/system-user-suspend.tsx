import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { suspend } from '#app/office/people/decide.server.ts'
import { type PersonSeen, says } from '#app/office/people/office.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/system-user-suspend.ts'

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.suspended,
  failed: says.notSuspended,
  secret: ['again'],
  run: async ({ why, again }, { params, context }) => {
    await suspend(db, params.id!, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/system-users/${params.id}` }
  },
})

export default function Suspend({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { fullName, email } = useOutletContext<PersonSeen>()
  return (
    <Decision
      title={t`Suspend ${fullName}`}
      text={
        <Trans>
          {email} is signed out everywhere and can’t sign in. Visitors can’t find their fund drives, and nothing is
          withdrawn. Payments already started still arrive.
        </Trans>
      }
      back={`/admin/system-users/${params.id}`}
      whyHint={<Trans>For administrators only. The person is told that they are suspended, not why.</Trans>}
      confirm={t`Suspend`}
      busyText={t`Suspending...`}
      danger
      first={actionData}
    />
  )
}
