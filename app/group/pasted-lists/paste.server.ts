import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { cleanText } from '#app/group/pasted-lists/reading/clean-text.ts'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { type KnownNames, type PastedRow, type PasteReading, pastedListTexts, type RowLook } from './pasted-list.ts'
import { textsOf } from './sheet.server.ts'
import { linesOfList, type SharedList } from './sheet.ts'

// A paste is stored as text, and read again whenever its page is opened. The result of each row is stored beside it.

/** The days in which a paste can be taken back. Then its text is erased. */
const kept = 30

/** Throws unless this person may record for the drive now. */
export async function refuseUnlessRecords(tx: Db | Tx, by: string, driveId: string): Promise<void> {
  if (!(await mayManage(tx, by, driveId, 'record'))) throw new Refusal(pastedListTexts.notYours, { status: 403 })
}

/** Locks a paste and returns its text: nobody else enters or takes it back until this transaction ends. Refused once it was taken back. */
export async function lockPaste(
  tx: Tx,
  { driveId, pasteId }: { driveId: string; pasteId: number },
): Promise<{ body: string; today: string }> {
  const paste = await tx
    .selectFrom('list_pastes')
    .where('id', '=', pasteId)
    .where('fund_drive_id', '=', driveId)
    .select(['body', 'undone_at', 'created_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!paste || (paste.body === null && !paste.undone_at)) throw new Refusal(pastedListTexts.missing, { status: 404 })
  if (paste.undone_at) throw new Refusal(pastedListTexts.undone)
  return { body: paste.body!, today: dayAt(paste.created_at) }
}

/** Reads the text without a lock; undefined if there is none. */
export async function bodyOfPaste(
  db: Db,
  driveId: string,
  pasteId: number,
): Promise<{ body: string; today: string } | undefined> {
  const paste = await db
    .selectFrom('list_pastes')
    .where('id', '=', pasteId)
    .where('fund_drive_id', '=', driveId)
    .select(['body', 'created_at'])
    .executeTakeFirst()
  return paste?.body ? { body: paste.body, today: dayAt(paste.created_at) } : undefined
}

type Pasted = { driveId: string; by: string; text: string; sheet: SharedList; collectors: string[] }

/** Stores a paste, with the rows that it proposes. The same text is the same paste until it is taken back. */
export async function keepPaste(db: Db, { driveId, by, text, sheet, collectors }: Pasted): Promise<number> {
  const body = cleanText(text)
  const sha256 = createHash('sha256').update(body).digest('hex')
  const ours = { entries: sheet.entries, ownLines: linesOfList(textsOf(sheet)) }
  const { rows, leftOut, counted } = await readingOf(db, body, {
    driveId,
    collectors,
    today: dayAt(new Date()),
    ...ours,
  })
  if (rows.length === 0) {
    const isCounted = leftOut.some(({ reason }) => reason === 'ours' || reason === 'known')
    throw new Refusal(isCounted ? pastedListTexts.counted : pastedListTexts.nothing, { status: 422, field: 'text' })
  }
  return inOneGo(db, async (tx) => {
    await refuseUnlessRecords(tx, by, driveId)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`paste ${driveId} ${sha256}`}, 0))`.execute(tx)
    const before = await openPaste(tx, driveId, sha256)
    if (before) return before.id
    const { id } = await tx
      .insertInto('list_pastes')
      .values({ fund_drive_id: driveId, by, body, sha256 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('paste_rows')
      .values([...rows.map(rowOf(id, 'proposed')), ...counted.map(rowOf(id, 'left'))])
      .execute()
    return id
  })
}

const rowOf =
  (pasteId: number, state: 'proposed' | 'left') =>
  ({ nr, proposal }: PastedRow) => ({ paste_id: pasteId, nr, proposed: proposal, state })

const openPaste = (tx: Tx, driveId: string, sha256: string) =>
  tx
    .selectFrom('list_pastes')
    .where('fund_drive_id', '=', driveId)
    .where('sha256', '=', sha256)
    .where('undone_at', 'is', null)
    .where('body', 'is not', null)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** The present data beside a paste: the collectors, and the names and sums on the list. */
export type ReadBeside = { collectors: string[]; entries: NonNullable<KnownNames['entries']> }
type Beside = ReadBeside & {
  driveId: string
  today: string
  ownLines?: KnownNames['ownLines']
  pasteId?: number
  states?: Map<number, RowState>
}

/** Reads the text with the present data. With our own list, its lines propose nothing. */
async function readingOf(
  db: Db,
  body: string,
  { driveId, pasteId, states, entries, ...beside }: Beside,
): Promise<PasteReading & { counted: PastedRow[] }> {
  const { collectors, today } = beside
  const first = readPaste(body, { collectors, today })
  const mentioned = [...first.rows, ...first.leftOut].flatMap(({ code }) => code ?? [])
  const [codes, lookedFor] = await Promise.all([
    knownCodes(db, driveId, mentioned, pasteId),
    codesLookedFor(db, driveId, mentioned, pasteId),
  ])
  const own = first.rows.filter(({ nr }) => states?.get(nr) === 'entered')
  const reading = readPaste(body, { ...beside, entries: withoutThese(entries, own), codes })
  // A payment counted at the time of pasting is a row, too: its gift may be taken back before the text is.
  const counted = new Set(reading.leftOut.flatMap(({ reason, nr }) => (reason === 'known' ? nr : [])))
  const rows = reading.rows.map((row) => (isAgain(row, lookedFor) ? marked(row) : row))
  return { ...reading, rows, counted: first.rows.filter(({ nr }) => counted.has(nr)) }
}

/** Checks for a payer's message from an earlier paste: it can be entered once more only with other digits. */
const isAgain = ({ proposal, code }: PastedRow, lookedFor: ReadonlySet<string>): boolean =>
  proposal === 'claim' && code !== null && lookedFor.has(code)
const marked = (row: PastedRow): PastedRow => ({
  ...row,
  looks: [...new Set<RowLook>([...row.looks, 'on the list already'])],
})

/** Removes this very paste's entries from the list: they do not count against its other rows. */
function withoutThese(entries: ReadBeside['entries'], own: readonly PastedRow[]): ReadBeside['entries'] {
  const keyOf = ({ name, amount }: { name: string | null; amount: number }) => `${amount} ${name ?? ''}`
  const left = new Map<string, number>()
  for (const row of own) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1)
  return entries.filter((entry) => {
    const times = left.get(keyOf(entry)) ?? 0
    if (times > 0) left.set(keyOf(entry), times - 1)
    return times === 0
  })
}

export type RowState = 'proposed' | 'entered' | 'left' | 'undone'
export type Paste = {
  id: number
  at: Date
  undone: boolean
  reading: PasteReading
  states: Map<number, RowState>
}

/** Reads a drive's paste with present data; undefined if there is none, or its text is erased. Once taken back, nothing is left. */
export async function pasteOf(db: Db, driveId: string, id: number, beside: ReadBeside): Promise<Paste | undefined> {
  const paste = await db
    .selectFrom('list_pastes')
    .where('id', '=', id)
    .where('fund_drive_id', '=', driveId)
    .select(['body', 'created_at', 'undone_at'])
    .executeTakeFirst()
  if (!paste || (paste.body === null && !paste.undone_at)) return undefined
  const today = dayAt(paste.created_at)
  const rows = await db.selectFrom('paste_rows').where('paste_id', '=', id).select(['nr', 'state']).execute()
  const states = new Map(rows.map(({ nr, state }) => [nr, state]))
  const reading = await readingOf(db, paste.body ?? '', { driveId, ...beside, today, pasteId: id, states })
  return { id, at: paste.created_at, undone: paste.undone_at !== null, reading: onlyProposed(reading, states), states }
}

/** Keeps lines of our own list left out, as they were at the time of pasting. */
function onlyProposed({ rows, leftOut, sums }: PasteReading, states: Map<number, RowState>): PasteReading {
  const ours = rows.filter(({ nr }) => !states.has(nr))
  const left = ours.map(({ nr, line, text }) => ({
    nr,
    line,
    text,
    reason: 'ours' as const,
    code: null,
    counted: null,
  }))
  return {
    rows: rows.filter(({ nr }) => states.has(nr)),
    leftOut: [...leftOut, ...left].sort((a, b) => a.nr - b.nr),
    sums,
  }
}

export type PasteLine = { id: number; at: Date; by: string; rows: number; entered: number }

/** Returns the pastes of a drive that can be looked at and taken back, newest first. */
export const recentPastes = (db: Db, driveId: string): Promise<PasteLine[]> =>
  db
    .selectFrom('list_pastes as l')
    .innerJoin('profiles as p', 'p.user_id', 'l.by')
    .where('l.fund_drive_id', '=', driveId)
    .where('l.body', 'is not', null)
    .where('l.undone_at', 'is', null)
    .select(['l.id', 'l.created_at as at', 'p.full_name as by'])
    .select(
      sql<number>`(select count(*) from paste_rows r where r.paste_id = l.id and r.state <> 'left')::int`.as('rows'),
    )
    .select(
      sql<number>`(select count(*) from paste_rows r where r.paste_id = l.id and r.state = 'entered')::int`.as(
        'entered',
      ),
    )
    .orderBy('l.id', 'desc')
    .limit(20)
    .execute()

/** Erases the text of all pastes of a deleted account. Their entries stay. */
export async function forgetPastesOf(tx: Tx, person: string): Promise<void> {
  await tx
    .updateTable('list_pastes')
    .set({ body: null })
    .where('by', '=', person)
    .where('body', 'is not', null)
    .execute()
}

/** Erases pastes that are too old to be taken back. Run by cron. */
export async function forgetPastes(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update list_pastes set body = null
    where body is not null and created_at < now() - make_interval(days => ${kept})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Returns the names of the owner and the treasurers: money `sent to` one of them has arrived. */
export async function collectorsOf(db: Db | Tx, driveId: string): Promise<string[]> {
  const { rows } = await sql<{ full_name: string }>`
    select p.full_name from profiles p
    where p.user_id = (select user_id from fund_drives where id = ${driveId})
      or p.user_id in (select user_id from drive_helpers
        where fund_drive_id = ${driveId} and role = 'treasurer' and accepted_at is not null and left_at is null)`.execute(
    db,
  )
  return rows.map(({ full_name }) => full_name)
}

/** Returns a code as it is recorded: letters and digits alone. Undefined for what can be no code of ours. */
export function codeKept(code: string | null): string | null {
  const signs = code?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? ''
  return /^[A-Z0-9]{6,20}$/.test(signs) ? signs : null
}

type Counted = { code: string; day: string; isHere: boolean }

/**
 * Returns which of these codes are counted already, and on which day if it was for this drive; of another drive nothing more is
 * revealed. Entries of this very paste do not count against it.
 */
async function knownCodes(
  db: Db | Tx,
  driveId: string,
  codes: readonly string[],
  pasteId = 0,
): Promise<Map<string, string>> {
  const asKept = keptOf(codes)
  const wanted = [...new Set(asKept.values())]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Counted>`
    select g.code, g.given_on::text as day, g.fund_drive_id = ${driveId} as "isHere" from recorded_gifts g
    where g.code = any(${wanted}) and g.voided_at is null
      and not exists (select from paste_rows r where r.paste_id = ${pasteId} and r.became = 'recorded' and r.became_id = g.id)
    union all
    select r.receipt, (coalesce(r.paid_at, r.proved_at) at time zone 'Africa/Nairobi')::date::text, p.fund_drive_id = ${driveId}
    from mpesa_receipts r join payments p on p.id = r.payment_id
    where r.receipt = any(${wanted}) and r.state in ('placed', 'reversed')`.execute(db)
  const counted = new Map(rows.map(({ code, day, isHere }) => [code, isHere ? day : '']))
  return new Map(
    [...asKept].flatMap(([code, kept]) => (counted.has(kept) ? [[code, counted.get(kept)!] as const] : [])),
  )
}

const keptOf = (codes: readonly string[]): Map<string, string> =>
  new Map(codes.flatMap((code) => (codeKept(code) ? [[code, codeKept(code)!] as const] : [])))

/** Returns which of these codes are looked for already by entries from another paste of this drive. */
async function codesLookedFor(
  db: Db | Tx,
  driveId: string,
  codes: readonly string[],
  pasteId = 0,
): Promise<Set<string>> {
  const asKept = keptOf(codes)
  if (asKept.size === 0) return new Set()
  const { rows } = await sql<{ receipt: string }>`
    select c.receipt from claims c join paste_rows r on r.became = 'claim' and r.became_id = c.id and r.state = 'entered'
    where c.fund_drive_id = ${driveId} and c.receipt = any(${[...new Set(asKept.values())]}) and c.state in ('waiting', 'desk')
      and r.paste_id <> ${pasteId}`.execute(db)
  const waiting = new Set(rows.map(({ receipt }) => receipt))
  return new Set([...asKept].flatMap(([code, kept]) => (waiting.has(kept) ? code : [])))
}
