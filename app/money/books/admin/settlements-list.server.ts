import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { adminList } from '#app/admin/list.server.ts'
import { canDecide, isSecondYes, needsTwo } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { clearingOf, type Leg, post } from '#app/base/ledger/post.server.ts'
import { centsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { type Direction, directions, type Place, places, type Settlement, settlementTexts } from './settlements.ts'
import { type SettlementTotals, settlementsView } from './settlements-list.tsx'

const sorts = {
  day: { by: sql`(s.day - date '2000-01-01')`, kind: 'number' },
  amount: { by: sql.ref('s.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('s.id'), kind: 'number' } as const

/** The newest first; the totals count booked ones only. */
export const settlementsList = adminList({
  view: settlementsView,
  noun: 'settlement',
  file: 'settlements',
  recordsAccess: false,
  sorts,
  read: (db, { filter, list }, size) =>
    pageOfRows(settlements(db).where(foundBy(filter.search)) as SettlementRows, { sorts, asked: list, id, size }),
  totals: (db, { filter }): Promise<SettlementTotals> =>
    db
      .selectFrom('settlements as s')
      .where(foundBy(filter.search))
      .where('s.booked_at', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(s.amount) filter (where s.direction = 'to_bank'), 0)::bigint`.as('toBank'))
      .select(sql<number>`coalesce(sum(s.amount) filter (where s.direction = 'from_bank'), 0)::bigint`.as('fromBank'))
      .executeTakeFirstOrThrow(),
})

const foundBy = (search: string) => {
  const like = containing(search)
  return search ? sql<SqlBool>`(s.reference ilike ${like} or s.why ilike ${like})` : sql<SqlBool>`true`
}

// Settlements: money moved between the provider and our bank. No program tells us of them. Administrators book each
// from the statements of the bank and the provider, once, by its reference. The row keeps the first of two approvals,
// by the rules of `base/approvals`: the reference is the lock.

export type SettlementWanted = Pick<Settlement, 'provider' | 'direction' | 'amount' | 'day' | 'reference' | 'why'>
/** `first`: another administrator has to book it too, and nothing is posted yet. */
type BookedSettlement = 'booked' | 'first'

/**
 * Books a settlement, or records the first of two approvals. The reference is the lock: however often it is sent, and
 * by however many at once, it is posted once. A waiting one can be filed again with other values; then it waits again.
 */
export const bookSettlement = (db: Db, wanted: SettlementWanted, by: Actor): Promise<BookedSettlement> =>
  inOneGo(db, async (tx) => {
    const filed = await fileOrFind(tx, wanted, by)
    if (filed.bookedAt && !filed.isSame)
      throw new Refusal(settlementTexts.otherValues, { status: 422, field: 'reference' })
    if (filed.bookedAt) return 'booked'
    await refuseOnStatement(tx, wanted)
    const isLarge = await needsTwo(tx, wanted.amount, by.id)
    if (isLarge && !(await isSecondToBook(tx, filed, by))) return approve(tx, filed, wanted, by)
    await bookIt(tx, filed.id, wanted, by)
    return 'booked'
  })

/** Refuses an amount that M-Pesa's statement has booked under its code, unless the reference is itself such a code. */
async function refuseOnStatement(
  tx: Tx,
  { provider, direction, amount, day, reference }: SettlementWanted,
): Promise<void> {
  if (provider !== 'mpesa' || direction !== 'to_bank' || /^[A-Z0-9]{8,12}$/i.test(reference)) return
  const { rows } = await sql`
    select from mpesa_lines l join settlements s on lower(s.reference) = lower(l.receipt)
    where l.kind = 'to_bank' and s.provider = 'mpesa' and s.amount = ${amount}::bigint and s.booked_at is not null
      and abs(s.day - ${day}::date) <= 7 limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal(settlementTexts.onStatement, { status: 422, field: 'reference' })
}

type Filed = { id: number; isNew: boolean; isSame: boolean; askedBy: string; counts: boolean; bookedAt: Date | null }

async function fileOrFind(tx: Tx, { reference, ...wanted }: SettlementWanted, by: Actor): Promise<Filed> {
  const made = await tx
    .insertInto('settlements')
    .values({ ...wanted, reference, asked_by: by.id })
    .onConflict((same) => same.expression(sql`lower(reference)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true, isSame: true, askedBy: by.id, counts: true, bookedAt: null }
  const found = await tx
    .selectFrom('settlements as s')
    .where(sql<boolean>`lower(s.reference) = lower(${reference})`)
    .select(['s.id', 's.asked_by as askedBy', 's.booked_at as bookedAt'])
    .select((make) => canDecide(make.ref('s.asked_by')).as('counts'))
    .select(
      sql<boolean>`(s.provider, s.direction, s.amount, s.day) = (${wanted.provider}, ${wanted.direction}, ${wanted.amount}::bigint, ${wanted.day}::date)`.as(
        'isSame',
      ),
    )
    .forUpdate('s')
    .executeTakeFirstOrThrow()
  return { ...found, counts: Boolean(found.counts), isNew: false }
}

const isSecondToBook = async (tx: Tx, { isNew, isSame, askedBy, counts }: Filed, by: Actor): Promise<boolean> =>
  !isNew && isSame && isSecondYes(tx, { by: askedBy, counts }, by.id, settlementTexts.approvedAlready)

/** Records the first of two approvals. An earlier one with other values, or of an administrator who lost the right, is replaced. */
async function approve(tx: Tx, filed: Filed, wanted: SettlementWanted, by: Actor): Promise<'first'> {
  const { reference: _, ...values } = wanted
  await tx
    .updateTable('settlements')
    .set({ ...values, asked_by: by.id, created_at: sql<Date>`now()` })
    .where('id', '=', filed.id)
    .execute()
  await writeDown(tx, 'settlement approved', filed.id, wanted, by)
  return 'first'
}

async function bookIt(tx: Tx, id: number, wanted: SettlementWanted, by: Actor): Promise<void> {
  const { reference: _, ...values } = wanted
  await tx
    .updateTable('settlements')
    .set({ ...values, booked_by: by.id, booked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await post(tx, 'settlement', id, [legOf(wanted)])
  await writeDown(tx, 'settlement booked', id, wanted, by)
}

function legOf({ provider, direction, amount }: SettlementWanted): Leg {
  const there = clearingOf(provider)
  return direction === 'to_bank'
    ? { leg: 1, debit: 'settlement_bank', credit: there, amount }
    : { leg: 1, debit: there, credit: 'settlement_bank', amount }
}

async function writeDown(
  tx: Tx,
  act: 'settlement approved' | 'settlement booked',
  id: number,
  { why, ...after }: SettlementWanted,
  by: Actor,
): Promise<void> {
  await record(tx, { by, act, noun: 'settlement', subject: id, after, why })
  await tell(tx, 'office:desk')
}

/** Lists the providers that hold our money, or held some: M-Pesa once it is set up. */
export async function placesNow(db: Db): Promise<readonly Place[]> {
  if (mobileMoney()) return places
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from payments where provider = 'mpesa' and status = 'succeeded')
      or exists (select from settlements where provider = 'mpesa') as is`.execute(db)
  return rows[0]!.is ? places : ['paystack']
}

// biome-ignore lint/suspicious/noExplicitAny: the tables that were joined are of no interest to the pages
type SettlementRows = SelectQueryBuilder<any, any, Settlement>

/** Returns a settlement that waits for the second administrator; undefined for any other. */
export const waitingSettlement = (db: Db, id: number): Promise<Settlement | undefined> =>
  (settlements(db).where('s.id', '=', id).where('s.booked_at', 'is', null) as SettlementRows).executeTakeFirst()

/** Counts the settlements that wait for a second administrator. */
export async function countWaiting(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('settlements')
    .where('booked_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const settlements = (db: Db) =>
  db
    .selectFrom('settlements as s')
    .innerJoin('profiles as a', 'a.user_id', 's.asked_by')
    .leftJoin('profiles as b', 'b.user_id', 's.booked_by')
    .select(['s.id', 's.amount', 's.reference', 's.why', 'a.full_name as askedBy', 's.created_at as askedAt'])
    .select(['b.full_name as bookedBy', 's.booked_at as bookedAt'])
    .select([sql<Place>`s.provider`.as('provider'), sql<Direction>`s.direction`.as('direction')])
    .select(sql<string>`s.day::text`.as('day'))

const text = z.string().catch('')

export const settlementForm = decisionForm.extend({
  provider: z.enum(places, said(settlementTexts.provider)).default('paystack'),
  direction: z.enum(directions, said(settlementTexts.direction)),
  amount: text.transform((typed, refused) => {
    const cents = centsIn(typed)
    if (!cents) refused.addIssue({ code: 'custom', message: said(settlementTexts.amount) })
    return cents || z.NEVER
  }),
  day: text
    .refine(isDay, said(settlementTexts.day))
    .refine((day) => !isDay(day) || day <= dayAt(new Date()), said(settlementTexts.dayToCome)),
  reference: text.transform(oneLine).pipe(z.string().min(1, said(settlementTexts.reference)).max(100)),
})
