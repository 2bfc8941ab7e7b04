import { accountTexts } from '#app/people/accounts/account.ts'
import { signOutEverywhere } from '#app/people/accounts/device.server.ts'
import { lastPersonGone } from '#app/people/accounts/last-person.server.ts'
import { personContext, sessionCookieGone } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: { title: accountTexts.allEnded },
  failed: { title: accountTexts.notAllEnded, tone: 'bad' },
  run: async (_, { context }) => {
    await signOutEverywhere(db, context.get(personContext)!.id)
    return { go: '/', cookies: [sessionCookieGone(), lastPersonGone()] }
  },
})
