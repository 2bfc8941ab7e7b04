import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/** Returns how much of a gift can go back, and from which drive; undefined where no money came in. */
export const fundsBehind = async (db: Db, paymentId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('donations as g', 'g.payment_id', 'p.id')
    .where('p.id', '=', paymentId)
    .select(['g.fund_drive_id as driveId', 'p.reversed', 'g.fee_bps as feeBps'])
    .select(sql<boolean>`p.provider = 'mpesa'`.as('byPhone'))
    .select(sql<number>`p.amount - p.reversed`.as('left'))
    .select(
      sql<boolean>`exists (select from disputes q where q.payment_id = p.id and q.status = 'open')`.as('disputed'),
    )
    .executeTakeFirst()
