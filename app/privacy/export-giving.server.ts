import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/** What they gave and promised, what others recorded for them, and what they claimed: the same as they see on /giving. */
export async function givingOf(db: Db, userId: string) {
  const [gifts, pledges, recordedGifts, claims] = await Promise.all([
    giftsOf(db, userId),
    pledgesOf(db, userId),
    recordedOf(db, userId),
    claimsOf(db, userId),
  ])
  return { gifts, pledges, recordedGifts, claims }
}

const most = 10_000

const giftsOf = (db: Db, userId: string) =>
  db
    .selectFrom('payments as p')
    .leftJoin('donations as d', 'd.payment_id', 'p.id')
    .leftJoin('fund_drives as f', 'f.id', 'p.fund_drive_id')
    .where(sql<SqlBool>`p.id in (select given_by(${userId}))`)
    .select([
      'f.title as drive',
      'f.slug as address',
      'p.amount as cents',
      'p.currency',
      'p.reversed as refundedInCents',
    ])
    .select(['p.status', 'p.reference', 'd.receipt', 'p.anonymous', 'p.donor_name as name', 'p.donor_email as email'])
    .select(['p.donor_phone as phone', 'p.message', 'p.channel', 'p.created_at as createdAt', 'p.settled_at as paidAt'])
    .orderBy('p.id')
    .limit(most)
    .execute()

/** Without the links: who has one can change the pledge. */
const pledgesOf = (db: Db, userId: string) =>
  db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as f', 'f.id', 'g.fund_drive_id')
    .where(sql<SqlBool>`g.id in (select promised_by(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'g.amount as cents', 'g.paid as paidInCents', 'g.state'])
    .select(['g.name', 'g.phone', 'g.email', 'g.anonymous', 'g.source', 'g.agreed', 'g.created_at as createdAt'])
    .select(sql<string | null>`g.due_on::text`.as('dueOn'))
    .orderBy('g.id')
    .limit(most)
    .execute()

const recordedOf = (db: Db, userId: string) =>
  db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where(sql<SqlBool>`r.id in (select recorded_for(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'r.amount as cents', 'r.method', 'r.code', 'r.name', 'r.phone'])
    .select(['r.note', 'r.anonymous', 'r.receipt', 'p.full_name as recordedBy', 'r.created_at as recordedAt'])
    .select(['r.voided_at as voidedAt', sql<string>`r.given_on::text`.as('givenOn')])
    .orderBy('r.id')
    .limit(most)
    .execute()

const claimsOf = (db: Db, userId: string) =>
  db
    .selectFrom('claims as c')
    .innerJoin('fund_drives as f', 'f.id', 'c.fund_drive_id')
    .where(sql<SqlBool>`c.id in (select claimed_by(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'c.receipt as code', 'c.name', 'c.phone', 'c.message', 'c.state'])
    .select(['c.anonymous', 'c.created_at as createdAt'])
    .orderBy('c.id')
    .limit(most)
    .execute()
