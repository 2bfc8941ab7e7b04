import { data } from 'react-router'
import { adminAction } from '#app/admin/decision.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import type { completeAsAsked } from './decide.server.ts'
import { payoutDecisionTexts } from './payout-admin.ts'
import { payoutDecisionForm } from './payout-admin-forms.ts'
import { requestFor } from './requests-list.server.ts'

// The common parts of the dialogs that complete and decline a request.

/** Loads the request to be decided, with all that its decision needs. */
export async function requestToDecide({ params, context }: Args) {
  const about = await requestFor(db, params.payout, actorIn(context))
  if (!about) throw data(null, { status: 404 })
  return about
}

/** Decides about it, and goes back to the page below the dialog. */
export const decideRequest = (decide: typeof completeAsAsked) =>
  adminAction({
    form: payoutDecisionForm,
    page: true,
    failed: payoutDecisionTexts.failed,
    at: ({ params }) => params.payout,
    run: async ({ back, ...decided }, by, payout) => ({ go: back, says: await decide(db, payout, decided, by) }),
  })
