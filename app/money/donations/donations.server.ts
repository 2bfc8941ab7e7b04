import { type RawBuilder, sql } from 'kysely'
import { lastFingerprintOf } from '#app/money/public-book/book.server.ts'
import { fingerprintText, refText } from '#app/money/public-book/book.ts'
import { refOfGift } from '#app/money/public-book/close.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import { channels } from './channel.ts'
import { type DonationPage, type PublicDonation, toldAtOnce } from './donation.ts'
import { type Receipt, receiptNumber } from './receipt.ts'

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

/** Sums, in cents, what went back of a payment, or our own share of that; with `chargebacksOnly` only what its payer's bank took. */
const sumOf = (what: 'amount' | 'fee_part', payment: string, chargebacksOnly: boolean) =>
  sql<number>`(select coalesce(sum(${sql.ref(`back.${what}`)}), 0)::bigint from reversals back
    where back.payment_id = ${sql.ref(payment)} and back.state = 'done'
      and (back.kind = 'chargeback' or not ${sql.lit(chargebacksOnly)}))`

export const chargedBackOf = (payment: string) => sumOf('amount', payment, true)
const feeBackOf = (payment: string) => sumOf('fee_part', payment, false)

// The gifts of a drive, from the kept sums of the books and the gifts since: a drive with a million gifts is not added up again
// for each request.

/**
 * Selects gifts as they came in, by day and channel: how many, and their sum before anything went back. `since` is the first
 * day that is wanted. Read it in one statement with anything that has to agree with it.
 */
export const keptGifts = (driveId: string, since?: string): RawBuilder<unknown> => sql`
  select s.starts as day, s.channel, s.payments as gifts, s.gross as amount
  from revenue_sums s
  where s.fund_drive_id = ${driveId}::uuid and s.span = ${since ? 'day' : 'month'} and s.kind = 'donation'
    and s.starts >= ${since ?? '1000-01-01'}::date
  union all
  select f.day, f.channel, 1, f.amount from fresh_gifts(${driveId}::uuid) f where f.day >= ${since ?? '1000-01-01'}::date`

/** Reads the gifts on a drive's public page, from the newest or from a place further down; and the newest. */
export async function donationsSeen(db: Db, driveId: string, before: string | null, now = Date.now()) {
  const cursor = placeInGifts(before)
  const page = await publicDonations(db, driveId, { before: cursor })
  const newest = cursor ? await newestDonations(db, driveId) : beginningOf(page)
  return { seen: { ...page, cursor: cursor ?? null, now }, newest }
}

export type DonationsSeen = DonationPage & { cursor: number | null; now: number }

/** Reads the gifts that each change sends to all open pages. */
export const newestDonations = (db: Db, driveId: string): Promise<DonationPage> =>
  publicDonations(db, driveId, { limit: toldAtOnce })

/** Takes the newest gifts from a page that begins with them. */
function beginningOf({ donations, next }: DonationPage): DonationPage {
  if (donations.length <= toldAtOnce) return { donations, next }
  const first = donations.slice(0, toldAtOnce)
  return { donations: first, next: first.at(-1)!.id }
}

/** Reads where a page begins; undefined for a place that we never gave out. A recorded gift lies between two numbers. */
export const placeInGifts = (before: string | null | undefined): number | undefined =>
  /^\d{1,11}(\.\d{1,4})?$/.test(before ?? '') && Number(before) > 0 ? Number(before) : undefined

const isReceipt = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** M-Pesa's code of the payment `p`. */
const codeOf = sql<string | null>`(
  select r.receipt from mpesa_receipts r where r.payment_id = p.id and r.state = 'placed' order by r.paid_at limit 1)`

/** Finds the receipt at this address, for anyone who has it: nobody can guess one. */
export async function receiptOf(db: Db, receipt: string): Promise<Receipt | undefined> {
  if (!isReceipt(receipt)) return undefined
  const row = await db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
    .leftJoin('profiles as o', 'o.user_id', 'f.user_id')
    .where('d.receipt', '=', receipt)
    .select(['d.id', 'd.amount', 'd.platform_fee', 'd.fee_bps', 'd.donor_name', 'd.anonymous', 'd.channel'])
    .select(['d.created_at', 'p.reversed', 'd.receipt', 'f.slug', 'f.title', 'o.full_name as organiser'])
    .select([chargedBackOf('p.id').as('chargedBack'), feeBackOf('p.id').as('feeBack'), codeOf.as('code')])
    .select(lastFingerprintOf('d.fund_drive_id').as('book'))
    .executeTakeFirst()
  if (!row) return undefined
  const { slug, title, amount, reversed, chargedBack, anonymous, feeBack, code, book } = row
  return {
    slug,
    title,
    amount,
    reversed,
    chargedBack,
    anonymous,
    feeBack,
    code,
    organiser: row.organiser ?? '',
    name: row.donor_name,
    at: row.created_at,
    fee: row.platform_fee,
    feeBps: row.fee_bps,
    number: receiptNumber(row.id, row.created_at),
    ref: refText(refOfGift(row.receipt)),
    book: book && { day: book.day, fingerprint: fingerprintText(book.hash) },
    channel: channels.find((one) => one === row.channel) ?? 'other',
  }
}
