import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inOneGo, isHeld, type Tx } from '#app/platform/db.server.ts'
import { enqueueAll } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'

// Closes the public books each night: what happened up to yesterday is entered, and each day with lines gets its fingerprint.

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code of a gift: 50 bits of a hash of its receipt's secret number, so that only the receipt's holder can make it. */
export function refOfGift(receipt: string): string {
  const bytes = createHash('sha256').update(`harambee-gift/1\n${receipt}`).digest()
  const bits = bytes.readBigUInt64BE() >> 14n
  return Array.from({ length: 10 }, (_, at) => crockford[Number((bits >> BigInt(45 - 5 * at)) & 31n)]).join('')
}

/** The most lines that one transaction enters: a book of the past must not hold its lock for minutes. */
const mostLines = 50_000
/** A transaction of yesterday may commit after its day was closed: its movement is looked for in this many days. */
const lateDays = 7

/**
 * Closes the books of all drives whose money moved. Run by cron a quarter of an hour after midnight in Nairobi, and at each start.
 * Running it twice enters nothing twice. A dead job makes books late, never wrong.
 */
export async function closeBooks(db: Db, atOnce = mostLines): Promise<void> {
  for (const driveId of await drivesToClose(db)) {
    try {
      while (await inOneGo(db, (tx) => closeSome(tx, driveId, atOnce)));
    } catch (error) {
      // Another process closes this book.
      if (!isHeld(error)) throw error
      log.info({ driveId }, 'this book is closed elsewhere')
    }
  }
}

/** The first moment of today in Nairobi. */
const midnight = sql`(date_trunc('day', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi')`

/** Finds the drives with another number of movements than lines. The number of lines is read from their books. */
async function drivesToClose(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.fund_drive_id as id from (
      select fund_drive_id, count(*) as many from book_events where at < ${midnight} group by 1) e
    left join books b on b.fund_drive_id = e.fund_drive_id
    where e.many <> coalesce(b.n, 0) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

type Book = { n: number; cameIn: number; balance: number; lastDay: string | null; hash: string; lineDay: string | null }

/** Enters the next movements of a drive, and closes the days that are complete. Returns true while there are more. */
async function closeSome(tx: Tx, driveId: string, atOnce: number): Promise<boolean> {
  await sql`
    insert into books (fund_drive_id, begun_on) values (${driveId}, (now() at time zone 'Africa/Nairobi')::date)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Book>`
    select n, came_in as "cameIn", balance, hash,
      greatest(last_day, (select max(day) from book_days d where d.fund_drive_id = b.fund_drive_id))::text as "lastDay",
      (select day::text from book_lines l where l.fund_drive_id = b.fund_drive_id and l.n = b.n) as "lineDay"
    from books b where fund_drive_id = ${driveId} for no key update nowait`.execute(tx)
  const book = rows[0]!
  if (await enter(tx, driveId, book, atOnce)) return true
  await closeDays(tx, driveId, book)
  return false
}

type Movement = {
  source: string
  id: number
  day: string
  kind: string
  amount: number
  fee: number
  receipt: string
  ref: string
}

/**
 * Enters movements in their order. A late one goes to the first day that is open. Returns true if more are left. With the last ones the
 * days are closed: a job that dies leaves no book that has all its lines and days that nobody closes.
 */
async function enter(tx: Tx, driveId: string, book: Book, atOnce: number): Promise<boolean> {
  const { rows } = await sql<Movement>`
    select e.source, e.source_id as id, e.kind, e.amount, e.fee, e.receipt, e.ref, greatest(
      (e.at at time zone 'Africa/Nairobi')::date, ${book.lastDay}::date + 1, ${book.lineDay}::date)::text as day
    from book_events e
    where e.fund_drive_id = ${driveId} and e.at < ${midnight}
      and (${book.lastDay}::date is null or e.at >= (${book.lastDay}::date - ${lateDays}::int)::timestamp at time zone 'Africa/Nairobi')
      and not exists (select from book_lines l where l.source = e.source and l.source_id = e.source_id)
    order by day, e.at, e.source, e.source_id limit ${atOnce + 1}`.execute(tx)
  if (rows.length === 0) return false
  const lines = rows.slice(0, atOnce).map(({ receipt, ...row }) => {
    book.n++
    book.balance += row.amount
    book.cameIn += Math.max(0, row.amount)
    return { ...row, n: book.n, balance: book.balance, ref: receipt ? refOfGift(receipt) : row.ref }
  })
  await sql`
    insert into book_lines (fund_drive_id, n, day, kind, amount, fee, balance, ref, source, source_id)
    select ${driveId}, l.n, l.day, l.kind, l.amount, l.fee, l.balance, l.ref, l.source, l.id
    from json_to_recordset(${JSON.stringify(lines)}::json)
      l (n integer, day date, kind text, amount bigint, fee bigint, balance bigint, ref text, source text, id bigint)`.execute(
    tx,
  )
  await sql`
    update books set n = ${book.n}, came_in = ${book.cameIn}, balance = ${book.balance} where fund_drive_id = ${driveId}`.execute(
    tx,
  )
  return rows.length > atOnce
}

/** Gives each day with lines its fingerprint, in order, and closes all days up to yesterday. */
async function closeDays(tx: Tx, driveId: string, { hash: before }: Book): Promise<void> {
  const { rows: days } = await sql<{ day: string; slug: string; isNew: boolean }>`
    select l.day::text as day, f.slug, l.day >= (${midnight} at time zone 'Africa/Nairobi')::date - 1 as "isNew"
    from (select distinct day from book_lines where fund_drive_id = ${driveId}) l, fund_drives f
    where f.id = ${driveId} and l.day > coalesce((select max(day) from book_days where fund_drive_id = ${driveId}), '-infinity')
    order by l.day`.execute(tx)
  let hash = before
  for (const { day, slug, isNew } of days) {
    const { rows } = await sql<{ hash: string }>`
      insert into book_days (fund_drive_id, day, hash)
      values (${driveId}, ${day}, book_hash(${slug}, ${driveId}, ${day}::date, ${hash})) returning hash`.execute(tx)
    hash = rows[0]!.hash
    if (isNew) await tellDay(tx, driveId, day)
  }
  await sql`
    update books set hash = ${hash}, last_day = (${midnight} at time zone 'Africa/Nairobi')::date - 1
    where fund_drive_id = ${driveId}`.execute(tx)
}

/** Queues an email for each reader: a mail server that refuses one of them does not get the others another email. */
async function tellDay(tx: Tx, driveId: string, day: string): Promise<void> {
  const readers = await tx
    .selectFrom('book_recipients')
    .where('fund_drive_id', '=', driveId)
    .select('user_id')
    .execute()
  const jobs = readers.map(({ user_id: userId }) => ({
    name: 'mail-book' as const,
    carries: { driveId, day, userId: userId! },
    key: `${driveId} ${day} ${userId}`,
  }))
  if (jobs.length > 0) await enqueueAll(tx, jobs)
}
