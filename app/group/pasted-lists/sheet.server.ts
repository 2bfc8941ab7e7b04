import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Paybill } from '#app/drives/drive/share.ts'
import { brand } from '#app/kit/brand.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { amountText } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { Canvas, rounded, shapesOf } from '#app/platform/pictures/canvas.server.ts'
import { drawInTurn, drawnAnswer, keptThings } from '#app/platform/pictures/drawn.server.ts'
import { lineOfText, linesOfText, widthOf, writable } from '#app/platform/pictures/lettering.server.ts'
import { type Entry, isPaid, nameInList, payIn, type SharedList, sheetText, sumsIn } from './sheet.ts'

/** The most gifts and promises that are named, the newest; older ones are a sum. */
const most = 1000
const longestName = 60

type Drive = {
  id: string
  title: string
  collects: boolean
  goal: number
  raised: number
  recorded: number
  pledged: number
}

/**
 * Returns the list of a drive: names as their givers chose them, and no phone. A gift that counts for a pledge is in its line, which
 * has no name if one of them has none. A promise without its giver's yes shows only the gifts.
 */
export async function sheetOf(
  db: Db | Tx,
  drive: Drive,
  { link, paybill }: { link: string; paybill: Paybill | null },
): Promise<SharedList> {
  const { rows } = await entriesOf(drive.id).execute(db)
  const entries = rows.map(({ name, ...rest }): Entry => ({ ...rest, name: shownName(name) })).reverse()
  const paid = drive.raised + drive.recorded
  const named = entries.reduce((sum, { paid }) => sum + paid, 0)
  return {
    title: drive.title,
    goal: drive.collects ? drive.goal : null,
    entries,
    others: Math.max(0, paid - named),
    paid,
    pledged: drive.pledged,
    paybill: drive.collects ? paybill : null,
    link,
  }
}

/** Makes a name one line: a list has one for each name. */
const shownName = (name: string | null): string | null => {
  const line = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return [...line].slice(0, longestName).join('').trim() || null
}

type Found = Entry & { at: Date }

/** Reads the entries. Those of one paste have the same moment: they stay in the order of the paste, in each list and picture. */
const entriesOf = (driveId: string) => sql<Found>`
  with pledged as (
    select created_at as at, 3 as kind, id, nullif(name, '') as name, anonymous or exists (
        select from pledge_parts k left join donations d on d.id = k.donation_id left join recorded_gifts r on r.id = k.recorded_id
        where k.pledge_id = pledges.id and (d.anonymous or r.anonymous)
      ) as anonymous, case when agreed or source <> 'giver' then greatest(amount - unagreed, paid) else paid end as amount, paid from pledges
    where fund_drive_id = ${driveId} and state <> 'released'
      and (agreed or paid > 0 or source <> 'giver') order by id desc limit ${most}
  ), recorded as (
    select r.created_at, 2, r.id, nullif(r.name, ''), r.anonymous, r.amount - coalesce(k.amount, 0) as rest
    from recorded_gifts r left join (pledge_parts k join pledges l on l.id = k.pledge_id and l.state <> 'released')
      on k.recorded_id = r.id
    where r.fund_drive_id = ${driveId} and r.voided_at is null order by r.id desc limit ${most}
  ), given as (
    select d.created_at, 1, d.id, nullif(d.donor_name, ''), d.anonymous, d.amount - p.reversed - coalesce(k.amount, 0) as rest
    from donations d join payments p on p.id = d.payment_id
      left join (pledge_parts k join pledges l on l.id = k.pledge_id and l.state <> 'released') on k.donation_id = d.id
    where d.fund_drive_id = ${driveId} order by d.id desc limit ${most}
  ), entries as (
    select * from pledged
    union all select *, rest from recorded where rest > 0
    union all select *, rest from given where rest > 0
  )
  select at, case when anonymous then null else name end as name, anonymous as "isAnonymous",
    amount::bigint as amount, paid::bigint as paid
  from entries order by at desc, kind desc, id desc limit ${most}`

/** Returns the list in each of our languages, as it may be pasted again. */
export const textsOf = (sheet: SharedList): string[] =>
  (Object.keys(languages) as Language[]).map((one) => sheetText(wordsIn(one, catalogues[one]), sheet))

// The list as a picture, for chats that fold a long text away: a page for every forty lines.

const width = 1080
const mostBytes = 250_000
const linesOnPage = 40
const edge = 56
const [rowTall, titleSize, rowSize, sumSize, footSize] = [50, 46, 29, 34, 27]
const [paper, band, ink, muted, line, done, waits] = [
  '#faf5ea',
  '#1d5138',
  '#2a2019',
  '#6b5d4f',
  '#e9dfcb',
  '#1d7a4d',
  '#b7791f',
]

/** Counts the pages of a list; an empty list has a page, too. */
export const pagesOf = ({ entries }: SharedList): number => Math.max(1, Math.ceil(entries.length / linesOnPage))

const files = keptThings<Buffer>({ most: 12_000_000, sizeOf: (file) => file.length })

const keyOf = ({ locale }: I18n, sheet: SharedList, page: number): string =>
  createHash('sha256')
    .update(JSON.stringify([locale, page, sheet]))
    .digest('base64url')

/** Returns a page, as a JPEG of at most 250 kB. Drawn once as long as its content is the same. */
export const sheetPicture = (words: I18n, sheet: SharedList, page: number): Promise<Buffer> =>
  files.of(keyOf(words, sheet, page), () => drawInTurn(async () => (await draw(words, sheet, page)).jpeg(mostBytes)))

/** Answers with a page. Each person can have a limited number drawn a minute; a cached one is given to everybody who may see it. */
export const sheetAnswer = (words: I18n, sheet: SharedList, { page, personId }: { page: number; personId: string }) =>
  drawnAnswer({ 'cache-control': 'private, no-store' }, async () => {
    if (!files.has(keyOf(words, sheet, page)))
      await takeTry([{ name: 'list-picture', key: personId, times: 60, seconds: 60 }])
    return sheetPicture(words, sheet, page)
  })

/** Draws a page in steps, so that other requests are answered in between: a page takes a tenth of a second of the only thread. */
async function draw(words: I18n, sheet: SharedList, page: number): Promise<Canvas> {
  const sorted = [...sheet.entries.filter(isPaid), ...sheet.entries.filter((one) => !isPaid(one))]
  const from = (page - 1) * linesOnPage
  const rows = sorted.slice(from, from + linesOnPage)
  const title = linesOfText(writable(sheet.title) || brand(), { size: titleSize, width: width - 2 * edge, most: 2 })
  const [sums, pay] = [sumsIn(words, sheet), payIn(words, sheet)]
  const foot = [...(pay ? [pay] : []), sheet.link.replace(/^https?:\/\//, '')]
  const top = 60 + title.length * titleSize * 1.2 + 56
  const sumsAt = top + rows.length * rowTall + 40
  const footAt = sumsAt + sums.length * sumSize * 1.4 + 30
  const canvas = new Canvas(width, Math.ceil(footAt + foot.length * footSize * 1.6 + edge), paper)
  canvas.fill(rounded({ x: 0, y: 0, width, height: 18 }, 0), band)
  for (const [at, text] of title.entries())
    canvas.fill(lineOfText(text, { x: edge, y: 60 + titleSize + at * titleSize * 1.2, size: titleSize }), ink)
  const pages = pagesOf(sheet)
  if (pages > 1) right(canvas, words._(msg`Page ${page} of ${pages}`), { y: top - 22, size: footSize, colour: muted })
  for (const [at, entry] of rows.entries()) {
    drawRow(canvas, words, entry, { nr: from + at + 1, y: top + at * rowTall })
    await breathe()
  }
  for (const [at, [label, sum]] of sums.entries()) {
    const y = sumsAt + sumSize + at * sumSize * 1.4
    canvas.fill(lineOfText(label, { x: edge, y, size: sumSize }), at === 0 ? band : muted)
    right(canvas, sum, { y, size: sumSize, colour: at === 0 ? band : muted })
  }
  for (const [at, text] of foot.entries()) {
    const [fitted] = linesOfText(text, { size: footSize, width: width - 2 * edge, most: 1 })
    canvas.fill(lineOfText(fitted!, { x: edge, y: footAt + footSize + at * footSize * 1.6, size: footSize }), ink)
  }
  return canvas
}

type Written = { y: number; size: number; colour: string }

const right = (canvas: Canvas, text: string, { y, size, colour }: Written) =>
  canvas.fill(lineOfText(text, { x: width - edge - widthOf(text, size), y, size }), colour)

function drawRow(canvas: Canvas, words: I18n, entry: Entry, { nr, y }: { nr: number; y: number }) {
  const foot = y + 34
  const [number, paid] = [`${nr}.`, isPaid(entry)]
  const isPart = !paid && entry.paid > 0
  const amount = isPart ? `${amountText(entry.paid)} / ${amountText(entry.amount)}` : amountText(entry.amount)
  canvas.fill(rounded({ x: edge, y: y + rowTall - 2, width: width - 2 * edge, height: 2 }, 0), line)
  canvas.fill(lineOfText(number, { x: edge + 62 - widthOf(number, rowSize), y: foot, size: rowSize }), muted)
  drawMark(canvas, { x: edge + 82, y: y + 10, isPaid: paid })
  const name = writable(nameInList(words, entry)) || words._(namelessSeen(false))
  const room = width - 2 * edge - 130 - widthOf(amount, rowSize) - 24
  const [fitted] = linesOfText(name, { size: rowSize, width: room, most: 1 })
  canvas.fill(lineOfText(fitted!, { x: edge + 130, y: foot, size: rowSize }), ink)
  right(canvas, amount, { y: foot, size: rowSize, colour: paid ? ink : waits })
}

/** Draws a tick on green for paid, a ring for promised: the signs of the text, which our font lacks. */
function drawMark(canvas: Canvas, { x, y, isPaid }: { x: number; y: number; isPaid: boolean }) {
  const size = 30
  canvas.fill(rounded({ x, y, width: size, height: size }, size / 2), isPaid ? done : waits)
  if (!isPaid) return canvas.fill(rounded({ x: x + 4, y: y + 4, width: size - 8, height: size - 8 }, size / 2), paper)
  const tick = shapesOf('M7 15L10 12L13 15L20 8L23 11L13 21z')
  canvas.fill(
    tick.map((points) => points.map(([px, py]) => [x + px, y + py] as const)),
    paper,
  )
}
