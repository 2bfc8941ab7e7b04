import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { invitationStateWords } from '#app/invitations/guests/invitation.ts'
import type { Language } from '#app/kit/languages.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import { a4, mm, type PdfSheet } from '#app/platform/pictures/pdf-sheet.server.ts'
import type { PaperGuest, PaperOccasion } from './paper.server.ts'
import { fittedText, otherLetters } from './paper-cards.server.ts'

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

export function* listPages(list: List): Generator<(sheet: PdfSheet) => void> {
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
