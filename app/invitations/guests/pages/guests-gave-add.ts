import { listGiver } from '#app/invitations/activity/by-hand.server.ts'
import { activityTexts, thingForm } from '#app/invitations/activity/line.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/guests-gave-add.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export const action = deed({
  form: thingForm,
  done: activityTexts.listed,
  failed: activityTexts.notListed,
  run: async ({ of }, { context }) => {
    const mine = hostingIn(context)
    await listGiver(db, mine, of)
    return { go: `/gathering/${mine.slug}/guests/gave` }
  },
})
