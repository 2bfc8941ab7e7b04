import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { usedForAnother, uuidOf } from '#app/platform/jobs/sent-once.server.ts'
import {
  amountMax,
  faultOfDay,
  fewest,
  isCode,
  isItRight,
  type Method,
  maybeRecorded,
  mostRows,
  type RecordedDoubt,
  rarely,
  recordedGiftTexts,
  times,
} from './recorded.ts'

// Records gifts that did not pass through us, for people who manage a drive. Nothing here is posted to the books.

/** The data of such a gift. The amount is in cents; the day is one of Nairobi's calendar. */
type Given = {
  amount: number
  method: Method
  code: string | null
  name: string | null
  phone: string | null
  givenOn: string
  note: string | null
  anonymous: boolean
}

type Entered = Given & {
  driveId: string
  by: string
  clientKey: string
  pledgeId?: number | undefined
  /** Refuses a gift that pays nothing of the pledge, as when another form paid all of it a moment ago. */
  mustPay?: boolean
  /** Refuses a possible double or slip, until the person confirms it. */
  warns?: boolean
  /** The fingerprint of the gift that the person confirmed. */
  anyway?: string | undefined
}

/**
 * Records a gift within the caller's transaction, for a person who may record for the drive; with a pledge, as a part of it. The same
 * key records once. Refuses a code that is recorded already, or whose money came through us.
 */
export async function enterRecorded(tx: Tx, entered: Entered): Promise<{ id: number; receipt: string }> {
  const { driveId, by, clientKey, pledgeId, mustPay, warns, anyway, ...given } = entered
  await refuseUnlessMay(tx, by, driveId)
  // People who record for one drive wait for each other: of the same form sent twice, the second finds the first one's row.
  await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().execute()
  const known = await enteredBefore(tx, entered)
  if (known) return known
  refuseWrong(given)
  await refuseFull(tx, driveId)
  if (warns) await refuseUnlessSure(tx, { ...given, driveId, anyway })
  await refuseCode(tx, given.code)
  const { id, receipt } = await tx
    .insertInto('recorded_gifts')
    .values({
      ...valuesOf(given),
      fund_drive_id: driveId,
      recorded_by: by,
      receipt: newReceipt(),
      client_key: clientKey,
    })
    .returning(['id', 'receipt'])
    .executeTakeFirstOrThrow()
  await tx.insertInto('recorded_story').values({ recorded_id: id, what: 'recorded', by }).execute()
  if (pledgeId !== undefined) {
    const part = await countFor(tx, { driveId, pledgeId, id, amount: given.amount })
    if (part === 0 && mustPay) throw new Refusal(recordedGiftTexts.pledgeNotOpen)
  }
  await watchRecorded(tx, driveId)
  return { id, receipt }
}

type Voided = { id: number; by: string; why: string; driveId?: string | undefined }

/** Takes a gift out of all sums, with the reason. It stays in the list, and its receipt says so. `driveId`: the drive it must belong to. */
export async function voidRecorded(tx: Tx, { id, by, why, driveId: below }: Voided): Promise<void> {
  const { driveId, isVoid } = await lockRecorded(tx, id)
  if (below !== undefined && below !== driveId) throw missing()
  await refuseUnlessMay(tx, by, driveId)
  if (isVoid) throw new Refusal(recordedGiftTexts.gone)
  await tx
    .updateTable('recorded_gifts')
    .set({ voided_at: sql<Date>`now()`, voided_by: by, void_why: why, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await tx.insertInto('recorded_story').values({ recorded_id: id, what: 'voided', by, why }).execute()
}

/** Records a gift entered by hand. A code that another drive has recorded is refused, and raises a discrepancy. */
export async function recordGift(db: Db, entered: Entered): Promise<{ id: number; receipt: string }> {
  try {
    return await db.transaction().execute((tx) => enterRecorded(tx, entered))
  } catch (error) {
    const isRefused = error instanceof Refusal && error.field === 'code'
    if (isRefused && entered.code) await watchCode(db, entered.driveId, entered.code)
    throw error
  }
}

/** Limits one person, for all their drives. */
export const recordLimits = (by: string): Limit[] => [{ name: 'record', key: by, times: 600, seconds: 3600 }]

type Changed = Given & { id: number; driveId: string; by: string; why: string; version: number }

/**
 * Corrects a gift, with the reason. The old values stay in its story, except names and numbers. A missing number leaves the old one
 * in place.
 */
export async function changeRecorded(tx: Tx, { id, driveId, by, why, version, ...given }: Changed): Promise<void> {
  // The code is locked before the row: a proof of its money at this moment locks its code first, and then the row.
  await lockCode(tx, given.code)
  const { driveId: below, isVoid, version: now, createdOn, phone, ...before } = await lockRecorded(tx, id)
  if (below !== driveId) throw missing()
  await refuseUnlessMay(tx, by, driveId)
  if (isVoid) throw new Refusal(recordedGiftTexts.gone)
  if (now !== version) throw new Refusal(recordedGiftTexts.stale)
  refuseWrong(given)
  if (given.givenOn > createdOn) throw new Refusal(recordedGiftTexts.laterDay, { status: 422, field: 'givenOn' })
  if (given.code !== before.code) await refuseCode(tx, given.code)
  await tx
    .updateTable('recorded_gifts')
    .set({ ...valuesOf(given), phone: given.phone ?? phone, version: version + 1 })
    .where('id', '=', id)
    .execute()
  const facts = JSON.stringify({ ...before, renamed: before.name !== (given.name ?? ''), name: undefined })
  await tx.insertInto('recorded_story').values({ recorded_id: id, what: 'changed', by, why, facts }).execute()
  await watchRecorded(tx, driveId)
}

async function refuseUnlessMay(tx: Tx, person: string, driveId: string): Promise<void> {
  if (!(await mayManage(tx, person, driveId, 'record'))) throw missing()
}

const missing = () => new Refusal(recordedGiftTexts.missing, { status: 404 })
const wrong = (why: Words, field: string) => new Refusal(why, { status: 422, field })

/** Repeats the form's checks, for callers without a form. */
function refuseWrong({ amount, code, givenOn }: Given): void {
  if (!Number.isInteger(amount) || amount < 1 || amount > amountMax) throw wrong(recordedGiftTexts.amount, 'amount')
  if (code !== null && !isCode(code)) throw wrong(recordedGiftTexts.code, 'code')
  const fault = faultOfDay(givenOn, new Date())
  if (fault) throw wrong(fault, 'givenOn')
}

/**
 * Finds the gift of the same form sent again. With other values, such as when a browser goes back to it and the next envelope is
 * typed, it is another gift, which needs a key of its own.
 */
async function enteredBefore(tx: Tx, { clientKey, driveId, by, pledgeId, ...given }: Entered) {
  const row = await tx
    .selectFrom('recorded_gifts as r')
    .leftJoin('pledge_parts as k', 'k.recorded_id', 'r.id')
    .where('client_key', '=', clientKey)
    .select(['r.id', 'r.receipt', 'r.fund_drive_id', 'r.recorded_by', 'r.voided_at', 'k.pledge_id'])
    .select(['r.amount', 'r.method', 'r.code', 'r.name', 'r.phone', 'r.note', 'r.anonymous'])
    .select(sql<string>`r.given_on::text`.as('given_on'))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, receipt, pledge_id, ...before } = row
  const now = { ...valuesOf(given), fund_drive_id: driveId, recorded_by: by, voided_at: null }
  const isSame = isDeepStrictEqual(before, now) && (!pledgeId || !pledge_id || pledge_id === pledgeId)
  if (!isSame) throw usedForAnother(recordedGiftTexts.another)
  return { id, receipt }
}

async function refuseFull(tx: Tx, driveId: string): Promise<void> {
  const { n } = await tx
    .selectFrom('recorded_gifts')
    .where('fund_drive_id', '=', driveId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostRows) throw new Refusal(recordedGiftTexts.full)
}

/** Takes the lock that the database takes where a code is recorded, and where its money is proved to have come to us. */
const lockCode = async (tx: Tx, code: string | null) => {
  if (code !== null) await sql`select lock_money_code(${code})`.execute(tx)
}

async function refuseCode(tx: Tx, code: string | null): Promise<void> {
  if (code === null) return
  await lockCode(tx, code)
  const ours = tx.selectFrom('mpesa_receipts').where('receipt', '=', code).where('proved_at', 'is not', null)
  if (await ours.select('receipt').executeTakeFirst()) throw wrong(recordedGiftTexts.ours, 'code')
  const recorded = tx.selectFrom('recorded_gifts').where('code', '=', code).where('voided_at', 'is', null)
  if (await recorded.select('id').executeTakeFirst()) throw wrong(recordedGiftTexts.known, 'code')
}

async function lockRecorded(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('recorded_gifts')
    .where('id', '=', id)
    .select(['fund_drive_id as driveId', 'amount', 'method', 'code', 'name', 'phone', 'anonymous', 'version'])
    .select([sql<boolean>`voided_at is not null`.as('isVoid'), sql<string>`given_on::text`.as('givenOn')])
    .select(sql<string>`(created_at at time zone 'Africa/Nairobi')::date::text`.as('createdOn'))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

const valuesOf = ({ amount, method, code, name, phone, givenOn, note, anonymous }: Given) => ({
  amount,
  method,
  code,
  name: name ?? '',
  phone,
  given_on: givenOn,
  note: note ?? '',
  anonymous,
})

/** Counts the gift up to the pledge's open rest; returns the amount. Parts at once wait in turn; the database refuses an excess. */
async function countFor(
  tx: Tx,
  { driveId, pledgeId, id, amount }: { driveId: string; pledgeId: number; id: number; amount: number },
): Promise<number> {
  const pledge = await tx
    .selectFrom('pledges')
    .where('id', '=', pledgeId)
    .where('fund_drive_id', '=', driveId)
    .select(['amount', 'paid', 'state'])
    .forUpdate()
    .executeTakeFirst()
  if (!pledge) throw missing()
  const part = pledge.state === 'open' ? Math.min(amount, pledge.amount - pledge.paid) : 0
  if (part > 0)
    await tx.insertInto('pledge_parts').values({ pledge_id: pledgeId, recorded_id: id, amount: part }).execute()
  return part
}

/** The signs of a receipt's 100 bits, which nobody mixes up: anyone who has it may read the receipt. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newReceipt = () => Array.from(randomBytes(20), (byte) => signs[byte & 31]).join('')

// Two people of a drive often write down the same envelope, and a zero too many is quickly typed.

type Gift = { name: string | null; amount: number; code: string | null; givenOn: string }
/** `anyway` is the fingerprint of the gift that the person confirmed as another one. */
type Asked = Gift & { driveId: string; anyway: string | undefined }

/**
 * Refuses a gift with the name and amount of another one, given within a day of it, until the person says that it is another gift;
 * and an amount that may be a slip, until they say that it is right. Both questions show the amount.
 */
async function refuseUnlessSure(tx: Tx, { driveId, anyway, ...gift }: Asked): Promise<void> {
  const about = fingerprintOf(gift)
  // The confirmation is for this gift, and for none that was typed over it since.
  if (anyway === about) return
  const like = await doubleOf(tx, driveId, gift)
  const ask = (says: Words, asked: 'double' | 'amount') =>
    new Refusal(says, { status: 422, field: 'anyway', typed: { about, asked, anyway: '' } })
  if (like) throw ask(maybeRecorded(like), 'double')
  const doubt = await doubtOf(tx, { driveId, amount: gift.amount })
  if (doubt) throw ask(isItRight(doubt, gift), 'amount')
}

const fingerprintOf = ({ name, amount, code, givenOn }: Gift) => uuidOf(JSON.stringify([name, amount, code, givenOn]))

/** Finds a possible double: two codes are two payments, and a gift without a name may be anybody's. */
async function doubleOf(tx: Tx, driveId: string, { name, amount, code, givenOn }: Gift) {
  if (!name) return undefined
  const days = sql<number>`r.given_on - ${givenOn}::date`
  return tx
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .where('r.amount', '=', amount)
    .where(sql<string>`lower(r.name)`, '=', sql<string>`lower(${name})`)
    .where(sql<boolean>`abs(${days}) <= 1`)
    .$if(code !== null, (some) => some.where('r.code', 'is', null))
    .select(['r.name', 'r.amount', 'p.full_name as by', days.as('days')])
    .orderBy(sql`abs(${days})`)
    .limit(1)
    .executeTakeFirst()
}

// Recording costs nothing and visitors believe it: a person checks large sums.

/** The sum of a day, in cents. */
const muchADay = 50_000_000
/** The factor over the money that came through us, above a least sum: a drive that begins with an envelope raises nothing. */
const timesOurs = 5
const leastOfMany = 10_000_000

const today = sql`date_trunc('day', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'`
/** A small gift that is changed to a large one counts on the day of the change. */
const isOfToday = sql`(r.created_at >= ${today} or (r.version > 1 and exists (
  select from recorded_story s where s.recorded_id = r.id and s.what = 'changed' and s.created_at >= ${today}
    and s.facts ->> 'amount' is distinct from r.amount::text)))`

/** Raises a discrepancy for a drive where much was recorded today, or much more in all than came through us. */
async function watchRecorded(tx: Tx, driveId: string): Promise<void> {
  const { rows } = await sql<{ day: string; ofToday: number; all: number; raised: number }>`
    select (now() at time zone 'Africa/Nairobi')::date::text as day,
      coalesce(sum(r.amount), 0)::bigint as all,
      coalesce(sum(r.amount) filter (where ${isOfToday}), 0)::bigint as "ofToday",
      (select t.raised_amount from fund_drive_totals t where t.fund_drive_id = ${driveId}) as raised
    from recorded_gifts r where r.fund_drive_id = ${driveId} and r.voided_at is null`.execute(tx)
  const { day, ofToday, all, raised } = rows[0]!
  const facts = { drive: driveId, recorded: all, raised: raised ?? 0 }
  if (ofToday > muchADay)
    await raiseDiscrepancy(tx, 'much recorded on a day', `${driveId} ${day}`, { ...facts, today: ofToday })
  if (all >= leastOfMany && all > timesOurs * (raised ?? 0)) await raiseAnew(tx, driveId, facts)
}

/** Raises the discrepancy again, after a person has closed it, when twice as much is recorded, not at the next envelope. */
async function raiseAnew(tx: Tx, driveId: string, facts: { recorded: number; [more: string]: string | number }) {
  const closed = await tx
    .selectFrom('discrepancies')
    .where('kind', '=', 'more recorded than raised')
    .where('subject', '=', driveId)
    .where('state', '=', 'closed')
    .select(sql<number | null>`max((facts ->> 'recorded')::bigint)`.as('recorded'))
    .executeTakeFirstOrThrow()
  if (facts.recorded >= 2 * (closed.recorded ?? 0))
    await raiseDiscrepancy(tx, 'more recorded than raised', driveId, facts)
}

/** Raises a discrepancy for a code of another drive's gift. In a transaction of its own: the typed gift is refused. */
async function watchCode(db: Db, driveId: string, code: string): Promise<void> {
  const other = await db
    .selectFrom('recorded_gifts')
    .where('code', '=', code)
    .where('voided_at', 'is', null)
    .where('fund_drive_id', '<>', driveId)
    .select('fund_drive_id as id')
    .executeTakeFirst()
  if (!other) return
  const facts = { drive: other.id, second: driveId }
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'a code recorded twice', code, facts))
}

type AskedAmount = { driveId: string; amount: number }

/** Returns why an amount may be a slip; undefined if it is usual. */
async function doubtOf(tx: Tx, { driveId, amount }: AskedAmount): Promise<RecordedDoubt | undefined> {
  if (amount > rarely) return 'much'
  const { rows } = await sql<{ isMoreThanGoal: boolean; isLargest: boolean }>`
    select d.collect_donations and d.goal_amount > 0 and ${amount}::bigint > d.goal_amount as "isMoreThanGoal",
      (select count(*) from (select from ${giftsTo(driveId)} g limit ${fewest}) f) >= ${fewest}
        and not exists (select from ${giftsTo(driveId)} g where g.amount * ${times}::int > ${amount}::bigint) as "isLargest"
    from fund_drives d where d.id = ${driveId}`.execute(tx)
  const { isMoreThanGoal, isLargest } = rows[0]!
  return isMoreThanGoal ? 'goal' : isLargest ? 'largest' : undefined
}

const giftsTo = (driveId: string) => sql`(
  select amount from donations where fund_drive_id = ${driveId}
  union all
  select amount from recorded_gifts where fund_drive_id = ${driveId} and voided_at is null)`
