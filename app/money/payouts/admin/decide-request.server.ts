import { setTimeout as pause } from 'node:timers/promises'
import { data } from 'react-router'
import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { againField } from '#app/admin/decision-forms.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { manyLines } from '#app/kit/lines.ts'
import { Refusal, type Says, said } from '#app/kit/says.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { changedMeanwhile, decline, type PayoutDecision } from '#app/money/payouts/decide.server.ts'
import { type DeclineReason, declineReasons } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { payoutDecisionTexts, payoutNumberIn } from './payout-admin.ts'
import { requestFor } from './requests-list.server.ts'

// The decisions of administrators about requests, and the messages about the result.

type Decided = { note: string; byHand: boolean; reason?: DeclineReason | undefined }
/** Milliseconds that a page waits for the provider's answer before it says that the request is on its way. */
const patience = 4000

export const completeAsAsked = (
  db: Db,
  number: string | undefined,
  { note, byHand }: Decided,
  by: Actor,
  wait = patience,
): Promise<Says> =>
  told(async () => {
    const payoutId = idIn(number)
    const { isFirst } = await completePayout(db, payoutId, { ...decision(by, note), byHand })
    return isFirst ? payoutDecisionTexts.first : saysOf(db, payoutId, wait)
  })

export const declineAsAsked = (
  db: Db,
  number: string | undefined,
  { note, reason }: Pick<Decided, 'note' | 'reason'>,
  by: Actor,
): Promise<Says> =>
  told(async () => {
    await decline(db, idIn(number), { ...decision(by, note), reason })
    return payoutDecisionTexts.done.rejected
  })

function idIn(number: string | undefined): number {
  const id = payoutNumberIn(number)
  if (id === undefined) throw changedMeanwhile(404)
  return id
}

const decision = ({ id, address }: Actor, note: string): PayoutDecision => ({
  by: id,
  address,
  ...(note ? { note } : {}),
})

/** Runs a decision. A failure's toast always has the same title; the rule that refused it is in the dialog. */
async function told(decide: () => Promise<Says>): Promise<Says> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status } = error
    if (error.code === 'changed meanwhile') throw new Refusal(payoutDecisionTexts.raced, { status })
    throw new Refusal({ ...payoutDecisionTexts.failed, why: error.says.title }, { status })
  }
}

/** Says what has become of it by now. The provider mostly answers within a moment. */
async function saysOf(db: Db, payoutId: number, wait: number): Promise<Says> {
  const { status, notes } = await settled(db, payoutId, wait)
  return status === 'processing' || status === 'waiting'
    ? payoutDecisionTexts.notSent(notes)
    : payoutDecisionTexts.done[status]
}

async function settled(db: Db, payoutId: number, wait: number): Promise<{ status: PayoutState; notes: string }> {
  for (let waited = 0; ; waited += step) {
    const row = await db
      .selectFrom('payout_requests')
      .where('id', '=', payoutId)
      .select(['status', 'notes'])
      .executeTakeFirstOrThrow()
    if (row.status !== 'approved' || waited >= wait) return row
    await pause(step)
  }
}
const step = 100

/** A decision about a request, and the admin page that it was made on. */
export const payoutDecisionForm = z.object({
  note: z
    .string()
    .catch('')
    .transform(manyLines)
    .pipe(z.string().max(1000, said(payoutDecisionTexts.noteLong))),
  /** The reason for declining, if one was chosen. */
  reason: z.enum(declineReasons).optional().catch(undefined),
  /** True if a person has sent it by hand, after the provider could not. */
  byHand: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((on) => on === 'on'),
  back: z
    .string()
    .regex(/^\/admin\/(withdrawal-requests|payouts\/\d{1,15})(\?[^#]*)?$/)
    .catch('/admin/withdrawal-requests'),
  again: againField,
})

export const revealForm = z.object({ again: againField })

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
