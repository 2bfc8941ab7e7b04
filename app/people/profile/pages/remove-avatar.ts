import { removeAvatar } from '#app/people/accounts/avatar.server.ts'
import { avatarTexts } from '#app/people/accounts/avatar.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: { title: avatarTexts.removed },
  failed: { title: avatarTexts.notRemoved, tone: 'bad' },
  run: async (_, { context }) => void (await removeAvatar(db, context.get(personContext)!.id)),
})
