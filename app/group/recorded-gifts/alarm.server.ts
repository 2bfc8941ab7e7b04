import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'

// What is recorded costs nothing and is believed by visitors: where it is much, a person looks.

/** In cents. */
const muchADay = 50_000_000
/** So many times what came through us, from this sum on: of a drive that begins with an envelope nothing is told. */
const timesOurs = 5
const leastOfMany = 10_000_000

const today = sql`date_trunc('day', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'`
/** A small gift that is changed to a large one counts on the day of the change. */
const isOfToday = sql`(r.created_at >= ${today} or (r.version > 1 and exists (
  select from recorded_story s where s.recorded_id = r.id and s.what = 'changed' and s.created_at >= ${today}
    and s.facts ->> 'amount' is distinct from r.amount::text)))`

/** Has a person look at a drive where much was recorded today, or much more in all than came through us. */
export async function watchRecorded(tx: Tx, driveId: string): Promise<void> {
  const { rows } = await sql<{ day: string; ofToday: number; all: number; raised: number }>`
    select (now() at time zone 'Africa/Nairobi')::date::text as day,
      coalesce(sum(r.amount), 0)::bigint as all,
      coalesce(sum(r.amount) filter (where ${isOfToday}), 0)::bigint as "ofToday",
      (select t.raised_amount from fund_drive_totals t where t.fund_drive_id = ${driveId}) as raised
    from recorded_gifts r where r.fund_drive_id = ${driveId} and r.voided_at is null`.execute(tx)
  const { day, ofToday, all, raised } = rows[0]!
  const facts = { drive: driveId, recorded: all, raised: raised ?? 0 }
  if (ofToday > muchADay)
    await raiseBreak(tx, 'much recorded on a day', `${driveId} ${day}`, { ...facts, today: ofToday })
  if (all >= leastOfMany && all > timesOurs * (raised ?? 0)) await raiseAnew(tx, driveId, facts)
}

/** Once a person has looked at it and closed it, it is opened again when twice as much is recorded, not by the next envelope. */
async function raiseAnew(tx: Tx, driveId: string, facts: { recorded: number; [more: string]: string | number }) {
  const closed = await tx
    .selectFrom('recon_breaks')
    .where('kind', '=', 'more recorded than raised')
    .where('subject', '=', driveId)
    .where('state', '=', 'closed')
    .select(sql<number | null>`max((facts ->> 'recorded')::bigint)`.as('recorded'))
    .executeTakeFirstOrThrow()
  if (facts.recorded >= 2 * (closed.recorded ?? 0)) await raiseBreak(tx, 'more recorded than raised', driveId, facts)
}

/** A code that one drive has recorded was typed for another one, too. In a transaction of its own: what was typed is refused. */
export async function watchCode(db: Db, driveId: string, code: string): Promise<void> {
  const other = await db
    .selectFrom('recorded_gifts')
    .where('code', '=', code)
    .where('voided_at', 'is', null)
    .where('fund_drive_id', '<>', driveId)
    .select('fund_drive_id as id')
    .executeTakeFirst()
  if (!other) return
  const facts = { drive: other.id, second: driveId }
  await db.transaction().execute((tx) => raiseBreak(tx, 'a code recorded twice', code, facts))
}
