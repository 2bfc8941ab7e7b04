import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import type { MobileMoney } from '#app/platform/mobile-money.ts'
import { raiseBreak } from '../../ledger/books.server.ts'
import { post } from '../../ledger/post.server.ts'
import { letReceiptIn } from './let-in.server.ts'
import type { LineKind } from './statement-csv.ts'

// What becomes of the lines of a statement. Each is worked off once; where that was broken off it goes on with the rest.

type Line = {
  id: number
  statementId: number
  shortcode: string
  by: string
  receipt: string
  kind: LineKind
  paidIn: number
  withdrawn: number
  at: Date
  account: string
  tail: string | null
  name: string | null
  linked: string | null
  reason: string
}
type Became = 'new' | 'known' | 'fee' | 'settlement' | 'nothing' | 'break'

const atOnce = 4
const longest = 50_000

/** Works off a statement, for less than a minute at once; what is left comes again. */
export async function importStatement(db: Db, { statementId }: { statementId: number }): Promise<void> {
  const rail = mobileMoney()
  if (!rail) throw new Error('M-Pesa is not set up, so the statement waits')
  await passKnown(db, statementId)
  const ends = Date.now() + longest
  for (;;) {
    const lines = await nextLines(db, statementId)
    for (let at = 0; at < lines.length; at += atOnce)
      await Promise.all(lines.slice(at, at + atOnce).map((line) => workOff(db, rail, line)))
    if (lines.length === 0) return done(db, statementId)
    if (Date.now() > ends)
      return void (await enqueue(db, 'import-statement', { statementId }, { key: `${statementId}:on` }))
  }
}

/** What the list or a question has proved already, in one go: that is nearly all of a statement. */
const passKnown = (db: Db, statementId: number) =>
  sql`
    update mpesa_lines l set became = case l.kind when 'in' then 'known' else 'nothing' end, name = null
    from mpesa_lines x left join mpesa_receipts r on r.receipt = x.receipt
    where l.statement_id = ${statementId}::bigint and l.became is null and x.id = l.id and (
      l.kind in ('void', 'moved') or (l.kind = 'in' and r.state in ('placed', 'unplaced') and r.amount = l.paid_in
        and upper(r.account) = upper(l.account) and r.proved_by in ('list', 'status', 'statement')))`.execute(db)

/** What came in first: a charge belongs to money that has its place. */
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

async function workOff(db: Db, rail: MobileMoney, line: Line): Promise<void> {
  if (line.kind !== 'in') return db.transaction().execute((tx) => workOffOnce(tx, line))
  const { receipt, shortcode, paidIn: cents, account, tail, name, at: paidAt } = line
  const one = { receipt, shortcode, cents, account, tail, name, paidAt }
  // Booked first, and once whatever happens: a line that is worked off again finds its money booked.
  const isNew = await letReceiptIn(db, rail, one, 'statement')
  await became(db, line, isNew ? 'new' : 'known')
}

const became = (db: Db | Tx, { id }: Line, is: Became, corrected = 0) =>
  sql`update mpesa_lines set became = ${is}, corrected = ${corrected}::bigint, name = null where id = ${id}::bigint`.execute(
    db,
  )

async function workOffOnce(tx: Tx, line: Line): Promise<void> {
  // Charges of one code are added up, so their money is the lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mpesa charge ${line.linked ?? line.receipt}`}, 0))`.execute(
    tx,
  )
  const { rows } =
    await sql`select from mpesa_lines where id = ${line.id}::bigint and became is null for update`.execute(tx)
  if (rows.length === 0) return
  if (line.kind === 'charge') return correctFee(tx, line)
  if (line.kind === 'to_bank') return bookToBank(tx, line)
  await callFor(tx, line)
}

/** What was charged for this money in all, less what is booked: the difference is booked, either way. */
async function correctFee(tx: Tx, line: Line): Promise<void> {
  const { rows } = await sql<{ charged: number; booked: number }>`
    select ${line.withdrawn - line.paidIn}::bigint + coalesce((select sum(withdrawn - paid_in) from mpesa_lines
        where kind = 'charge' and linked = ${line.linked} and became is not null), 0) as charged,
      coalesce((select coalesce(p.provider_fee, s.provider_fee) from mpesa_receipts r
          left join payments p on p.id = r.payment_id left join suspense s on s.id = r.suspense_id
          where r.receipt = ${line.linked}), 0)
        + coalesce((select sum(corrected) from mpesa_lines where kind = 'charge' and linked = ${line.linked}), 0) as booked`.execute(
    tx,
  )
  const corrected = Number(rows[0]!.charged) - Number(rows[0]!.booked)
  if (corrected > 0)
    await post(tx, 'fee_corrected', line.id, [
      { leg: 1, debit: 'provider_fees', credit: 'mpesa_clearing', amount: corrected },
    ])
  if (corrected < 0)
    await post(tx, 'fee_corrected', line.id, [
      { leg: 1, debit: 'mpesa_clearing', credit: 'provider_fees', amount: -corrected },
    ])
  await became(tx, line, 'fee', corrected)
}

/** What left for our bank is a settlement, once by its code; one that an administrator booked before is the same. */
async function bookToBank(tx: Tx, line: Line): Promise<void> {
  const { receipt, withdrawn, at, by } = line
  const { rows } = await sql<{ id: number; isNew: boolean; isSame: boolean; isBooked: boolean }>`
    with made as (
      insert into settlements (provider, reference, direction, amount, day, why, asked_by, booked_by, booked_at)
      values ('mpesa', ${receipt}, 'to_bank', ${withdrawn}::bigint, (${at}::timestamptz at time zone 'Africa/Nairobi')::date,
        'M-Pesa statement', ${by}::uuid, ${by}::uuid, now())
      on conflict (lower(reference)) do nothing returning id)
    select id, true as "isNew", true as "isSame", true as "isBooked" from made
    union all select id, false, provider = 'mpesa' and direction = 'to_bank' and amount = ${withdrawn}::bigint, booked_at is not null
    from settlements where lower(reference) = lower(${receipt}) and not exists (select from made)`.execute(tx)
  const one = rows[0]!
  if (!one.isSame) return callFor(tx, line)
  if (!one.isBooked)
    await sql`update settlements set booked_by = ${by}::uuid, booked_at = now() where id = ${one.id}::bigint`.execute(
      tx,
    )
  if (one.isNew || !one.isBooked)
    await post(tx, 'settlement', one.id, [
      { leg: 1, debit: 'settlement_bank', credit: 'mpesa_clearing', amount: withdrawn },
    ])
  await became(tx, line, 'settlement')
}

/** Money that moved in a way that nobody here knows: a person is called. */
async function callFor(tx: Tx, line: Line): Promise<void> {
  const { receipt, reason, paidIn, withdrawn } = line
  await raiseBreak(tx, 'a line of the statement', receipt, { reason, paidIn, withdrawn })
  await became(tx, line, 'break')
}

const done = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`update mpesa_statements set done_at = coalesce(done_at, now()) where id = ${id}::bigint`.execute(tx)
    await tell(tx, 'office:desk')
  })
