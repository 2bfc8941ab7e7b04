import type { Db } from '#app/platform/db.server.ts'
import { type Destination, masked } from './payout.ts'
import type { StepKind } from './states.ts'

const atOnce = 20

/** A drive's withdrawals with their stories, newest first, from a place in the list on. Of numbers only the end. */
export async function payoutsOf(
  db: Db,
  driveId: string,
  { cursor = null, limit = atOnce }: { cursor?: string | null; limit?: number } = {},
) {
  const before = placeIn(cursor)
  const rows = await db
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', driveId)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .select(['id', 'amount', 'fee', 'net', 'part', 'parts', 'status', 'destination', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const steps = await stepsOf(
    db,
    shown.map(({ id }) => id),
  )
  return {
    payouts: shown.map(({ destination, created_at: at, status, ...row }) => ({
      ...row,
      status,
      at,
      method: methodText(destination as Destination),
      steps: steps.get(row.id) ?? [],
    })),
    next: rows.length > limit ? String(shown.at(-1)!.id) : null,
  }
}

export const methodText = (to: Destination): string =>
  to.type === 'bank' ? `${to.bank} ${masked(to.account)}` : `${to.operator} ${masked(to.phone)}`

type Step = { kind: StepKind; at: Date; note: string; code: string }

/** What a provider says of itself is for administrators; the owner reads what a person wrote. */
async function stepsOf(db: Db, ids: number[]): Promise<Map<number, Step[]>> {
  const found = new Map<number, Step[]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('payout_events')
    .where('payout_id', 'in', ids)
    .select(['payout_id', 'kind', 'by', 'note', 'code', 'created_at'])
    .orderBy('id')
    .limit(ids.length * stepsShown)
    .execute()
  for (const { payout_id, kind, by, note, code, created_at: at } of rows) {
    const step = { kind, at, note: by === null ? '' : note, code }
    found.set(payout_id, [...(found.get(payout_id) ?? []), step])
  }
  return found
}
/** A request has a handful; more come only of one that is tried again and again. */
const stepsShown = 100

function placeIn(cursor: string | null): number | undefined {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
}
