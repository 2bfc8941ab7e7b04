import { Canvas, clothOf } from '#app/platform/pictures/canvas.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import { type CardText, colours, sizes } from './card.ts'
import { box, diamond, frame, ribbon, roundBox } from './forms.server.ts'
import {
  aired,
  asOnePart,
  type CardColumn,
  type CardPart,
  type CardStyle,
  type ColumnRoom,
  type Fit,
  factsAt,
  fittedLine,
  gap,
  heightOf,
  type Level,
  oneLineFirst,
  paintParts,
  photoForCard,
  room as roomOf,
  textPart,
  titlePart,
} from './setting.server.ts'

// A double green frame like a certificate's, a ribbon across its head, and the cloth as a sash around it.

const { ground, ink } = colours.school
const sashTall = 76

export const school: CardStyle = {
  card: async ({ card, photo, named }) => {
    const { width, height } = sizes.card
    const canvas = new Canvas(width, height, ground)
    framed(canvas, 34)
    const column = { x: 116, width: width - 232 }
    ribbon(canvas, card.kind, { x: width / 2, y: 146, size: 42, most: 640 })
    const foot = height - 90 - (named ? 138 : 0)
    const titles = photo ? [80, 70, 60, 50] : [120, 100, 84, 66]
    const topOf = (tall: number) => (photo ? 226 + tall + 26 : 228)
    const factsOf = (level: Level) => factsPart({ facts: factsAt(card, level) }, column)
    const fitFor = (tall: number, keepsLarge = false) =>
      partsOf(card, column, { room: foot - topOf(tall), titles, facts: factsOf, keepsLarge })
    const tall = photo ? photoForCard([430, 380, 330, 280, 230], fitFor) : 0
    const chosen = fitFor(tall)
    const facts = chosen.parts.at(-1)!
    const factsTop = Math.round(foot - facts.height)
    facts.paint(canvas, factsTop)
    const sash = factsTop - (facts.height > 0 ? 28 : 0) - sashTall
    sashOf(canvas, card.slug, sash)
    if (photo) await portrait(canvas, photo, { x: width / 2, y: 226, width: Math.round(tall * 0.88), height: tall })
    const parts = aired({ parts: chosen.parts.slice(0, -2), spare: chosen.spare })
    paintParts(canvas, parts, topOf(tall) + Math.max(0, (sash - 24 - topOf(tall) - heightOf(parts)) / 2))
    const centred = { ...column, align: 'centre', colour: ink } as const
    return {
      canvas,
      spare: chosen.spare,
      place: {
        y: height - 90 - 60,
        name: { ...centred, face: 'slab', sizes: [52, 46, 40, 34], most: 2, leading: 1.04 },
        below: { ...centred, face: 'slab-medium', sizes: [32] },
      },
    }
  },
  preview: async ({ card, photo }) => {
    const { width, height } = sizes.preview
    const canvas = new Canvas(width, height, ground)
    framed(canvas, 22)
    const left = photo ? 420 : 0
    if (photo) await portrait(canvas, photo, { x: 258, y: 100, width: 320, height: 410 })
    const column = { x: left + 90, width: width - left - 180 }
    ribbon(canvas, card.kind, { x: column.x + column.width / 2, y: 104, size: 32, most: column.width - 140 })
    const facts = (level: Level) => factsPart({ facts: factsAt(card, level) }, column, 0.8)
    const room = { room: height - 64 - 160, titles: [80, 70, 58, 46], small: 0.8, facts }
    const chosen = partsOf({ ...card, words: '' }, column, room)
    const below = chosen.parts.at(-1)!
    const factsTop = height - 62 - below.height
    below.paint(canvas, factsTop)
    const parts = chosen.parts.slice(0, -2)
    paintParts(canvas, parts, 160 + Math.max(0, (factsTop - 180 - heightOf(parts)) / 2))
    return canvas
  },
}

/** Draws two lines around the card, the inner one thin, with a small diamond in each of its corners. */
function framed(canvas: Canvas, inset: number) {
  const { width, height } = canvas
  const line = (by: number, thick: number) => frame(by, by, width - 2 * by, height - 2 * by, thick)
  canvas.fill(line(inset, 12), ink)
  const inner = inset + 24
  canvas.fill(line(inner, 3), ink)
  for (const x of [inner + 1.5, width - inner - 1.5])
    for (const y of [inner + 1.5, height - inner - 1.5]) {
      canvas.fill(diamond(x, y, 22), ground)
      canvas.fill(diamond(x, y, 13), ink)
    }
}

/** Draws the cloth around the card, over its frame. */
function sashOf(canvas: Canvas, slug: string, y: number): void {
  const tile = clothOf(slug, 'band', 1.25)
  const top = y + Math.round((sashTall - tile.height) / 2)
  canvas.fill(box(0, top - 8, canvas.width, tile.height + 16), ground)
  canvas.lay(tile, { x: 0, y: top, width: canvas.width, height: tile.height })
}

/** Draws the photo with round corners in a green line. */
async function portrait(
  canvas: Canvas,
  photo: Photo,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<void> {
  const left = Math.round(x - width / 2)
  canvas.fill(roundBox(left - 14, y - 14, width + 28, height + 28, 48), ink)
  canvas.fill(roundBox(left - 9, y - 9, width + 18, height + 18, 44), ground)
  canvas.layInside(roundBox(left, y, width, height, 36), await photo.in({ width, height }), { x: left, y })
}

/** Sets the column. Its last two parts are room for the sash, and the facts below it. */
function partsOf(
  card: CardText,
  column: CardColumn,
  { room, titles, small = 1, facts, keepsLarge = false }: ColumnRoom,
): Fit {
  const centred = { ...column, align: 'centre', colour: ink } as const
  const size = (of: number) => Math.max(30, Math.round(of * small))
  const parts = (step: number, level: Level) => {
    const title = titlePart(card.title, { ...centred, face: 'slab', sizes: titles, step, track: -0.02, leading: 1.02 })
    const text = { ...centred, face: 'slab-medium', sizes: [34], most: 3, leading: 1.24 } as const
    const words = level === 0 && card.words ? textPart(card.words, text) : []
    return (
      title && [
        ...textPart(card.opening, { ...centred, face: 'slab-medium', sizes: [size(40), 30], most: 2 }),
        gap(14 * small),
        ...title,
        gap(18 * small),
        ...textPart(card.hosts, { ...centred, face: 'slab', sizes: [size(38), 30], most: 2, leading: 1.14 }),
        ...(words.length > 0 ? [gap(14), ...words] : []),
        roomOf(small < 1 ? 20 : sashTall + 52),
        asOnePart(facts(level)),
      ]
    )
  }
  return fittedLine(room, parts, { keepsLarge })
}

/** Sets when and where side by side, with a line between. */
function factsPart({ facts }: Pick<CardText, 'facts'>, { x, width }: CardColumn, small = 1): CardPart[] {
  if (facts.length === 0) return []
  const between = 48
  const wide = (width - between * (facts.length - 1)) / facts.length
  const value = {
    align: 'centre',
    colour: ink,
    sizes: oneLineFirst(Math.round(36 * small)),
    most: 2,
    leading: 1.16,
  } as const
  const columns = facts.map(({ lines }, at) => {
    const place = { x: x + at * (wide + between), width: wide }
    return lines.flatMap((text, nr) => textPart(text, { ...value, ...place, face: nr === 0 ? 'slab' : 'slab-medium' }))
  })
  const tall = Math.max(...columns.map(heightOf))
  const all: CardPart = {
    height: tall,
    paint: (canvas, y) => {
      for (const column of columns) paintParts(canvas, column, y + (tall - heightOf(column)) / 2)
      for (let at = 1; at < facts.length; at++)
        canvas.fill(box(Math.round(x + at * (wide + between) - between / 2) - 1, y + 4, 3, tall - 8), ink)
    },
  }
  return [all]
}
