import { recordLook } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { askedWithinDay, needsTwo } from '#app/features/payouts/approval.server.ts'
import { modeFor } from '#app/features/payouts/complete.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { checksOf } from './check.server.ts'
import { type AskedList, openTotalsIn, type PayoutListed, payoutOf, payoutsIn } from './list.server.ts'
import { numberIn } from './office.ts'

/** So many at once: beside each stands all that its decision needs. */
const atOnce = 25

/** The requests that wait, or that are on their way, each with its balance check. That somebody looked is written down. */
export async function deskOf(db: Db, asked: AskedList, by: Actor) {
  const { after, ...found } = asked
  const [{ rows, next }, { processing, approved }] = await Promise.all([
    payoutsIn(db, asked, atOnce),
    openTotalsIn(db, asked),
  ])
  const checks = await checksOf(db, rows, by.id)
  if (rows.length > 0) await recordLook(db, { by, noun: 'payout', found })
  return {
    ...{ next, totals: asked.state === 'approved' ? approved : processing },
    counts: { processing: processing.count, approved: approved.count },
    requests: rows.map((row) => ({ ...row, check: checks.get(row.id)! })),
  }
}
export type Requested = PayoutListed & { check: NonNullable<ReturnType<Awaited<ReturnType<typeof checksOf>>['get']>> }

/** One request with all that its decision needs; undefined where there is none. */
export async function requestFor(db: Db, number: string | undefined, by: Actor) {
  const id = numberIn(number)
  const found = id === undefined ? undefined : await payoutOf(db, id)
  if (!found) return undefined
  const { payout, to } = found
  const checks = await checksOf(db, [payout], by.id)
  await recordLook(db, { by, noun: 'payout', subject: payout.id })
  const request: Requested = { ...payout, check: checks.get(payout.id)! }
  const together = await askedWithinDay(db, payout.id)
  return { request, mode: modeFor(to), needsTwo: await needsTwo(db, together, by.id), together, lookerId: by.id }
}
export type ToDecide = NonNullable<Awaited<ReturnType<typeof requestFor>>>
