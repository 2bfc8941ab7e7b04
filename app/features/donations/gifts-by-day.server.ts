import { sql } from 'kysely'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'

export type GiftDays = {
  /** Every day of the span, also those without a gift; amounts in cents, less what was refunded. */
  days: { day: string; amount: number; gifts: number }[]
  amount: number
  gifts: number
}

/** What a drive was given on each of the last so many days of Nairobi's calendar. */
export async function giftsByDay(db: Db, driveId: string, { days = 30, now = new Date() } = {}): Promise<GiftDays> {
  const span = Array.from({ length: days }, (_, ago) => dayAt(new Date(now.getTime() - (days - 1 - ago) * 86_400_000)))
  const { rows } = await sql<{ day: string; amount: number; gifts: number }>`
    select to_char(d.created_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day,
      sum(d.amount - p.reversed)::bigint as amount, count(*) as gifts
    from donations d join payments p on p.id = d.payment_id
    where d.fund_drive_id = ${driveId} and p.reversed < d.amount
      and d.created_at >= ${span[0]}::date::timestamp at time zone 'Africa/Nairobi'
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  const all = span.map((day) => ({ day, amount: found.get(day)?.amount ?? 0, gifts: found.get(day)?.gifts ?? 0 }))
  return {
    days: all,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
    gifts: all.reduce((sum, { gifts }) => sum + gifts, 0),
  }
}
