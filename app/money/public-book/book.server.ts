import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { sql } from 'kysely'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { tableFile } from '#app/platform/list.server.ts'
import { type BookKind, type BookLine, bookHeads, bookKindWords, fingerprintText, refText, typedRef } from './book.ts'
import { refOfGift } from './close.server.ts'
import { type BookUpTo, bookUpToIn } from './up-to.tsx'

// Reads the public books. They are open to everybody, also when a drive is paused, completed or stopped, or its views are used up.

type Book = {
  slug: string
  title: string
  /** True if we stopped the drive. Its title is not shown then. */
  isStopped: boolean
  /** The number of closed lines, the sum of those that came in, and the total after the last; in cents. */
  n: number
  cameIn: number
  balance: number
  /** The last closed day with lines, and its whole fingerprint; null before the first night. */
  day: string | null
  hash: string
  /** The day on which lines of earlier days were entered; null if there are none. */
  enteredOn: string | null
}

type Found = Book & { id: string }

/** Finds the book of a drive that visitors have seen; a draft has none. */
export async function bookOf(db: Db, slug: string): Promise<Found | undefined> {
  if (!isSlug(slug)) return undefined
  const { rows } = await sql<Found>`
    select f.id, f.slug, f.title, f.stopped_at is not null as "isStopped", coalesce(b.n, 0) as n,
      coalesce(b.came_in, 0) as "cameIn", coalesce(b.balance, 0) as balance, d.day::text as day, coalesce(d.hash, '') as hash,
      case when (select day from book_lines l where l.fund_drive_id = f.id and n = 1) < b.begun_on - 1 then b.begun_on::text end as "enteredOn"
    from fund_drives f left join books b on b.fund_drive_id = f.id
      left join lateral (select day, hash from book_days where fund_drive_id = f.id order by day desc limit 1) d on true
    where f.slug = ${slug} and f.published_at is not null`.execute(db)
  return rows[0]
}

/** A part of a query: the fingerprint of the last closed day of a drive, to be kept by others; null before the first night. */
export const lastFingerprintOf = (drive: string) => sql<{ day: string; hash: string } | null>`(
  select json_build_object('day', closed.day::text, 'hash', closed.hash) from book_days closed
  where closed.fund_drive_id = ${sql.ref(drive)} order by closed.day desc limit 1)`

/** Reads the fingerprint of a drive's last closed day, for a page that people keep; null before the first night. */
export async function bookUpTo(db: Db, driveId: string): Promise<BookUpTo | null> {
  const drive = db.selectFrom('fund_drives as d').where('d.id', '=', driveId)
  const found = await drive.select(lastFingerprintOf('d.id').as('book')).executeTakeFirst()
  return found?.book ? { day: found.book.day, fingerprint: fingerprintText(found.book.hash) } : null
}

/** Says below a file of a drive's money up to when its book is closed, with the fingerprint; null before the first day. */
export async function bookBelow(db: Db, driveId: string, reader: Reader): Promise<string | null> {
  const book = await bookUpTo(db, driveId)
  return book && bookUpToIn(book, reader)
}

/** Lines of one page. */
export const linesOfPage = 100

const columns = sql`n, day::text as day, kind, amount, fee, balance, ref`

/** Reads a page of closed lines, newest first. Page 1 is the newest. */
export async function linesOf(db: Db, { id, n }: Found, page: number): Promise<BookLine[]> {
  const last = n - (page - 1) * linesOfPage
  const { rows } = await sql<BookLine>`
    select ${columns} from book_lines where fund_drive_id = ${id} and n <= ${last} and n > ${last - linesOfPage}
    order by n desc`.execute(db)
  return rows
}

/** The most lines of today that are shown. */
const mostOpen = 100

/** Reads the movements since the last closed day, newest first: how many lines, their sums, and the newest of them. */
export async function openLines(db: Db, driveId: string) {
  const { rows } = await sql<OpenRow>`
    select e.kind, e.amount, e.fee, e.receipt, e.ref, (e.at at time zone 'Africa/Nairobi')::date::text as day,
      count(*) over ()::int as many, (sum(e.amount) over ())::bigint as sum,
      (sum(greatest(e.amount, 0)) over ())::bigint as "cameIn"
    from book_events e left join books b on b.fund_drive_id = e.fund_drive_id
    where e.fund_drive_id = ${driveId}
      and (coalesce(b.n, 0) = 0 or e.at >= (b.last_day + 1)::timestamp at time zone 'Africa/Nairobi')
    order by e.at desc, e.source desc, e.source_id desc limit ${mostOpen}`.execute(db)
  const lines = rows.map(({ kind, amount, fee, receipt, ref, day }): BookLine => {
    return { n: null, day, kind, amount, fee, balance: null, ref: receipt ? refOfGift(receipt) : (ref ?? '') }
  })
  const { many = 0, sum = 0, cameIn = 0 } = rows[0] ?? {}
  return { lines, many, sum, cameIn }
}
type OpenRow = Pick<BookLine, 'amount' | 'fee' | 'day'> & {
  kind: BookKind
  receipt: string | null
  ref: string | null
  many: number
  sum: number
  cameIn: number
}

/** Finds the closed lines with a code: a gift and what went back of it, or a withdrawal. */
export async function linesWithCode(db: Db, driveId: string, code: string): Promise<BookLine[]> {
  const { rows } = await sql<BookLine>`
    select ${columns} from book_lines where fund_drive_id = ${driveId} and ref = ${typedRef(code)} order by n limit 20`.execute(
    db,
  )
  return rows
}

/** The most gifts whose codes are computed: those that no night has closed yet. */
const mostUnclosed = 5000

/** Tells whether a gift to this drive has this code, in a closed line or since. */
export async function hasGiftWithCode(db: Db, slug: string, code: string): Promise<boolean> {
  const book = await bookOf(db, slug)
  if (!book) return false
  const closed = await linesWithCode(db, book.id, code)
  if (closed.some(({ kind }) => kind === 'gift')) return true
  const { rows } = await sql<{ receipt: string }>`
    select g.receipt from donations g left join books b on b.fund_drive_id = g.fund_drive_id
    where g.fund_drive_id = ${book.id}
      and (b.last_day is null or g.created_at >= b.last_day::timestamp at time zone 'Africa/Nairobi')
    order by g.created_at desc limit ${mostUnclosed}`.execute(db)
  const ref = typedRef(code)
  return rows.some(({ receipt }) => refOfGift(receipt) === ref)
}

const linesAtOnce = 2000

/** Reads all closed lines, oldest first, some at a time: a hundred thousand need no more memory than some. */
async function* allLines(db: Db, driveId: string): AsyncGenerator<BookLine[]> {
  for (let n = 0; ; ) {
    const { rows } = await sql<BookLine & { n: number }>`
      select ${columns} from book_lines where fund_drive_id = ${driveId} and n > ${n} order by n limit ${linesAtOnce}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    if (rows.length < linesAtOnce) return
    n = rows.at(-1)!.n
  }
}

/** Finds the book for a download. */
export async function bookForFile(db: Db, slug: string, address: string): Promise<Found> {
  await takeTry([{ name: 'book-file', key: household(address), times: 10, seconds: 60 }])
  const book = await bookOf(db, slug)
  if (!book) throw new Response('Not Found', { status: 404 })
  return book
}

const fileColumns: FileColumn<BookLine>[] = [
  { head: bookHeads.n, plain: ({ n }) => n },
  { head: bookHeads.day, plain: ({ day }) => day },
  { head: bookHeads.kind, plain: ({ kind }, { words }) => words._(bookKindWords[kind]) },
  { head: bookHeads.amount, plain: ({ amount }) => amount / 100 },
  { head: bookHeads.fee, plain: ({ fee }) => fee / 100 },
  { head: bookHeads.balance, plain: ({ balance }) => balance && balance / 100 },
  { head: bookHeads.ref, plain: ({ ref }) => refText(ref) },
]

/** The closed lines as a table for a spreadsheet. */
export const bookTable = (db: Db, { id, slug }: Found, reader: Reader): Response =>
  tableFile(`${slug}-book`, fileColumns, allLines(db, id), reader)

/** The book for programs, sent while it is read. */
export const bookText = (db: Db, book: Found): Response =>
  new Response(
    Readable.toWeb(Readable.from(bookAsJson(db, book), { objectMode: false })) as ReadableStream as unknown as BodyInit,
    {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    },
  )

/** A line as the fingerprint covers it. */
const lineText = ({ n, day, kind, amount, fee, balance, ref }: BookLine) =>
  [n, day, kind, amount, fee, balance, ref].join('|')

/** Writes the book day by day: the lines are the very text that each fingerprint covers. */
async function* bookAsJson(db: Db, { id, slug }: Found): AsyncGenerator<string> {
  const { rows } = await sql<{ day: string; hash: string }>`
    select day::text as day, hash from book_days where fund_drive_id = ${id} order by day`.execute(db)
  const hashes = new Map(rows.map(({ day, hash }) => [day, hash]))
  yield `{"drive":${JSON.stringify(slug)},"days":[`
  let day = ''
  const notClosed: string[] = []
  for await (const lines of allLines(db, id)) {
    let text = ''
    for (const line of lines) {
      const hash = hashes.get(line.day)
      if (!hash) notClosed.push(lineText(line))
      else {
        text += line.day === day ? ',' : `${day ? ']},' : ''}\n{"day":"${line.day}","hash":"${hash}","lines":[`
        text += `\n"${lineText(line)}"`
        day = line.day
      }
    }
    yield text
  }
  const open = await openLines(db, id)
  const today = open.lines.map(({ day, kind, amount, fee, ref }) => [day, kind, amount, fee, ref].join('|'))
  yield `${day ? ']}' : ''}],"open":${JSON.stringify([...notClosed, ...today.reverse()])}}\n`
}
