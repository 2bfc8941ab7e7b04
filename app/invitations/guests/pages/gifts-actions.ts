import { activityTexts, thingForm, untieForm } from '#app/invitations/activity/activity.ts'
import { listGiver, tieByHand, untie } from '#app/invitations/activity/tie.server.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/gifts-actions.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export const action = actions({
  'guests/:guest/tie': formAction({
    form: thingForm,
    done: activityTexts.tied,
    failed: activityTexts.notTied,
    run: async ({ of }, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await tieByHand(db, hostingIn(context), id, of)
      return { go }
    },
  }),
  'guests/:guest/untie': formAction({
    form: untieForm,
    done: activityTexts.untied,
    failed: activityTexts.notUntied,
    run: async ({ tie }, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await untie(db, hostingIn(context), id, tie)
      return { go }
    },
  }),
  'guests/gave/add': formAction({
    form: thingForm,
    done: activityTexts.listed,
    failed: activityTexts.notListed,
    run: async ({ of }, { context }) => {
      const mine = hostingIn(context)
      await listGiver(db, mine, of)
      return { go: `/gathering/${mine.slug}/guests/gave` }
    },
  }),
})
