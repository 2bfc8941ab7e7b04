import { sql } from 'kysely'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { SaidInColumns } from './guest-columns.ts'
import { guestImportTexts } from './import.ts'
import { type ComparedGuest, comparedGuests, type KnownGuest } from './plan-guests.ts'
import { type GuestsReading, isCards, readGuests, withoutPictures } from './read-guests.ts'
import { groupsOf } from './story.server.ts'

// A list of guests, from pasting it to entering its guests. Its text is read again each time.

/** Returns the typed text or the file's text, without pictures. */
export async function listText({ text, file }: { text: string; file?: File | undefined }): Promise<string> {
  const read = file ? textOfFile(new Uint8Array(await file.arrayBuffer())) : text
  if (read === undefined) throw new Refusal(guestImportTexts.notText, { status: 422, field: 'file' })
  const plain = read.replaceAll('\0', '').toWellFormed()
  return isCards(plain) ? withoutPictures(plain) : plain
}

/** Keeps the pasted text for a day for its preview. Invites nobody. */
export async function keepGuestPaste(db: Db, mine: Hosting, text: string, field = 'text'): Promise<number> {
  const no = (words: (typeof guestImportTexts)['empty']) => new Refusal(words, { status: 422, field })
  if (!text.trim()) throw no(guestImportTexts.empty)
  const { guests, isTooLong } = readGuests(text)
  if (isTooLong) throw no(guestImportTexts.tooLong)
  if (guests.length === 0) throw no(guestImportTexts.nobody)
  return changingGathering(db, mine, async (tx, { id: gathering_id }) => {
    const { id } = await tx
      .insertInto('guest_pastes')
      .values({ gathering_id, by: mine.personId, body: text })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A host may have a few tabs open; older lists were given up.
    await sql`update guest_pastes set body = null where gathering_id = ${gathering_id} and by = ${mine.personId}
      and body is not null and id < ${id} and id not in (select id from guest_pastes
        where gathering_id = ${gathering_id} and by = ${mine.personId} order by id desc limit 10)`.execute(tx)
    return id
  })
}

export type PastePreview = {
  id: number
  rows: ComparedGuest[]
  unread: GuestsReading['unread']
  added: number | null
} & Pick<GuestsReading, 'columns'>

/** Reads one list of a gathering and compares it with the guests of now; undefined if there is none, or its text is erased. */
export async function guestPasteOf(
  db: Db,
  gatheringId: string,
  id: number,
  said: SaidInColumns = {},
): Promise<PastePreview | undefined> {
  const paste = await db
    .selectFrom('guest_pastes')
    .where('gathering_id', '=', gatheringId)
    .where('id', '=', id)
    .select(['body', 'added'])
    .executeTakeFirst()
  if (!paste || (paste.body === null && paste.added === null)) return undefined
  const reading = readGuests(paste.body ?? '', said)
  const known = paste.body === null ? [] : await knownGuests(db, gatheringId)
  const { unread, columns } = reading
  return { id, rows: comparedGuests(reading, known), unread, columns, added: paste.added }
}

/** Returns the text of a list that was not entered yet, for a host who mends its lines. */
export async function pastedGuests(db: Db, gatheringId: string, id: number): Promise<string | null> {
  const paste = await db
    .selectFrom('guest_pastes')
    .where('gathering_id', '=', gatheringId)
    .where('id', '=', id)
    .select('body')
    .executeTakeFirst()
  return paste?.body ?? null
}

/** Reads the guests on the list of a gathering. A merged guest has the name and number of the guest that remained, too. */
export async function knownGuests(db: Db | Tx, gatheringId: string): Promise<KnownGuest[]> {
  const { rows } = await sql<KnownGuest>`
    select coalesce(s.merged_into, s.id) as id, s.name, s.phone, s.email, t.groups, t.note,
      (select max(i.seats)::int from invitations i where i.supporter_id = t.id) as seats
    from supporters s join supporters t on t.id = coalesce(s.merged_into, s.id)
    where s.gathering_id = ${gatheringId} order by s.created_at, s.id`.execute(db)
  return rows
}

/** Reads the choices before a list is entered: the coming occasions, and whether the host has said that they may invite. */
export async function importChoices(db: Db, gatheringId: string) {
  const [occasions, gathering, groups] = await Promise.all([
    openOccasions(db, gatheringId),
    db.selectFrom('gatherings').where('id', '=', gatheringId).select('vouched_at').executeTakeFirstOrThrow(),
    groupsOf(db, gatheringId),
  ])
  return { occasions, vouched: gathering.vouched_at !== null, groups }
}

export const openOccasions = (db: Db | Tx, gatheringId: string) =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where('status', '=', 'planned')
    .where(sql<boolean>`${endsAt('occasions')} > now()`)
    .orderBy('no')
    .select(['id', 'no', 'name'])
    .limit(20)
    .execute()

/** Erases, from cron, lists that were not entered within a day. */
export async function forgetGuestPastes(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`update guest_pastes set body = null
    where body is not null and created_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// A file of guests as text, in any encoding.

/** Returns the text, or undefined for other files: a workbook, a picture, a PDF. */
function textOfFile(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // A list has no controls other than tabs and line ends. One or two are a slip, many mean another kind of file.
  const odd = text.match(/(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0
  const isOther = beginnings.some((one) => text.startsWith(one))
  return isOther || odd > 2 + text.length / 200 ? undefined : text
}

/** The first characters of workbooks, PDFs, pictures and old documents, read as text. */
const beginnings = ['PK\u0003\u0004', '%PDF', '\u2030PNG', 'GIF8', '\u00ff\u00d8', '\u00d0\u00cf']

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const nuls = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length
  if (start.length >= 8 && nuls(1) > start.length / 3 && nuls(0) === 0) return 'utf-16le'
  if (start.length >= 8 && nuls(0) > start.length / 3 && nuls(1) === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
