import { tieByHand } from '#app/invitations/activity/by-hand.server.ts'
import { activityTexts, thingForm } from '#app/invitations/activity/line.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/guest-tie.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export const action = deed({
  form: thingForm,
  done: activityTexts.tied,
  failed: activityTexts.notTied,
  run: async ({ of }, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await tieByHand(db, hostingIn(context), id, of)
    return { go }
  },
})
