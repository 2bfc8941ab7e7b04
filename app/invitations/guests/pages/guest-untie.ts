import { untie } from '#app/invitations/activity/by-hand.server.ts'
import { activityTexts, untieForm } from '#app/invitations/activity/line.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/guest-untie.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export const action = deed({
  form: untieForm,
  done: activityTexts.untied,
  failed: activityTexts.notUntied,
  run: async ({ tie }, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await untie(db, hostingIn(context), id, tie)
    return { go }
  },
})
