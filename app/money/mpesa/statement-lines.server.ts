import { sql } from 'kysely'
import { record, recordAll } from '#app/base/audit/audit.server.ts'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { post } from '#app/base/ledger/post.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type MobileMoney, type MobileReceipt, mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { bookReceipt } from './book.server.ts'
import { bookCharge, lockCharges } from './charges.server.ts'
import { closeCovered } from './receipts.server.ts'
import { bookReturned } from './returns.server.ts'
import { isStatementHeld } from './statement.server.ts'
import type { CsvLine } from './statement-csv.ts'

// The processing of a statement's lines. Each is processed once; after an interruption it goes on with the rest.

type Line = CsvLine & { id: number; statementId: number; shortcode: string; by: string }
type Became = 'new' | 'known' | 'fee' | 'settlement' | 'nothing' | 'break' | 'back'

const longest = 50_000

/** Processes a statement, for less than a minute at once; the rest is enqueued again. */
export async function importStatement(db: Db, { statementId }: { statementId: number }): Promise<void> {
  const rail = mobileMoney()
  if (!rail) throw new Error('M-Pesa is not set up, so the statement waits')
  await passKnown(db, statementId)
  if (await isStatementHeld(db, statementId)) return
  const ends = Date.now() + longest
  for (;;) {
    const lines = await nextLines(db, statementId)
    const atOnce = lines[0]?.kind === 'in' ? 200 : 4
    for (let at = 0; at < lines.length; at += atOnce) await workOff(db, rail, lines.slice(at, at + atOnce))
    if (lines.length === 0) return done(db, statementId)
    if (Date.now() > ends)
      return void (await enqueue(db, 'import-statement', { statementId }, { key: `${statementId}:on` }))
  }
}

/** Marks lines that the list or a question has proved already, in one statement: that is nearly all of them. */
const passKnown = (db: Db, statementId: number) =>
  sql`
    update mpesa_lines l set became = case l.kind when 'in' then 'known' else 'nothing' end, name = null, tail = null
    from mpesa_lines x left join mpesa_receipts r on r.receipt = x.receipt
    where l.statement_id = ${statementId}::bigint and l.became is null and x.id = l.id and (
      l.kind in ('void', 'moved') or (l.kind = 'in' and r.state in ('placed', 'unplaced', 'reversed') and r.amount = l.paid_in
        and (l.account = '' or upper(r.account) = upper(l.account)) and r.proved_by in ('list', 'status', 'statement')))`.execute(
    db,
  )

/** Reads the next lines, first those that came in: a charge belongs to money that has its place. */
async function nextLines(db: Db, statementId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.statement_id as "statementId", s.shortcode, s.by, l.receipt, l.kind, l.paid_in as "paidIn", l.withdrawn, l.at,
      l.account, l.tail, l.name, l.linked, l.reason
    from mpesa_lines l join mpesa_statements s on s.id = l.statement_id
    where l.statement_id = ${statementId}::bigint and l.became is null
    order by l.kind <> 'in', l.id limit 200`.execute(db)
  // Charges wait until all that came in has its place.
  const isIn = rows[0]?.kind === 'in'
  return rows.filter(({ kind }) => (kind === 'in') === isIn)
}

/** Processes lines of one kind. Money is booked first, and once whatever happens: a line that is processed again finds its money booked. */
async function workOff(db: Db, rail: MobileMoney, lines: Line[]): Promise<void> {
  const rest = lines.filter(({ kind }) => kind !== 'in')
  await Promise.all(rest.map((line) => db.transaction().execute((tx) => workOffOnce(tx, line))))
  const money = lines.filter(({ kind }) => kind === 'in')
  const booked = await Promise.all(money.map((line) => bookReceipt(db, rail, receiptOf(line), 'statement')))
  // Money that is held back for a day has its place after it, whether or not another statement comes.
  const became = (of: Line) => (booked[money.indexOf(of)] === 'known' ? 'known' : 'new')
  if (money.length > 0) await db.transaction().execute((tx) => moneyBecame(tx, money, became))
}

const receiptOf = ({ receipt, shortcode, paidIn: cents, account, tail, name, at: paidAt }: Line): MobileReceipt => {
  return { receipt, shortcode, cents, account, tail, name, paidAt }
}

/** Marks each line once. Records what was booked on this statement's word. */
async function moneyBecame(tx: Tx, lines: Line[], became: (line: Line) => Became): Promise<void> {
  const { rows } = await sql<{ id: number; isByStatement: boolean }>`
    update mpesa_lines l set became = b.became, corrected = 0, name = null, tail = null
    from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(became)}::text[]) b (id, became)
    where l.id = b.id and l.became is null
    returning l.id, exists (select from mpesa_receipts r where r.receipt = l.receipt and r.amount = l.paid_in
      and r.proved_by = 'statement' and r.state <> 'heard') as "isByStatement"`.execute(tx)
  const firsts = new Map(rows.map(({ id, isByStatement }) => [id, isByStatement]))
  const booked = lines.filter((line) => firsts.has(line.id) && (became(line) !== 'known' || firsts.get(line.id)))
  await recordAll(
    tx,
    booked.map((line) => wasBooked(line, line.paidIn)),
  )
}

/** Marks a line. True if it was not processed before. */
async function became(tx: Tx, { id }: Line, is: Became, corrected = 0): Promise<boolean> {
  const { rows } = await sql`
    update mpesa_lines set became = ${is}, corrected = ${corrected}::bigint, name = null, tail = null
    where id = ${id}::bigint and became is null returning id`.execute(tx)
  return rows.length > 0
}

/** Says on whose word money was booked, and by which statement. */
const wasBooked = ({ statementId, by, receipt }: Line, amount: number) => ({
  by: { id: by, address: '' },
  act: 'statement booked' as const,
  noun: 'statement' as const,
  subject: statementId,
  after: { code: receipt, amount },
})

/** Returns the code of the money that a line is about: a charge has that code, or names it. */
const moneyOf = ({ linked, receipt }: Line) => linked ?? receipt

async function workOffOnce(tx: Tx, line: Line): Promise<void> {
  await lockCharges(tx, moneyOf(line))
  const { rows } =
    await sql`select from mpesa_lines where id = ${line.id}::bigint and became is null for update`.execute(tx)
  if (rows.length === 0) return
  if (line.kind === 'charge') return correctFee(tx, line)
  if (line.kind === 'to_bank') return toBank(tx, line)
  if (await isRecordedReturn(tx, line)) return void (await became(tx, line, 'known'))
  if (line.kind === 'back' && (await isOfPayment(tx, line))) return wentBack(tx, line)
  if (line.kind === 'back' && (await isOfUnplaced(tx, line))) return
  await callFor(tx, line)
}

async function toBank(tx: Tx, line: Line): Promise<void> {
  const done = await bookToBank(tx, line)
  if (done === 'other') return callFor(tx, line)
  if (done === 'booked') await record(tx, wasBooked(line, line.withdrawn))
  await became(tx, line, done === 'asked' ? 'break' : 'settlement')
}

const isOfPayment = async (tx: Tx, { linked }: Line): Promise<boolean> =>
  (await tx
    .selectFrom('mpesa_receipts')
    .where('receipt', '=', linked)
    .where('payment_id', 'is not', null)
    .select('receipt')
    .executeTakeFirst()) !== undefined

/** Leaves a reversed payment, perhaps reversed by nobody here, to the job of refunds, which books it. */
async function wentBack(tx: Tx, line: Line): Promise<void> {
  await enqueue(tx, 'book-reversal', { line: line.id }, { key: line.receipt })
  await record(tx, wasBooked(line, line.withdrawn))
  await became(tx, line, 'back')
}

/** Closes money without a place as sent back, if it was reversed, by us or by nobody here. */
async function isOfUnplaced(tx: Tx, line: Line): Promise<boolean> {
  const money = await tx
    .selectFrom('mpesa_receipts as r')
    .innerJoin('suspense as s', 's.id', 'r.suspense_id')
    .where('r.receipt', '=', line.linked)
    .where('s.amount', '=', line.withdrawn)
    .select('s.id')
    .executeTakeFirst()
  if (!money) return false
  const booked = await bookReturned(tx, { suspenseId: money.id, back: line.receipt })
  // The money became a gift a moment ago.
  if (booked === 'placed') await wentBack(tx, line)
  if (booked === 'closed') await record(tx, wasBooked(line, line.withdrawn))
  await became(tx, line, booked === 'known' ? 'known' : 'back')
  return true
}

/** Books the difference, either way, between all charges for this money and what is booked. */
async function correctFee(tx: Tx, line: Line): Promise<void> {
  const { id, withdrawn, paidIn } = line
  const corrected = await bookCharge(tx, { id, receipt: moneyOf(line), cents: withdrawn - paidIn })
  if (corrected !== 0) await record(tx, wasBooked(line, corrected))
  await became(tx, line, 'fee', corrected)
}

/** Calls a person for money that moved in a way that nobody here knows. */
async function callFor(tx: Tx, line: Line): Promise<void> {
  const { receipt, paidIn, withdrawn } = line
  // The reason may end with a number and a name.
  const [reason = ''] = line.reason.split(/ ?[-\d]/, 1)
  await raiseDiscrepancy(tx, 'a line of the statement', receipt, {
    reason,
    paidIn: paidIn || null,
    withdrawn: withdrawn || null,
  })
  await became(tx, line, 'break')
}

const done = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`update mpesa_statements set done_at = coalesce(done_at, now()) where id = ${id}::bigint`.execute(tx)
    await closeCovered(tx)
    await tell(tx, 'office:desk')
  })

// Lines of a statement that say that money left: for our bank, or back to its payer.

type ToBank = { receipt: string; withdrawn: number; at: Date; by: string }

/**
 * Books money that left for our bank as a settlement, once by its code; one that an administrator booked or filed before is the
 * same. If one of the same amount has another name, a person is asked whether it is the same.
 */
async function bookToBank(tx: Tx, line: ToBank): Promise<'booked' | 'known' | 'asked' | 'other'> {
  const { receipt, withdrawn, at, by } = line
  const named = await lockSettlement(tx, receipt)
  if (named && !(named.isToBank && named.amount === withdrawn)) return 'other'
  if (named?.bookedAt) return 'known'
  if (!named && (await isPerhapsBooked(tx, line))) return 'asked'
  const { rows } = await sql<{ id: number }>`
    insert into settlements (provider, reference, direction, amount, day, why, asked_by, booked_by, booked_at)
    values ('mpesa', ${receipt}, 'to_bank', ${withdrawn}::bigint, (${at}::timestamptz at time zone 'Africa/Nairobi')::date,
      'M-Pesa statement', ${by}::uuid, ${by}::uuid, now())
    on conflict (lower(reference)) do update set booked_by = excluded.booked_by, booked_at = now() returning id`.execute(
    tx,
  )
  await post(tx, 'settlement', rows[0]!.id, [
    { leg: 1, debit: 'settlement_bank', credit: 'mpesa_clearing', amount: withdrawn },
  ])
  return 'booked'
}

async function lockSettlement(tx: Tx, reference: string) {
  const { rows } = await sql<{ amount: number; isToBank: boolean; bookedAt: Date | null }>`
    select amount, provider = 'mpesa' and direction = 'to_bank' as "isToBank", booked_at as "bookedAt"
    from settlements where lower(reference) = lower(${reference}) for update`.execute(tx)
  return rows[0]
}

/** Days between the statement's line and a settlement that a person books by the bank's own words. */
const near = 7

async function isPerhapsBooked(tx: Tx, { receipt, withdrawn, at }: ToBank): Promise<boolean> {
  const { rows } = await sql<{ reference: string }>`
    select reference from settlements s where provider = 'mpesa' and direction = 'to_bank' and amount = ${withdrawn}::bigint
      and abs(day - (${at}::timestamptz at time zone 'Africa/Nairobi')::date) <= ${near}
      and not exists (select from mpesa_lines l where l.kind = 'to_bank' and lower(l.receipt) = lower(s.reference))
    order by id limit 1`.execute(tx)
  const [like] = rows
  if (like)
    await raiseDiscrepancy(tx, 'a settlement that may be booked already', receipt, {
      amount: withdrawn,
      reference: like.reference,
    })
  return like !== undefined
}

/** True if it is known under this code that this was sent: to an owner, or back to its payer by a refund or by an administrator. */
async function isRecordedReturn(tx: Tx, { receipt, withdrawn }: Pick<ToBank, 'receipt' | 'withdrawn'>) {
  const { rows } = await sql`
    select from suspense_returns r join suspense s on s.id = r.suspense_id
    where r.receipt = ${receipt} and s.amount = ${withdrawn}::bigint
    union all select from reversals v where v.provider = 'mpesa' and v.kind = 'refund' and v.state = 'done'
      and v.ext_id = ${receipt} and v.amount = ${withdrawn}::bigint
    union all select from payout_attempts a join payout_requests o on o.id = a.payout_id
      where a.provider = 'mpesa' and a.state = 'success' and a.provider_code = ${receipt}
        and o.net = ${withdrawn}::bigint`.execute(tx)
  return rows.length > 0
}
