import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import {
  type Face,
  inOneFace,
  lineOfText,
  linesOfText,
  type Type,
  widthOf,
} from '#app/platform/pictures/lettering.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import { type CardText, smallest } from './card.ts'

// Typesetting of cards: the face and size of a text, its lines, and the parts of a column.

/** A part of a column: its height, and how to paint it with its top at y. */
export type CardPart = { height: number; paint: (canvas: Canvas, y: number) => void; isGap?: boolean }

/** Air between two parts: it grows where there is much room. */
export const gap = (height: number): CardPart => ({ height, paint: () => {}, isGap: true })
export const room = (height: number): CardPart => ({ height, paint: () => {} })
export const heightOf = (parts: CardPart[]): number => parts.reduce((sum, { height }) => sum + height, 0)

/** Paints parts one below the other; returns where the last one ends. */
export function paintParts(canvas: Canvas, parts: CardPart[], top: number): number {
  let y = top
  for (const part of parts) {
    part.paint(canvas, Math.round(y))
    y += part.height
  }
  return y
}

/** Joins parts into one part, which is placed as a whole. */
export const asOnePart = (parts: CardPart[]): CardPart => ({
  height: heightOf(parts),
  paint: (canvas, y) => void paintParts(canvas, parts, y),
})

/** The position and width of a card's column. */
export type CardColumn = { x: number; width: number }

/** The room of a column whose last part is the facts, and the sizes that its title may have. */
export type ColumnRoom = {
  room: number
  titles: number[]
  /** How much smaller the lines around the title are. */
  small?: number
  facts: (level: Level) => CardPart[]
  keepsLarge?: boolean
}

export type Setting = {
  face: Face
  /** Sizes to try: the first one in which the text fits is taken. */
  sizes: readonly number[]
  width: number
  x: number
  align?: 'left' | 'centre'
  colour: string
  most?: number
  track?: number
  leading?: number
  capitals?: boolean
}

/**
 * Sets a text on one line in the largest size in which it fits, else on two lines in a smaller one, and so on. An empty text gives no part.
 */
export function textPart(raw: string, setting: Setting): CardPart[] {
  const asked = setting.capitals ? raw.toLocaleUpperCase('en') : raw
  const { text, face } = inOneFace(asked, setting.face)
  if (!text) return []
  const { sizes, width, most = 1, track = 0 } = setting
  const smaller = sizes.slice(-Math.max(1, sizes.length - 2))
  for (let lines = 1; lines <= most; lines++)
    for (const size of lines === 1 ? sizes : smaller) {
      const type = { size, face, track, width, most: lines }
      if (isWhole(text, type)) return [linesPart(balanced(text, type), { ...setting, size, face })]
    }
  const type = { size: sizes.at(-1)!, face, track, width, most }
  return [linesPart(linesOfText(text, type), { ...setting, size: type.size, face })]
}

/** Sets a title: four sizes in two lines, then three lines of the smallest size, then an ellipsis. */
export function titlePart(text: string, setting: Setting & { step: number }): CardPart[] | undefined {
  const { sizes, step } = setting
  if (step >= sizes.length) return textPart(text, { ...setting, sizes: [sizes.at(-1)!], most: 3 })
  const one = { ...setting, sizes: [sizes[step]!], most: 2 }
  const asked = setting.capitals ? text.toLocaleUpperCase('en') : text
  const { text: written, face } = inOneFace(asked, setting.face)
  const { width, track = 0 } = setting
  return isWhole(written, { size: sizes[step]!, face, track, width, most: 2 }) ? textPart(text, one) : undefined
}

type Lines = Type & { width: number; most: number }

function isWhole(text: string, type: Lines): boolean {
  const lines = linesOfText(text, type)
  const whole = lines.join(' ').length >= text.length
  return whole && !lines.at(-1)!.endsWith('…') && lines.every((line) => widthOf(line, type) <= type.width)
}

/** Breaks a text into lines as even as possible: nobody likes a last line of one word. */
function balanced(text: string, type: Lines): string[] {
  const lines = linesOfText(text, type)
  if (lines.length < 2 || lines.at(-1)!.endsWith('…')) return lines
  let [low, high] = [type.width / lines.length, type.width]
  for (let n = 0; n < 9; n++) {
    const middle = (low + high) / 2
    const tried = linesOfText(text, { ...type, width: middle })
    if (tried.length === lines.length && isWhole(text, { ...type, width: middle })) high = middle
    else low = middle
  }
  return linesOfText(text, { ...type, width: high })
}

function linesPart(
  lines: string[],
  { size, face, x, width, track = 0, leading = 1.2, colour, align = 'left' }: Setting & { size: number },
): CardPart {
  const type = { size, face, track }
  const tall = size * leading
  return {
    height: lines.length * tall,
    paint: (canvas, y) =>
      lines.forEach((line, at) => {
        const left = align === 'left' ? x : x + (width - widthOf(line, type)) / 2
        canvas.fill(lineOfText(line, { x: left, y: y + at * tall + (tall - size) / 2 + size * 0.77, ...type }), colour)
      }),
  }
}

/** Parts of a column, and how much of its room is left; negative where there is too little. */
export type Fit = { parts: CardPart[]; spare: number }

/** How much a column shows: all, all but the hosts' words, or also only the first line of each fact. */
export type Level = 0 | 1 | 2
type Column = (step: number, level: Level) => CardPart[] | undefined

/** Finds the best fit among title sizes and levels. A large title is better than many words. */
export function fittedLine(room: number, column: Column, { keepsLarge = false } = {}): Fit {
  const whole = [0, 1, 2, 3, 4].find((step) => column(step, 0)) ?? 4
  let last: Fit = { parts: [], spare: -1 }
  for (const level of [0, 1, 2] as const) {
    const farthest = level === 0 || keepsLarge ? Math.max(2, whole) : 4
    for (let step = whole; step <= farthest; step++) {
      const parts = column(step, level)
      if (!parts) continue
      last = { parts, spare: room - heightOf(parts) }
      if (last.spare >= 0) return last
    }
    if (keepsLarge && level === 1) return { ...last, spare: -1 }
  }
  return last
}

/** Sizes for a text that should stay on one line; on two lines it is a little smaller. */
export const oneLineFirst = (size: number): number[] => [
  ...new Set([size, size - 2, size - 4].map((one) => Math.max(smallest, one))),
]

/** Finds the largest size of a photo that leaves room for the text. */
export function photoForCard(sizes: readonly number[], fitFor: (size: number, keepsLarge: boolean) => Fit): number {
  return sizes.find((size) => fitFor(size, true).spare >= 0) ?? sizes.at(-1)!
}

/** Spreads spare room over the gaps. */
export function aired({ parts, spare }: Fit, most = 2): CardPart[] {
  const gaps = parts.reduce((sum, part) => sum + (part.isGap ? part.height : 0), 0)
  if (spare <= 0 || gaps === 0) return parts
  const by = Math.min(most, 1 + (spare * 0.6) / gaps)
  return parts.map((part) => (part.isGap ? { ...part, height: part.height * by } : part))
}

/** The place of a guest's name on a copy of the base. */
type NamePlace = {
  /** The middle of the name and the line below it. */
  y: number
  name: Setting
  below: Setting
}

/** `spare`: how much room is left; negative if parts overlap. */
export type Drawn = { canvas: Canvas; place?: NamePlace; spare: number }

/** The input of a style. `named`: with room for a guest's name. */
type Drawing = { card: CardText; photo: Photo | undefined; named: boolean }

/** A style of card: the tall card, and the preview beside a link. */
export type CardStyle = {
  card: (drawing: Drawing) => Promise<Drawn>
  preview: (drawing: Omit<Drawing, 'named'>) => Promise<Canvas>
}

/** Lists all lines of the facts, for centred cards. */
export const linesOfFacts = (card: Pick<CardText, 'facts'>, level: Level): string[] =>
  factsAt(card, level).flatMap(({ lines }) => lines)

/** Returns the facts; at level 2 each has only its first line, but a day keeps its time. */
export const factsAt = ({ facts }: Pick<CardText, 'facts'>, level: Level): CardText['facts'] =>
  level < 2 ? facts : facts.map((fact, at) => (at === 0 ? fact : { ...fact, lines: fact.lines.slice(0, 1) }))
