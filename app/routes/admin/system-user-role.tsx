import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { says as twoSays } from '#app/features/audit/two-administrators.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { changeRole } from '#app/office/people/decide.server.ts'
import { type PersonSeen, says } from '#app/office/people/office.ts'
import { roleForm } from '#app/office/people/office-forms.ts'
import { RoleChoice } from '#app/office/people/role-choice.tsx'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/system-user-role.ts'

export const action = deed({
  form: roleForm,
  page: true,
  done: says.roleChanged,
  failed: says.roleNotChanged,
  secret: ['again'],
  run: async ({ role, why, again }, { params, context }) => {
    const done = await changeRole(db, params.id!, role, { by: await deciderIn(db, context, again), why })
    const go = `/admin/system-users/${params.id}`
    return done === 'first' ? { go, says: twoSays.first } : { go }
  },
})

export default function ChangeRole({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { fullName, role } = useOutletContext<PersonSeen>()
  return (
    <Decision
      title={t`Change the role of ${fullName}`}
      text={<Trans>The person gets an email. Their open pages change at once.</Trans>}
      back={`/admin/system-users/${params.id}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`Change role`}
      busyText={t`Changing...`}
      first={actionData}
      fields={(answer) => <RoleChoice role={role} answer={answer} />}
    />
  )
}
