import type { Db } from '#app/platform/db.server.ts'
import { byNumber, ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { type Destination, methodText } from './payout.ts'
import { type PayoutStep, payoutsView } from './payouts-list.tsx'
import { waitingForADay } from './rails.server.ts'

const order = byNumber('id')

/** The list of a drive's withdrawals with their stories, newest first, with only the end of numbers. */
export const payoutsList = ownersList({
  view: payoutsView,
  file: 'payouts',
  sorts: order.sorts,
  size: 20,
  async read(db, { driveId, list }, size) {
    const query = db
      .selectFrom('payout_requests')
      .where('fund_drive_id', '=', driveId)
      .select(['id', 'amount', 'fee', 'net', 'part', 'parts', 'status', 'destination', 'created_at as at'])
    const { rows, next } = await pageOfRows(query, { ...order, asked: list, size })
    const ids = rows.map(({ id }) => id)
    const open = rows.filter(({ status }) => status === 'approved').map(({ id }) => id)
    const [steps, waiting] = await Promise.all([stepsOf(db, ids), waitingForADay(db, open)])
    return {
      rows: rows.map(({ destination, ...row }) => ({
        ...row,
        method: methodText(destination as Destination),
        waits: waiting.has(row.id),
        steps: steps.get(row.id) ?? [],
      })),
      next,
    }
  },
})

/** Reads the steps of requests. A provider's own words are for administrators; the owner reads what a person wrote. */
async function stepsOf(db: Db, ids: number[]): Promise<Map<number, PayoutStep[]>> {
  const found = new Map<number, PayoutStep[]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('payout_events')
    .where('payout_id', 'in', ids)
    .select(['payout_id', 'kind', 'by', 'note', 'code', 'reason', 'created_at'])
    .orderBy('id')
    .limit(ids.length * stepsShown)
    .execute()
  for (const { payout_id, kind, by, note, code, reason, created_at: at } of rows) {
    const step = { kind, at, note: by === null ? '' : note, code, reason }
    found.set(payout_id, [...(found.get(payout_id) ?? []), step])
  }
  return found
}
/** The limit for each request, which has a handful; only one that is tried again and again has more. */
const stepsShown = 100
