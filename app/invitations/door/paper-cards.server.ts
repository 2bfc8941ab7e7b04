import type { KeyObject } from 'node:crypto'
import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import QRCode from 'qrcode'
import { cityBeside, clockThere, dayThere } from '#app/kit/zones.ts'
import type { Face } from '#app/platform/pictures/faces.server.ts'
import { inOneFace, isDrawable, linesOfText, widthOf } from '#app/platform/pictures/lettering.server.ts'
import { a4, mm, type PdfSheet } from '#app/platform/pictures/pdf-sheet.server.ts'
import { signedPass } from './keys.server.ts'
import type { PaperGuest, PaperOccasion } from './paper.server.ts'

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

export function* cardPages(cards: Cards): Generator<(sheet: PdfSheet) => void> {
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
  const { modules } = QRCode.create(pass, { errorCorrectionLevel: 'M' })
  const codeX = x + card.width - edge - code.width
  sheet.squares(modules.data, modules.size, { x: codeX, y: y + edge, width: code.width })
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
export const otherLetters = msg`A name in other letters`

/** Fits a text in the largest size possible; in the smallest size it ends in an ellipsis. */
export function fittedText(raw: string, { face, width, sizes, most }: Fit) {
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
