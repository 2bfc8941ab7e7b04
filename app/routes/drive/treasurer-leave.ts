import { personContext } from '#app/features/people/session.server.ts'
import { says } from '#app/features/treasurers/treasurer.ts'
import { leaveHelper } from '#app/features/treasurers/treasurers.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { driveContext } from './context.ts'

export const action = deed({
  done: says.left,
  failed: says.notRemoved,
  run: async (_, { context }) => {
    await leaveHelper(db, context.get(personContext)!.id, context.get(driveContext).id)
    return { go: '/dashboard' }
  },
})
