import { sql } from 'kysely'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { keptGifts } from './donations.server.ts'

export type GiftDays = {
  /** Every day of the span, also those without a gift; amounts in cents, less what was refunded. */
  days: { day: string; amount: number; gifts: number }[]
  amount: number
  gifts: number
}

/** Sums a drive's gifts on each of the last days of Nairobi's calendar; recorded gifts count on the day that they name. */
export async function giftsByDay(db: Db, driveId: string, { days = 30, now = new Date() } = {}): Promise<GiftDays> {
  const span = Array.from({ length: days }, (_, ago) => dayAt(new Date(now.getTime() - (days - 1 - ago) * 86_400_000)))
  // Refunds are subtracted on the day of their gift: they are few, and looked up by themselves. The day is the one in the
  // books, as it is in the sums.
  const { rows } = await sql<{ day: string; amount: number; gifts: number }>`
    select g.day::text as day, sum(g.amount)::bigint as amount, sum(g.gifts)::bigint as gifts
    from (
      select day, gifts, amount from (${keptGifts(driveId, span[0])}) k
      union all
      select r.given_on, 1, r.amount from recorded_gifts r join fund_drives f on f.id = r.fund_drive_id
      where r.fund_drive_id = ${driveId} and r.voided_at is null and r.given_on >= ${span[0]}::date
        and not f.hides_recorded and f.recorded_hidden_at is null
      union all
      select b.day, case when p.reversed = p.amount then -1 else 0 end, -p.reversed
      from payments p cross join lateral (
        select (t.created_at at time zone 'Africa/Nairobi')::date as day from ledger_transfers t
        where t.event_kind = 'donation' and t.subject_id = p.id and t.leg = 1 limit 1) b
      where p.fund_drive_id = ${driveId} and p.kind = 'donation' and p.reversed > 0 and b.day >= ${span[0]}::date
        and p.settled_at >= ${span[0]}::date::timestamp at time zone 'Africa/Nairobi' - interval '1 minute'
    ) g group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  const all = span.map((day) => ({ day, amount: found.get(day)?.amount ?? 0, gifts: found.get(day)?.gifts ?? 0 }))
  return {
    days: all,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
    gifts: all.reduce((sum, { gifts }) => sum + gifts, 0),
  }
}
