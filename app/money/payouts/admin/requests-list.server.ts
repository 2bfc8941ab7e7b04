import { sql } from 'kysely'
import type { Waiting } from '#app/admin/desk/task.ts'
import { officeList } from '#app/admin/list.server.ts'
import { recordLook } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { askedWithinDay, needsTwo } from '#app/money/payouts/approval.server.ts'
import { modeFor } from '#app/money/payouts/complete.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { checksOf } from './check.server.ts'
import { numberIn, type Requested } from './office.ts'
import { openTotalsIn, payoutOf, payoutSorts, payoutsIn } from './payouts-list.server.ts'
import { payoutsView } from './payouts-list.tsx'
import { type RequestsTotals, requestsView } from './requests-list.tsx'

/** The requests that wait, or that are on their way, each with its balance check. The longest wait comes first. */
export const requestsList = officeList({
  view: requestsView,
  noun: 'payout',
  file: 'withdrawal-requests',
  found: ({ search, state }) => ({ ...(search ? { search } : {}), state, waiting: true }),
  sorts: payoutSorts,
  order: () => 'asc',
  // Beside each stands all that its decision needs.
  size: 25,
  read: async (db, asked, size) => {
    const { rows, next } = await payoutsIn(db, asked, size)
    const checks = await checksOf(db, rows, asked.lookerId ?? '')
    return { rows: rows.map((row): Requested => ({ ...row, check: checks.get(row.id)! })), next }
  },
  readFile: payoutsIn,
  fileColumns: payoutsView.columns,
  totals: async (db, { filter }): Promise<RequestsTotals> => {
    const { processing, approved } = await openTotalsIn(db, filter)
    const counts = { processing: processing.count, approved: approved.count }
    return { ...(filter.state === 'approved' ? approved : processing), counts }
  },
})

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

export const waitingRequests: Waiting = {
  from: sql`payout_requests where status = 'processing'`,
  oldest: sql`select o.id::text, o.created_at as at, o.amount, d.title
    from payout_requests o join fund_drives d on d.id = o.fund_drive_id
    where o.status = 'processing' order by o.id`,
}
