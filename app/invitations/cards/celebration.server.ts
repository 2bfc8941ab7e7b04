import { Canvas, clothOf } from '#app/platform/pictures/canvas.server.ts'
import { inOneFace, widthOf } from '#app/platform/pictures/lettering.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import { type CardText, colours, sizes } from './card.ts'
import { box, hemOf, roundBox } from './forms.server.ts'
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

// The cloth, or the photo in its place, dominates; everything else keeps out of its way: large letters, close together.

const { ground, ink, mark, onMark, bar } = colours.celebration
const edge = 72
const face = 'display' as const

export const celebration: CardStyle = {
  card: async ({ card, photo, named }) => {
    const { width, height } = sizes.card
    const canvas = new Canvas(width, height, ground)
    const barTall = 164
    const foot = named ? height - barTall : height - hemOf(canvas, card.slug, 48)
    const column = { x: edge, width: width - 2 * edge }
    const titles = photo ? [108, 92, 78, 62] : [132, 112, 92, 72]
    const facts = (level: Level) => factsPart({ facts: factsAt(card, level) }, column)
    const fitFor = (head: number, keepsLarge = false) =>
      partsOf(card, column, { room: foot - 40 - head - 74, titles, facts, keepsLarge })
    const head = photo ? photoForCard([556, 500, 440, 380, 320], fitFor) : 450
    await headOf(canvas, card, { photo, tall: head })
    pill(canvas, card.kind, { x: edge, y: head })
    const chosen = fitFor(head)
    paintParts(canvas, spread(chosen), head + 74)
    if (!named) return { canvas, spare: chosen.spare }
    canvas.fill(box(0, foot, width, barTall), bar)
    const name = { ...column, face, colour: ink } as const
    return {
      canvas,
      spare: chosen.spare,
      place: {
        y: foot + barTall / 2,
        name: { ...name, sizes: [56, 48, 40, 34], most: 2, track: -0.015, leading: 1.06 },
        below: { ...name, sizes: [32] },
      },
    }
  },
  preview: async ({ card, photo }) => {
    const { width, height } = sizes.preview
    const canvas = new Canvas(width, height, ground)
    const side = photo ? 472 : 432
    const place = { x: 0, y: 0, width: side, height }
    if (photo) canvas.lay(await photo.in({ width: side, height }), place)
    else canvas.lay(clothOf(card.slug, 'cloth', 6), place)
    pill(canvas, card.kind, { x: side - 56, y: 96, small: true })
    const column = { x: side + 56, width: width - side - 112 }
    const facts = (level: Level) => factsPart({ facts: factsAt(card, level) }, column, 0.84)
    const room = { room: height - 204, titles: [84, 72, 60, 46], small: 0.8, facts }
    paintParts(canvas, spread(partsOf({ ...card, words: '' }, column, room)), 152)
    return canvas
  },
}

/** Draws the cloth in the upper part, or the photo with the band below it. */
async function headOf(canvas: Canvas, { slug }: CardText, { photo, tall }: { photo: Photo | undefined; tall: number }) {
  const { width } = canvas
  if (!photo) return canvas.lay(clothOf(slug, 'cloth', 6), { x: 0, y: 0, width, height: tall })
  const hem = clothOf(slug, 'band', 0.75)
  const frame = { width, height: tall - hem.height }
  canvas.lay(await photo.in(frame), { x: 0, y: 0, ...frame })
  canvas.lay(hem, { x: 0, y: frame.height, width, height: hem.height })
}

/** Draws the kind of occasion as a pill across the edge at y. */
function pill(canvas: Canvas, kind: string, { x, y, small = false }: { x: number; y: number; small?: boolean }) {
  const { text, face: written } = inOneFace(kind, face)
  if (!text) return
  const [size, tall] = small ? [32, 64] : [38, 80]
  const wide = Math.round(widthOf(text, { size, face: written })) + tall
  canvas.fill(roundBox(x - 8, y - tall / 2 - 8, wide + 16, tall + 16, tall / 2 + 8), ground)
  canvas.fill(roundBox(x, y - tall / 2, wide, tall, tall / 2), mark)
  const word = textPart(kind, { face, sizes: [size], x: x + tall / 2, width: wide, colour: onMark, leading: 1 })
  paintParts(canvas, word, y - size / 2 - 1)
}

/** Sets everything below the pill. The facts are the last part, so that `spread` can put them at the foot. */
function partsOf(
  card: CardText,
  column: CardColumn,
  { room, titles, small = 1, facts, keepsLarge = false }: ColumnRoom,
): Fit {
  const line = { ...column, face, colour: ink } as const
  const parts = (step: number, level: Level) => {
    const title = titlePart(card.title, { ...line, sizes: titles, step, track: -0.035, leading: 0.96 })
    const text = { ...line, face: 'garamond', sizes: [38], most: 3, leading: 1.22 } as const
    const words = level === 0 && card.words ? textPart(card.words, text) : []
    const opening = { ...line, colour: mark, sizes: [Math.round(40 * small), 30], most: 2, track: -0.01 }
    const hosts = { ...line, sizes: [Math.round(38 * small), 30], most: 2, track: -0.01, leading: 1.16 }
    return (
      title && [
        ...textPart(card.opening, opening),
        gap(16 * small),
        ...title,
        gap(24 * small),
        ...textPart(card.hosts, hosts),
        ...(words.length > 0 ? [gap(18), ...words] : []),
        roomOf(34 * small),
        asOnePart(facts(level)),
      ]
    )
  }
  return fittedLine(room, parts, { keepsLarge })
}

/** Puts the facts at the foot and all else at the head; most of the air is between. */
function spread({ parts, spare }: Fit): CardPart[] {
  const upper = parts.slice(0, -1)
  const all = aired({ parts: upper, spare: Math.max(0, spare) * 0.7 }, 1.7)
  const taken = heightOf(all) - heightOf(upper)
  return [...all, roomOf(Math.max(0, spare - taken)), parts.at(-1)!]
}

/** Sets a heavy rule, with when and where in two columns below it. */
function factsPart({ facts }: Pick<CardText, 'facts'>, { x, width }: CardColumn, small = 1): CardPart[] {
  if (facts.length === 0) return []
  const between = 40
  const wide = (width - between * (facts.length - 1)) / facts.length
  const value = {
    face,
    colour: ink,
    sizes: oneLineFirst(Math.round(36 * small)),
    most: 2,
    track: -0.015,
    leading: 1.14,
  }
  const columns = facts.map(({ label, lines }, at) => {
    const place = { x: x + at * (wide + between), width: wide }
    return [
      ...textPart(label, { face, ...place, colour: mark, sizes: [30] }),
      gap(6),
      ...lines.flatMap((text) => textPart(text, { ...value, ...place })),
    ]
  })
  const rule: CardPart = { height: 10, paint: (canvas, y) => canvas.fill(box(x, y, width, 10), ink) }
  const all: CardPart = {
    height: Math.max(...columns.map(heightOf)),
    paint: (canvas, y) => {
      for (const column of columns) paintParts(canvas, column, y)
    },
  }
  return [rule, gap(26), all]
}
