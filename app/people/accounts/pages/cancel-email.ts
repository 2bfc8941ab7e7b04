import { cancelEmailChange } from '#app/people/accounts/email-change.server.ts'
import { emailChangeTexts } from '#app/people/accounts/email-change.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: emailChangeTexts.cancelled,
  failed: { title: emailChangeTexts.notAsked, tone: 'bad' },
  run: async (_, { context }) => void (await cancelEmailChange(db, context.get(personContext)!.id)),
})
