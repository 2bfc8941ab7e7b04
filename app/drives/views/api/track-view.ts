import { lookingOf, tokenHeader } from '#app/drives/views/report.server.ts'
import { trackView, viewLimits } from '#app/drives/views/view.server.ts'
import { viewTexts } from '#app/drives/views/view.ts'
import { trackForm } from '#app/drives/views/view-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

// POST { fund_drive_id, device_type, location }: a visitor looks at a drive.

export const action = call({
  form: trackForm,
  limits: (_, { context }) => viewLimits(context.get(askedContext).address),
  run: async ({ fund_drive_id, device_type: deviceType, location }, args) => {
    const looking = lookingOf(args, fund_drive_id, args.context.get(personContext), {
      deviceType,
      location,
      token: args.request.headers.get(tokenHeader),
      // The page comes in a header: address and body are as they are specified.
      from: args.request.headers.get('page-from')?.slice(0, 500),
    })
    const view = await trackView(db, fund_drive_id, looking)
    if (view === 'missing') throw new Refusal(viewTexts.missing, { status: 404 })
    return { success: view !== 'blocked', view }
  },
})
