import { asksFirst, lookingOf, tokenHeader, withVisitor } from '#app/drives/views/report.server.ts'
import { trackView, viewLimits } from '#app/drives/views/view.server.ts'
import { viewTexts } from '#app/drives/views/view.ts'
import { trackForm } from '#app/drives/views/view-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

// POST { fund_drive_id, device_type, location }: a visitor looks at a drive.

/** Returns the answer for a browser that has no cookie yet: nothing is counted before it came back. */
const first = (driveId: string, args: Args) => asksFirst(args, driveId, args.request.headers.get(tokenHeader))

export const action = call({
  form: trackForm,
  limits: ({ fund_drive_id }, args) =>
    first(fund_drive_id, args) ? [] : viewLimits(args.context.get(askedContext).address),
  run: async ({ fund_drive_id, device_type: deviceType, location }, args) => {
    const asked = first(fund_drive_id, args)
    if (asked) return asked
    const looking = lookingOf(args, fund_drive_id, args.context.get(personContext), {
      deviceType,
      location,
      token: args.request.headers.get(tokenHeader),
      // The page comes in a header: address and body are as they are specified.
      from: args.request.headers.get('page-from')?.slice(0, 500),
    })
    const view = await trackView(db, fund_drive_id, looking)
    if (view === 'missing') throw new Refusal(viewTexts.missing, { status: 404 })
    const said = Response.json({ success: view !== 'blocked', view }, { headers: { 'cache-control': 'no-store' } })
    return withVisitor(said, args, view)
  },
})
