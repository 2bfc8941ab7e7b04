import { sql } from 'kysely'
import type { z } from 'zod'
import { invitationTexts as guestSays, supportersMax } from '#app/invitations/guests/invitation.ts'
import { newCode, newLink } from '#app/invitations/guests/link.server.ts'
import { groupsOf } from '#app/invitations/guests/story.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import type { SaidInColumns } from './guest-columns.ts'
import { asksMost, choiceIn, type enterForm, guestImportTexts, importGuestsForm } from './import.ts'
import { type ComparedGuest, comparedGuests, isAsked, type KnownGuest, type Planned, planOf } from './plan-guests.ts'
import type { ShownGuestRow, ShownPreview } from './preview-rows.tsx'
import { type GuestsReading, isCards, mended, mendsMost, readGuests, withoutPictures } from './read-guests.ts'

// Enters the guests of a list: all of them in one transaction, or none. The gathering is locked, so that with one list
// in ten tabs, the second finds the guests of the first.

type Entered = z.output<typeof enterForm> & { said?: SaidInColumns }

/** Reads the list once more and enters its guests. Returns how many are new; the same number if the list is entered again. */
export const enterGuests = (db: Db, mine: Hosting, asked: Entered): Promise<number> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const paste = await tx
      .selectFrom('guest_pastes')
      .where('gathering_id', '=', gatheringId)
      .where('id', '=', asked.list)
      .select(['body', 'added'])
      .forUpdate()
      .executeTakeFirst()
    if (paste?.added != null) return paste.added
    if (!paste?.body) throw new Refusal(guestImportTexts.gone, { status: 404 })
    await vouch(tx, gatheringId, asked.vouched)
    const occasions = await chosen(tx, gatheringId, asked['occasions[]'])
    const planned = await plannedOf(tx, gatheringId, paste.body, asked)
    const ids = await writeGuests(tx, gatheringId, planned)
    for (const { id } of occasions) await inviteAll(tx, id, planned, ids)
    const added = planned.filter(({ known }) => !known).length
    await tx.updateTable('guest_pastes').set({ body: null, added }).where('id', '=', asked.list).execute()
    return added
  })

/** Records, the first time, that the host says they know these people. */
async function vouch(tx: Tx, gatheringId: string, vouched: boolean): Promise<void> {
  const { vouched_at } = await tx
    .selectFrom('gatherings')
    .where('id', '=', gatheringId)
    .select('vouched_at')
    .executeTakeFirstOrThrow()
  if (vouched_at) return
  if (!vouched) throw new Refusal(guestImportTexts.vouch, { status: 422, field: 'vouched' })
  await tx.updateTable('gatherings').set({ vouched_at: new Date() }).where('id', '=', gatheringId).execute()
}

async function chosen(tx: Tx, gatheringId: string, numbers: number[]) {
  const open = await openOccasions(tx, gatheringId)
  const occasions = open.filter(({ no }) => numbers.includes(no))
  if (open.length > 0 && occasions.length === 0)
    throw new Refusal(guestImportTexts.noOccasion, { status: 422, field: 'occasions[]' })
  return occasions
}

async function plannedOf(tx: Tx, gatheringId: string, body: string, asked: Entered): Promise<Planned[]> {
  const known = await knownGuests(tx, gatheringId)
  const { reading, errors: wrong } = mended(readGuests(body, asked.said), asked)
  if (Object.keys(wrong).length > 0) throw new Refusal(guestImportTexts.check, { status: 422, errors: wrong })
  const rows = comparedGuests(reading, known)
  const groups = asked.group ? [asked.group] : []
  const ticked = { choiceOf: choiceIn(asked), takes: importGuestsForm(asked) }
  const { planned, tooMany } = planOf(rows, known, { seats: asked.seats, groups, ...ticked })
  if (tooMany.length > 0) {
    const errors: Record<string, Words> = Object.fromEntries(
      tooMany.map((nr) => [`choice.${nr}`, guestImportTexts.manySeats]),
    )
    throw new Refusal(guestImportTexts.check, { status: 422, errors })
  }
  const all = new Set(known.map(({ id }) => id)).size + planned.filter((one) => !one.known).length
  if (all > supportersMax) throw new Refusal(guestSays.manyGuests)
  return planned
}

const chunk = 500
function* chunksOf<One>(all: readonly One[]): Generator<One[]> {
  for (let at = 0; at < all.length; at += chunk) yield all.slice(at, at + chunk)
}

/** Creates the new guests and completes those who are there. Returns the id of each. */
async function writeGuests(tx: Tx, gatheringId: string, planned: readonly Planned[]): Promise<Map<Planned, string>> {
  const ids = new Map<Planned, string>()
  const { language } = await tx
    .selectFrom('gatherings')
    .where('id', '=', gatheringId)
    .select('language')
    .executeTakeFirstOrThrow()
  for (const some of chunksOf(planned.filter(({ known }) => !known))) {
    const values = some.map(({ name, phone, email, note, groups }) => ({ name, phone, email, note, groups }))
    const beside = () => ({ gathering_id: gatheringId, language, origin: 'import' as const, link: newLink() })
    const made = await tx
      .insertInto('supporters')
      .values(values.map((one) => ({ ...one, ...beside() })))
      .returning('id')
      .execute()
    for (const [at, one] of some.entries()) ids.set(one, made[at]!.id)
  }
  for (const one of planned) {
    if (!one.known) continue
    const { id } = one.known
    ids.set(one, id)
    if (isUnchanged(one)) continue
    const { name, phone, email, note, groups } = one
    await tx
      .updateTable('supporters')
      .set({ name, phone, email, note, groups, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
  }
  return ids
}

const isUnchanged = ({ known, name, phone, email, note, groups }: Planned): boolean =>
  known?.name === name &&
  known.phone === phone &&
  known.email === email &&
  known.note === note &&
  known.groups.length === groups.length

/** Invites all of them to an occasion. A guest who is invited keeps the invitation, with more seats if the household grew. */
async function inviteAll(tx: Tx, occasionId: string, planned: readonly Planned[], ids: Map<Planned, string>) {
  for (const one of planned)
    if (one.more > 0)
      await sql`update invitations set seats = seats + ${one.more}, touched = pg_current_xact_id()
        where occasion_id = ${occasionId} and supporter_id = ${ids.get(one)!}`.execute(tx)
  // A row whose code is taken is left out and gets another code.
  for (let tries = 0, rest = [...planned]; rest.length > 0; tries++) {
    if (tries === 20) throw new Error('no free code was found')
    for (const some of chunksOf(rest)) {
      const values = some.map((one) => ({ supporter_id: ids.get(one)!, seats: one.seats, code: newCode() }))
      await tx
        .insertInto('invitations')
        .values(values.map((one) => ({ ...one, occasion_id: occasionId })))
        .onConflict((clash) => clash.doNothing())
        .execute()
    }
    rest = await withoutInvitation(tx, occasionId, rest, ids)
  }
}

async function withoutInvitation(tx: Tx, occasionId: string, planned: Planned[], ids: Map<Planned, string>) {
  const invited = await tx
    .selectFrom('invitations')
    .where('occasion_id', '=', occasionId)
    .select('supporter_id as id')
    .execute()
  const has = new Set(invited.map(({ id }) => id))
  return planned.filter((one) => !has.has(ids.get(one)!))
}

const longestText = 200

/** Returns all lines of a list: no pasted line is hidden. */
export function shownPreview({ id, rows, unread, columns, added }: PastePreview): ShownPreview {
  const of = (is: ComparedGuest['is']) => rows.filter((row) => row.is === is).map((row) => shownRow(row, rows))
  return {
    id,
    added,
    fresh: of('new'),
    shared: of('shared'),
    there: of('there'),
    twice: of('twice'),
    said: of('said'),
    unread: unread.map(({ line, why, text }) => ({ line, why, text: text.slice(0, longestText) })),
    columns,
    mends: rows.length <= mendsMost,
    asksForAll: rows.filter(isAsked).length > asksMost,
  }
}

function shownRow(row: ComparedGuest, rows: readonly ComparedGuest[]): ShownGuestRow {
  const { nr, line, name, email, seats, groups, note, is, otherName, byName, differs, doubt, phone, other } = row
  const otherLine = other && 'row' in other ? rows[other.row - 1]!.line : null
  const shown = { nr, line, name, email, seats, groups, note, is, otherName, byName, differs, doubt }
  return { ...shown, undrawn: !isDrawable(name), phone: phone && phoneWhole(phone), otherLine }
}

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

type PastePreview = {
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
async function knownGuests(db: Db | Tx, gatheringId: string): Promise<KnownGuest[]> {
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

const openOccasions = (db: Db | Tx, gatheringId: string) =>
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
