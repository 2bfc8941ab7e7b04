import { helperTexts } from '#app/invitations/helpers/member.ts'
import { leaveHelper } from '#app/invitations/helpers/members.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  done: helperTexts.left,
  failed: helperTexts.notRemoved,
  run: async (_, { context }) => {
    await leaveHelper(db, context.get(personContext)!.id, { fund_drive_id: context.get(driveContext).id })
    return { go: '/dashboard' }
  },
})
