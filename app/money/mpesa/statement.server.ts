import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { askOrAgree, needsTwo } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { type CsvLine, statementIn, type UnreadStatement } from './statement-csv.ts'

// The import of statements. A statement is stored in one transaction; its lines are processed later, despite interruptions.

const says = {
  noRail: msg`M-Pesa is not set up here, so there is nothing to compare a statement with.`,
  'no statement': msg`This is not a statement of the M-Pesa organisation portal. Choose the CSV file as the portal gave it.`,
  empty: msg`This statement has no lines.`,
  'too long': msg`This statement has more than 20,000 lines. Load down fewer days at once.`,
  cut: msg`This file was cut off or changed. Load the statement down again.`,
  whose: msg`This file does not say whose statement it is. Choose the CSV file as the portal gave it.`,
  other: msg`This is the statement of another shortcode.`,
}
const cutAt = (line: number) =>
  msg`Line ${line} can’t be read: the file was cut off or changed. Load the statement down again.`
const field = 'statement'

const wordsOf = ({ is, line }: UnreadStatement) => (line ? cutAt(line) : says[is])

export type TakenIn = { id: number; lines: number; fresh: number; again: boolean }

/** Stores a statement. Refuses the whole file if it is cut, or another organisation's; a file that was stored before changes nothing. */
export async function takeStatement(db: Db, bytes: Uint8Array, by: Actor): Promise<TakenIn> {
  const rail = mobileMoney()
  if (!rail) throw new Refusal(says.noRail, { status: 422, field })
  const read = statementIn(new TextDecoder().decode(bytes))
  if (read.is !== 'statement') throw new Refusal(wordsOf(read), { status: 422, field })
  const shortcode = read.shortcodes.find((one) => rail.capabilities().shortcodes.includes(one))
  if (!shortcode) throw new Refusal(says.other, { status: 422, field })
  const { lines } = read
  const moments = lines.map(({ at }) => at.getTime()).sort((one, other) => one - other)
  const [first, last] = [new Date(moments[0]!), new Date(moments.at(-1)!)]
  const sha256 = createHash('sha256').update(bytes).digest()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into mpesa_statements (sha256, shortcode, lines, first_at, last_at, by)
      values (${sha256}, ${shortcode}, ${lines.length}, ${first}, ${last}, ${by.id}::uuid)
      on conflict (sha256) do nothing returning id`.execute(tx)
    const id = rows[0]?.id
    if (id === undefined) return again(tx, sha256)
    const fresh = await keepLines(tx, id, lines)
    await sql`update mpesa_statements set known_before = lines - ${fresh}::int where id = ${id}::bigint`.execute(tx)
    const after = { lines: lines.length, fresh }
    await record(tx, { by, act: 'statement imported', noun: 'statement', subject: id, after })
    await workOffLater(tx, id)
    return { id, lines: lines.length, fresh, again: false }
  })
}

const workOffLater = (tx: Tx, statementId: number) =>
  enqueue(tx, 'import-statement', { statementId }, { key: String(statementId) })

/** Answers for a file that was stored before: if its processing was given up, it goes on. */
async function again(tx: Tx, sha256: Buffer): Promise<TakenIn> {
  const before = await tx
    .selectFrom('mpesa_statements')
    .where('sha256', '=', sha256)
    .select(['id', 'lines', 'done_at as doneAt'])
    .executeTakeFirstOrThrow()
  if (!before.doneAt) await workOffLater(tx, before.id)
  return { id: before.id, lines: before.lines, fresh: 0, again: true }
}

/** Stores lines that no statement had before. Returns how many. */
async function keepLines(tx: Tx, id: number, lines: CsvLine[]): Promise<number> {
  const each = <Value>(of: (line: CsvLine) => Value) => sql.val(lines.map(of))
  const { numAffectedRows } = await sql`
    insert into mpesa_lines (statement_id, receipt, kind, paid_in, withdrawn, at, account, tail, name, linked, reason)
    select ${id}::bigint, receipt, kind, paid_in, withdrawn, at, account, tail, name,
      case kind when 'charge' then coalesce(linked, receipt) else linked end, reason
    from unnest(${each(({ receipt }) => receipt)}::text[], ${each(({ kind }) => kind)}::text[],
      ${each(({ paidIn }) => paidIn)}::bigint[], ${each(({ withdrawn }) => withdrawn)}::bigint[],
      ${each(({ at }) => at)}::timestamptz[], ${each(({ account }) => account)}::text[],
      ${each(({ tail }) => tail)}::text[], ${each(({ name }) => name)}::text[], ${each(({ linked }) => linked)}::text[],
      ${each(({ reason }) => reason)}::text[])
      l (receipt, kind, paid_in, withdrawn, at, account, tail, name, linked, reason)
    order by receipt, kind, paid_in, withdrawn
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows)
}

// The limit of what an administrator can book alone with the statements that they send.

type Asked = { by: string; agreedAt: Date | null; held: number | null }

/** True while a second administrator has to agree to the booking; sending it counts as the first one's agreement. */
export const isStatementHeld = (db: Db, id: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Asked>`
      select by, agreed_at as "agreedAt", held from mpesa_statements where id = ${id}::bigint for update`.execute(tx)
    const { by, agreedAt, held } = rows[0]!
    if (agreedAt) return false
    const sum = await wouldBook(tx, id, by)
    if (!(await needsTwo(tx, sum, by))) return false
    if (held !== null) return true
    await sql`update mpesa_statements set held = ${sum}::bigint where id = ${id}::bigint`.execute(tx)
    const word = { about: 'statement', subject: String(id), value: 'book', why: 'M-Pesa statement' } as const
    await askOrAgree(tx, { ...word, by: { id: by, address: '' } })
    await tell(tx, 'office:desk')
    return true
  })

/** Sums, in cents, what it would book, with what this person's statements of the last day have booked: many small ones are a large one. */
async function wouldBook(tx: Tx, id: number, by: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case when l.kind = 'charge' then abs(l.corrected) else l.paid_in + l.withdrawn end)
        filter (where l.became in ('new', 'fee', 'settlement', 'back')), 0)
      + coalesce(sum(l.paid_in + l.withdrawn) filter (where l.became is null and s.id = ${id}::bigint and (
        (l.kind = 'in' and (r.receipt is null or r.state = 'heard')) or (l.kind = 'to_bank' and b.booked_at is null)
        or (l.kind = 'back' and not exists (select from reversals v where v.provider = 'mpesa' and v.ext_id = l.receipt and v.state = 'done')
          and not exists (select from suspense_returns w where w.receipt = l.receipt))
        or (l.kind = 'charge' and l.paid_in + l.withdrawn <> coalesce(p.provider_fee, u.provider_fee,
          (select a.fee from payout_attempts a where a.provider = 'mpesa' and a.provider_code = l.linked),
          (select w.fee from refund_sends w where w.code = l.linked), 0)))), 0) as sum
    from mpesa_statements s join mpesa_lines l on l.statement_id = s.id
      left join mpesa_receipts r on r.receipt = case l.kind when 'charge' then l.linked else l.receipt end
      left join payments p on p.id = r.payment_id left join suspense u on u.id = r.suspense_id
      left join settlements b on l.kind = 'to_bank' and lower(b.reference) = lower(l.receipt)
    where s.id = ${id}::bigint or (s.by = ${by}::uuid and s.agreed_at is null and s.created_at > now() - interval '1 day')`.execute(
    tx,
  )
  return Number(rows[0]!.sum)
}

/** Agrees to a statement. True for the second of two: then it is booked. The word of the first is kept. */
export async function agreeStatement(tx: Tx, id: number, { by, why }: { by: Actor; why: string }): Promise<boolean> {
  const word = { about: 'statement', subject: String(id), value: 'book' } as const
  const { isAgreed } = await askOrAgree(tx, { ...word, by, why })
  if (!isAgreed) return false
  await sql`update mpesa_statements set agreed_by = ${by.id}::uuid, agreed_at = now() where id = ${id}::bigint`.execute(
    tx,
  )
  await enqueue(tx, 'import-statement', { statementId: id }, { key: String(id) })
  return true
}
