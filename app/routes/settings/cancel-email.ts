import { cancelEmailChange } from '#app/features/people/email-change.server.ts'
import { says } from '#app/features/people/email-change.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: says.cancelled,
  failed: { title: says.notAsked, tone: 'bad' },
  run: async (_, { context }) => void (await cancelEmailChange(db, context.get(personContext)!.id)),
})
