import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { qrOf } from '#app/base/pictures/qr.server.ts'
import { invitationStateWords } from '#app/invitations/guests/invitation.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { cityBeside, clockThere, dayThere } from '#app/kit/zones.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { type Face, inOneFace, isDrawable, linesOfText, widthOf } from '#app/platform/pictures/lettering.server.ts'
import { a4, mm, type PdfSheet, pdfPages } from '#app/platform/pictures/pdf-pages.server.ts'
import { newLine } from '#app/platform/processes/turns.server.ts'
import { signedPass, signingKey } from './keys.server.ts'

// The data of paper for a door: cards with passes, and the list by name for a door without a phone.

/** The most guests in one file. */
const mostOnPaper = 1000

/** The guests to print: those of one occasion, in parts of a thousand; `coming`: only those who said Yes. */
type PaperAsked = { gatheringId: string; no: number | null; part: number; coming: boolean }

type PaperGuest = Awaited<ReturnType<typeof guestsOf>>[number]
type PaperOccasion = NonNullable<Awaited<ReturnType<typeof occasionOf>>>

/** Reads the request from the address of a paper file. */
const paperAsked = (gatheringId: string, query: URLSearchParams): PaperAsked => {
  const number = (name: string) => (/^[1-9]\d{0,3}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null)
  return { gatheringId, no: number('occasion'), part: number('part') ?? 1, coming: query.get('who') === 'coming' }
}

async function paperOf(db: Db, asked: PaperAsked, now = new Date()) {
  const occasion = await occasionOf(db, asked, now)
  if (!occasion) return undefined
  const guests = await guestsOf(db, occasion.id, asked)
  // The first part of an occasion without guests is an empty list; any other empty part does not exist.
  return guests.length > 0 || asked.part === 1 ? { occasion, guests } : undefined
}

/** Guests with a right to come in. Those who declined or wait get no paper: the host lets them in by name. */
const invited = ['invited', 'yes', 'maybe'] as const

async function occasionOf(db: Db, { gatheringId, no }: PaperAsked, now: Date) {
  const rows = await db
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('o.gathering_id', '=', gatheringId)
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select(['o.id', 'o.no', 'o.name', 'o.kind', 'o.zone', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .select(['o.place', 'o.landmark', 'g.title', 'g.hosts', 'g.style', 'g.language'])
    .limit(20)
    .execute()
  const found =
    no === null ? (rows.find((one) => endOfOccasion(one) > now) ?? rows.at(-1)) : rows.find((one) => one.no === no)
  return found && { ...found, language: knownLanguage(found.language) }
}

const guestsOf = (db: Db, occasionId: string, { part, coming }: PaperAsked) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.occasion_id', '=', occasionId)
    .where('i.state', 'in', coming ? ['yes'] : [...invited])
    .where(sql<SqlBool>`s.merged_into is null`)
    // The sort order of names on paper: Ẹniọla is at E.
    .orderBy(sql`lower(coalesce(s.card_name, s.name)) collate "und-x-icu"`)
    .orderBy('i.id')
    .select(['i.id', 'i.code', 'i.pass_version as version', 'i.state'])
    .select(sql<string>`coalesce(s.card_name, s.name)`.as('name'))
    .select(sql<number>`coalesce(i.adults + i.children, i.seats)`.as('seats'))
    .select(sql<string>`coalesce(right(s.phone, 4), '')`.as('lastFour'))
    .limit(mostOnPaper)
    .offset((part - 1) * mostOnPaper)
    .execute()

/** Two files at a time: a thousand codes take some seconds of work. */
const line = newLine({ atOnce: 2, mostWaiting: 50, longestWait: 60_000 })

/** Streams a file while it is made. */
function paperAnswer(name: string, pieces: AsyncGenerator<Buffer>): Response {
  const file = Readable.from(inLine(pieces), { objectMode: false })
  return new Response(Readable.toWeb(file) as ReadableStream as unknown as BodyInit, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** Takes a place in the queue when the stream begins, so that a file that nobody reads holds none. */
async function* inLine(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  await line.enter()
  try {
    yield* pieces
  } finally {
    line.leave()
  }
}

// Cards to cut out, eight a page: the guest's name, for how many, when and where, and the pass.

type Cards = { occasion: PaperOccasion; guests: PaperGuest[]; key: KeyObject; origin: string; words: I18n }

const [columns, rows] = [2, 4]
const card = { width: 95 * mm, height: 68 * mm }
const left = (a4.width - columns * card.width) / 2
const top = (a4.height - rows * card.height) / 2
const edge = 7 * mm
const code = { width: 35 * mm }

/** Titles on paper have the face of the card's style; small lines have the most readable one. */
const faces: Record<PaperOccasion['style'], Face> = {
  solemn: 'garamond',
  celebration: 'display',
  church: 'garamond',
  school: 'slab',
  corporate: 'archivo',
}

function* cardPages(cards: Cards): Generator<(sheet: PdfSheet) => void> {
  const perPage = columns * rows
  for (let from = 0; from < Math.max(1, cards.guests.length); from += perPage) {
    const some = cards.guests.slice(from, from + perPage)
    yield (sheet) => {
      cutMarks(sheet)
      some.forEach((guest, nr) => {
        const x = left + (nr % columns) * card.width
        const y = top + Math.floor(nr / columns) * card.height
        drawCard(sheet, cards, guest, { x, y })
      })
    }
  }
}

/** Draws short lines at the edge of the paper and small crosses between the cards: no mark is left on a card that was cut. */
function cutMarks(sheet: PdfSheet): void {
  const line = 0.4
  const [long, short] = [5 * mm, 1.6 * mm]
  for (let column = 0; column <= columns; column++)
    for (let row = 0; row <= rows; row++) {
      const [x, y] = [left + column * card.width, top + row * card.height]
      if (row === 0) sheet.box(x - line / 2, y - long - 1, line, long)
      if (row === rows) sheet.box(x - line / 2, y + 1, line, long)
      if (column === 0) sheet.box(x - long - 1, y - line / 2, long, line)
      if (column === columns) sheet.box(x + 1, y - line / 2, long, line)
      if (column === 0 || column === columns || row === 0 || row === rows) continue
      sheet.box(x - line / 2, y - short, line, 2 * short)
      sheet.box(x - short, y - line / 2, 2 * short, line)
    }
}

function drawCard(sheet: PdfSheet, cards: Cards, guest: PaperGuest, { x, y }: { x: number; y: number }): void {
  const { occasion, key, origin, words } = cards
  const face = faces[occasion.style]
  const pass = signedPass(key, origin, occasion.id, {
    invitation: guest.id,
    version: guest.version,
    seats: guest.seats,
  })
  const codeX = x + card.width - edge - code.width
  sheet.squares(qrOf(pass), { x: codeX, y: y + edge, width: code.width })
  const column = { x: x + edge, width: codeX - x - 2 * edge + 2 * mm }
  drawFacts(sheet, occasion, { ...column, y: y + edge, face })
  const foot = y + card.height - edge
  const rule = foot - 17.5 * mm
  sheet.box(x + edge, rule, card.width - 2 * edge, 0.6)
  const { seats } = guest
  const many = words._(msg`${plural(seats, { one: '# seat', other: '# seats' })}`)
  const name = isDrawable(guest.name) ? guest.name : words._(otherLetters)
  drawName(sheet, name, { x: x + edge, width: card.width - 2 * edge, y: rule, face })
  sheet.text(many, { x: x + edge, y: foot, size: 11, face: 'garamond' })
  const letters = `${guest.code.slice(0, 3)} ${guest.code.slice(3)}`
  sheet.text(letters, { x: x + card.width - edge, y: foot, size: 17, face: 'archivo', track: 0.04, align: 'right' })
}

type Place = { x: number; y: number; width: number; face: Face }

/** Draws the text beside the code: a long title is smaller, and lines without room at the foot are left out. */
function drawFacts(sheet: PdfSheet, occasion: PaperOccasion, { x, y, width, face }: Place): void {
  const { language, title, name, startsAt, zone, place, landmark } = occasion
  const short = fittedText(title, { face, width, sizes: [17, 15, 13.5], most: 2 })
  const isShort = !short.lines.at(-1)?.endsWith('…')
  const head = isShort ? short : fittedText(title, { face, width, sizes: [12.5, 11], most: 3 })
  let at = y - head.size * 0.2
  for (const line of head.lines) {
    at += head.size * 1.08
    sheet.text(line, { ...head, x, y: at })
  }
  at += 3
  const time = `${clockThere(language, startsAt, zone)}${cityBeside(zone)}`
  const facts = [dayThere(language, startsAt, zone), time, place, landmark, name === title ? '' : name]
  for (const fact of facts.filter(Boolean)) {
    const { lines, ...type } = fittedText(fact, { face: 'garamond', width, sizes: [10.5, 9.5], most: 2 })
    if (at + lines.length * 12.5 > y + code.width + 1) continue
    for (const line of lines) {
      at += 12.5
      sheet.text(line, { ...type, x, y: at })
    }
  }
}

/** Draws the name on one line in the whole width; else on two smaller lines above the seats. */
function drawName(sheet: PdfSheet, name: string, { x, y, width, face }: Place): void {
  const one = fittedText(name, { face, width, sizes: [17, 15, 13.5, 12.5], most: 1 })
  const whole = one.lines.length > 0 && !one.lines[0]!.endsWith('…')
  const { lines, ...type } = whole ? one : fittedText(name, { face, width, sizes: [12.5, 11], most: 2 })
  lines.forEach((line, nr) => {
    sheet.text(line, { ...type, x, y: y + 5 + type.size * (0.9 + nr * 1.08) })
  })
}

type Fit = { face: Face; width: number; sizes: number[]; most: number }

/** Printed for a name that our fonts can't write: the code and the number identify the guest. */
const otherLetters = msg`A name in other letters`

/** Fits a text in the largest size possible; in the smallest size it ends in an ellipsis. */
function fittedText(raw: string, { face, width, sizes, most }: Fit) {
  const { text, face: own } = inOneFace(raw, face)
  const track = own === 'display' ? -0.02 : 0
  for (const size of sizes) {
    const type = { size, face: own, track }
    const lines = linesOfText(text, { ...type, width, most })
    const whole = lines.join(' ').length >= text.length && !lines.at(-1)!.endsWith('…')
    if ((whole && lines.every((line) => widthOf(line, type) <= width)) || size === sizes.at(-1))
      return { lines: text ? lines : [], ...type }
  }
  return { lines: [], size: sizes[0]!, face: own, track }
}

// The paper files as served; undefined if there is no such part or occasion.

type Wanted = { gathering: { id: string; slug: string }; personId: string; query: URLSearchParams }

/** How many paper files a person may generate. */
const limits = (personId: string): Limit[] => [{ name: 'paper', key: personId, times: 20, seconds: 600 }]

/** Makes guests' passes as cards to cut out, in the language of the invitation. */
export async function cardsFile(db: Db, wanted: Wanted & { origin: string }): Promise<Response | undefined> {
  const { gathering, personId, query, origin } = wanted
  await takeTry(limits(personId))
  const paper = await paperOf(db, paperAsked(gathering.id, query))
  if (!paper) return undefined
  const { id, title, language } = paper.occasion
  const words = wordsIn(language, catalogues[language])
  const pages = cardPages({ ...paper, key: await signingKey(db, id), origin, words })
  return paperAnswer(`${gathering.slug}-cards`, pdfPages(pages, { title, language }))
}

type Reader = { words: I18n; language: Language; whole: boolean }

/** Makes the list of guests by name with boxes to tick, in the language of the person who prints it. */
export async function listFile(db: Db, { gathering, personId, query, ...reader }: Wanted & Reader) {
  await takeTry(limits(personId))
  const paper = await paperOf(db, paperAsked(gathering.id, query))
  if (!paper) return undefined
  const told = { title: paper.occasion.name, language: reader.language }
  return paperAnswer(`${gathering.slug}-list`, pdfPages(listPages({ ...paper, ...reader }), told))
}

// The list of guests on paper, by name, with boxes to tick: it works without any phone.

type List = {
  occasion: PaperOccasion
  guests: PaperGuest[]
  words: I18n
  language: Language
  /** Hosts see the last digits of a number; administrators with read access don't. */
  whole: boolean
}

const margin = 14 * mm
const rowTall = 7.4 * mm
const headTall = 30 * mm
const perPage = Math.floor((a4.height - margin - headTall - 12 * mm) / rowTall)
const right = a4.width - margin
/** The columns' left edges. */
const at = { name: margin, code: margin + 84 * mm, party: margin + 104 * mm, boxes: margin + 112 * mm, four: right }
const box = 3.6 * mm
const mostBoxes = 10

function* listPages(list: List): Generator<(sheet: PdfSheet) => void> {
  const pages = Math.max(1, Math.ceil(list.guests.length / perPage))
  for (let page = 0; page < pages; page++) {
    const some = list.guests.slice(page * perPage, (page + 1) * perPage)
    yield (sheet) => {
      drawHead(sheet, list, { page: page + 1, pages })
      some.forEach((guest, nr) => {
        drawRow(sheet, list, guest, headTall + nr * rowTall)
      })
    }
  }
}

function drawHead(
  sheet: PdfSheet,
  { occasion, words, language, whole }: List,
  nr: { page: number; pages: number },
): void {
  const { name, title, startsAt, zone, place } = occasion
  const { lines, size, face } = fittedText(name || title, {
    face: 'archivo',
    width: 150 * mm,
    sizes: [16, 13],
    most: 1,
  })
  sheet.text(lines[0] ?? '', { x: margin, y: 15 * mm, size, face })
  const when = `${dayThere(language, startsAt, zone)}, ${clockThere(language, startsAt, zone)}`
  const below = fittedText([when, place].filter(Boolean).join(' · '), {
    face: 'garamond',
    width: 170 * mm,
    sizes: [11],
    most: 1,
  })
  sheet.text(below.lines[0] ?? '', { x: margin, y: 20.5 * mm, size: 11, face: below.face })
  const { page, pages } = nr
  sheet.text(words._(msg`Page ${page} of ${pages}`), { x: right, y: 15 * mm, size: 10, align: 'right' })
  const y = headTall - 2 * mm
  const small = { y, size: 8.5, face: 'archivo-medium', grey: 0.3 } as const
  sheet.text(words._(msg`Name`), { x: at.name, ...small })
  sheet.text(words._(msg`Code`), { x: at.code, ...small })
  sheet.text(words._(msg`People`), { x: at.party, ...small })
  if (whole) sheet.text(words._(msg`Number ends`), { x: at.four, align: 'right', ...small })
  sheet.box(margin, headTall - 0.5, right - margin, 1)
}

function drawRow(sheet: PdfSheet, { words, whole }: List, guest: PaperGuest, y: number): void {
  const foot = y + rowTall * 0.68
  // A Yes needs no word; any other answer is written beside the name.
  const said = guest.state === 'yes' ? '' : words._(invitationStateWords[guest.state])
  const name = isDrawable(guest.name) ? guest.name : words._(otherLetters)
  const width = (said ? 55 : 80) * mm
  const { lines, ...type } = nameIn(name, width)
  lines.forEach((line, nr) => {
    sheet.text(line, { ...type, x: at.name, y: lines.length === 1 ? foot : y + rowTall * (0.42 + nr * 0.44) })
  })
  const small = { size: 7.5, face: 'archivo-medium', grey: 0.35, align: 'right' } as const
  sheet.text(said, { ...small, x: at.code - 3 * mm, y: foot })
  sheet.text(guest.code, { x: at.code, y: foot, size: 10.5, face: 'archivo', track: 0.04 })
  sheet.text(String(guest.seats), { x: at.party + 6 * mm, y: foot, size: 11, face: 'archivo', align: 'right' })
  const boxes = Math.min(guest.seats, mostBoxes)
  for (let nr = 0; nr < boxes; nr++)
    sheet.frame(at.boxes + nr * (box + 1.1 * mm), y + (rowTall - box) / 2, box, box, 0.7)
  const more = guest.seats - boxes
  const end = at.boxes + boxes * (box + 1.1 * mm)
  if (more > 0) sheet.text(`+ ${more}`, { x: end, y: foot, size: 9 })
  if (whole) sheet.text(guest.lastFour, { x: at.four, y: foot, size: 10.5, face: 'archivo-medium', align: 'right' })
  sheet.box(margin, y + rowTall - 0.2, right - margin, 0.4, 0.7)
}

/** Fits a name on one line; else on two small ones, uncut: the helper needs the whole name. */
function nameIn(name: string, width: number) {
  const one = fittedText(name, { face: 'garamond', width, sizes: [12, 10.5, 9], most: 1 })
  return one.lines[0]?.endsWith('…') ? fittedText(name, { face: 'garamond', width, sizes: [9, 8, 7], most: 2 }) : one
}
