import { removeAvatar } from '#app/features/people/avatar.server.ts'
import { says } from '#app/features/people/avatar.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: { title: says.removed },
  failed: { title: says.notRemoved, tone: 'bad' },
  run: async (_, { context }) => void (await removeAvatar(db, context.get(personContext)!.id)),
})
