import { sql } from 'kysely'
import type { SentMoney } from '#app/drives/updates/update.ts'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { type Destination, methodText, type Signing } from './payout.ts'
import { type PayoutStep, payoutsView } from './payouts-list.tsx'
import { waitingForADay } from './rails.server.ts'
import { signedBy } from './signatures.server.ts'
import type { PayoutState } from './states.ts'
import { answersTo } from './what-for.server.tsx'

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
      .select(['whole', 'needs', 'purpose'])
    const { rows, next } = await pageOfRows(query, { ...order, asked: list, size })
    const ids = rows.map(({ id }) => id)
    const open = rows.filter(({ status }) => status === 'approved').map(({ id }) => id)
    const sent = rows.filter(({ status }) => status === 'completed').map(({ whole }) => whole)
    const [steps, waiting, signing, told] = await Promise.all([
      stepsOf(db, ids),
      waitingForADay(db, open),
      signingOf(db, driveId, rows),
      answersTo(db, sent),
    ])
    return {
      rows: rows.map(({ destination, whole, needs, ...row }) => ({
        ...row,
        isSigned: needs > 0,
        signing: signing.get(whole) ?? null,
        method: methodText(destination as Destination),
        waits: waiting.has(row.id),
        steps: steps.get(row.id) ?? [],
        told: told.get(whole) ?? null,
      })),
      next,
    }
  },
})

/** Reads how far the treasurers are with each withdrawal that waits for them, by its whole. */
async function signingOf(
  db: Db,
  driveId: string,
  rows: { whole: string; status: PayoutState }[],
): Promise<Map<string, Signing>> {
  const waiting = new Set(rows.filter(({ status }) => status === 'waiting').map(({ whole }) => whole))
  const found = new Map<string, Signing>()
  for (const whole of waiting) {
    const { needed, agreed } = await signedBy(db, { whole, driveId })
    found.set(whole, { needed, agreed: agreed.map(({ name }) => name) })
  }
  return found
}

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

/** Returns withdrawals of a drive that were sent, whole: the one that a part's number names, or those with these keys. */
export async function sentWholes(
  db: Db,
  driveId: string,
  which: { payout: number } | { wholes: string[] },
): Promise<SentMoney[]> {
  if ('wholes' in which && which.wholes.length === 0) return []
  const { rows } = await sql<SentMoney>`
    select o.whole, min(o.id)::bigint as payout, sum(o.net)::bigint as net, min(o.purpose) as purpose, max(e.created_at) as at
    from payout_requests o join lateral (
      select created_at from payout_events where payout_id = o.id and kind = 'completed' order by id desc limit 1) e on true
    where o.fund_drive_id = ${driveId} and o.status = 'completed' and ${
      'payout' in which
        ? sql`o.whole = (select whole from payout_requests where id = ${which.payout} and fund_drive_id = ${driveId})`
        : sql`o.whole = any(${which.wholes}::uuid[])`
    }
    group by o.whole`.execute(db)
  return rows
}
