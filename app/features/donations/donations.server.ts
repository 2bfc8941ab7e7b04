import { sql } from 'kysely'
import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { PublicDonation } from './donation.ts'

/** Whose name is nobody's business leaves the database as null: no page can show by mistake what it never gets. */
const nameSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_name, '') end`
/** The same for its owner: the payer who said no name has that of M-Pesa's. */
export const nameForOwner = sql<
  string | null
>`case when d.anonymous then null else coalesce(nullif(d.donor_name, ''), name_at_mpesa(d.payment_id)) end`

const gifts = (db: Db, driveId: string) =>
  db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.fund_drive_id', '=', driveId)

/** The gifts that everybody may see, newest first, from the newest or from a place further down. Never an address. */
export async function publicDonations(
  db: Db,
  driveId: string,
  { before, limit = 20 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ donations: PublicDonation[]; next: number | null }> {
  const size = Math.min(Math.max(limit, 1), 100)
  // One row more than asked for tells that there are more.
  const asked = { driveId, most: size + 1 }
  const rows = await (before === undefined ? newest(db, asked) : older(db, { ...asked, before }))
  const donations = rows.slice(0, size)
  return { donations, next: rows.length > size ? donations.at(-1)!.id : null }
}

type Place = { driveId: string; most: number }
const newest = builtOnce((db, { driveId, most }: Place) => seenByAll(db, driveId).limit(most), ['at'])
const older = builtOnce(
  (db, { driveId, most, before }: Place & { before: number }) =>
    seenByAll(db, driveId).where('d.id', '<', before).limit(most),
  ['at'],
)

const seenByAll = (db: Db, driveId: string) =>
  gifts(db, driveId)
    .whereRef('p.reversed', '<', 'd.amount')
    .select(['d.id', 'd.anonymous', 'd.message', 'd.created_at as at', nameSeen.as('name')])
    .select(sql<number>`d.amount - p.reversed`.as('amount'))
    .orderBy('d.id', 'desc')
