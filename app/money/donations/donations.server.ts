import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import type { PublicDonation } from './donation.ts'

/** The giver's name for everybody. A private name leaves the database as null: no page can show by mistake what it never gets. */
const nameSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_name, '') end`
/** The name for the drive's owner: M-Pesa's name if the payer typed none. */
export const nameForOwner = sql<
  string | null
>`case when d.anonymous then null else coalesce(nullif(d.donor_name, ''), name_at_mpesa(d.payment_id)) end`

/** The name of a recorded gift, and its time: the day on which it was given is known, and no hour. */
export const nameRecorded = sql<string | null>`case when r.anonymous then null else nullif(r.name, '') end`
export const whenGiven = sql<Date>`case when r.given_on < (r.created_at at time zone 'Africa/Nairobi')::date
  then (r.given_on + time '12:00') at time zone 'Africa/Nairobi' else r.created_at end`

/**
 * Reads the gifts that everybody may see, newest first, from the newest or from a place further down. Never an address.
 * Recorded gifts are listed where they were recorded: their number lies between two donations.
 */
export async function publicDonations(
  db: Db,
  driveId: string,
  { before, limit = 20 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ donations: PublicDonation[]; next: number | null }> {
  const size = Math.min(Math.max(limit, 1), 100)
  // A row more than asked for tells that there are more.
  const asked = { driveId, most: size + 1 }
  const rows = await (before === undefined ? newest(db, asked) : older(db, { ...asked, before }))
  const donations = rows.slice(0, size)
  return { donations, next: rows.length > size ? donations.at(-1)!.id : null }
}

type Place = { driveId: string; most: number }
type Below = Place & { before: number }
const newest = builtOnce(
  (db, place: Place) => together(db, { through: throughUs(db, place), recorded: byHand(db, place), most: place.most }),
  ['at'],
)
const older = builtOnce(
  (db, place: Below) =>
    together(db, {
      through: throughUs(db, place).where('d.id', '<', sql<number>`ceil(${place.before}::numeric)::bigint`),
      recorded: byHand(db, place).where('r.place', '<', sql<number>`round(${place.before}::numeric * 10000)::bigint`),
      most: place.most,
    }),
  ['at'],
)

type Both = { through: ReturnType<typeof throughUs>; recorded: ReturnType<typeof byHand>; most: number }

const together = (db: Db, { through, recorded, most }: Both) =>
  db
    .selectFrom(through.as('g'))
    .selectAll('g')
    .unionAll(db.selectFrom(recorded.as('h')).selectAll('h'))
    .orderBy('id', 'desc')
    .limit(most)

const throughUs = (db: Db, { driveId, most }: Place) =>
  db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.fund_drive_id', '=', driveId)
    .whereRef('p.reversed', '<', 'd.amount')
    .select([sql<number>`d.id::float8`.as('id'), 'd.anonymous', 'd.message', 'd.created_at as at', nameSeen.as('name')])
    .select([sql<number>`d.amount - p.reversed`.as('amount'), sql<string | null>`null::text`.as('recordedBy')])
    .orderBy('d.id', 'desc')
    .limit(most)

const byHand = (db: Db, { driveId, most }: Place) =>
  db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .innerJoin('profiles as o', 'o.user_id', 'r.recorded_by')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .where('f.hides_recorded', '=', false)
    .where('f.recorded_hidden_at', 'is', null)
    .select([sql<number>`(r.place / 10000.0)::float8`.as('id'), 'r.anonymous', sql<string>`''`.as('message')])
    .select([whenGiven.as('at'), nameRecorded.as('name'), 'r.amount', sql<string | null>`o.full_name`.as('recordedBy')])
    .orderBy('r.place', 'desc')
    .limit(most)
