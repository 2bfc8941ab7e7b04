import { doorForm, doorTexts } from '#app/invitations/door/door.ts'
import { revokeDoor } from '#app/invitations/door/doors.server.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const action = formAction({
  form: doorForm,
  done: doorTexts.revoked,
  failed: doorTexts.notRevoked,
  limits: (_, { context }) => [{ name: 'shut-door', key: context.get(personContext)!.id, times: 120, seconds: 3600 }],
  run: async ({ door }, { context }) => void (await revokeDoor(db, hostingIn(context), door)),
})
