import { data } from 'react-router'
import { actorIn, deciderIn } from '#app/features/people/confirm.server.ts'
import type { completeAsAsked } from '#app/office/payouts/decide.server.ts'
import { requestFor } from '#app/office/payouts/desk.server.ts'
import { says } from '#app/office/payouts/office.ts'
import { decisionForm } from '#app/office/payouts/office-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, deed } from '#app/platform/deed.server.ts'

// What the dialogs that complete and decline a request have in common.

/** The request that is decided about, with all that its decision needs. */
export async function requestToDecide({ params, context }: Args) {
  const about = await requestFor(db, params.payout, actorIn(context))
  if (!about) throw data(null, { status: 404 })
  return about
}

/** Decides about it, and goes back to the page that the dialog stands over. */
export const decideRequest = (decide: typeof completeAsAsked) =>
  deed({
    form: decisionForm,
    page: true,
    failed: says.failed,
    secret: ['again'],
    run: async ({ back, again, ...decided }, { params, context }) => {
      const by = await deciderIn(db, context, again)
      return { go: back, says: await decide(db, params.payout, decided, by) }
    },
  })
