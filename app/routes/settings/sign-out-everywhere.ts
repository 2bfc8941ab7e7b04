import { says } from '#app/features/people/account.ts'
import { signOutEverywhere } from '#app/features/people/device.server.ts'
import { lastPersonGone } from '#app/features/people/last-person.server.ts'
import { personContext, sessionCookieGone } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: { title: says.allEnded },
  failed: { title: says.notAllEnded, tone: 'bad' },
  run: async (_, { context }) => {
    await signOutEverywhere(db, context.get(personContext)!.id)
    return { go: '/', cookies: [sessionCookieGone(), lastPersonGone()] }
  },
})
