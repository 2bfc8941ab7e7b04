import { Canvas, clothOf } from '#app/platform/pictures/canvas.server.ts'
import { type CardText, colours, sizes } from './card.ts'
import { box } from './forms.server.ts'
import {
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
  paintParts,
  photoForCard,
  room as roomOf,
  textPart,
  titlePart,
} from './setting.server.ts'

// A spine, the organiser above, the title in the middle, and the facts as a ruled table at the foot.

const { ground, ink, mark, soft, line } = colours.corporate
const spine = 40
const nameTall = 156

export const corporate: CardStyle = {
  card: async ({ card, photo, named }) => {
    const { width, height } = sizes.card
    const canvas = new Canvas(width, height, ground)
    canvas.fill(box(0, 0, spine, height), mark)
    const column = { x: spine + 72, width: width - spine - 144 }
    const head = organiser(card, column)
    const foot = height - 74 - (named ? nameTall : 0)
    const titles = photo ? [88, 76, 66, 54] : [124, 106, 88, 70]
    const topOf = (upper: number) => (photo ? upper + 44 : 84) + heightOf(head) + 30
    const facts = (level: Level) => factsPart({ facts: factsAt(card, level) }, column)
    const fitFor = (upper: number, keepsLarge = false) =>
      partsOf(card, column, { room: foot - topOf(upper), titles, facts, keepsLarge })
    const upper = photo ? photoForCard([520, 460, 400, 340, 280], fitFor) : 0
    const chosen = fitFor(upper)
    const size = { width: width - spine, height: upper }
    if (photo) canvas.lay(await photo.in(size), { x: spine, y: 0, ...size })
    paintParts(canvas, head, topOf(upper) - 30 - heightOf(head))
    paintParts(canvas, spread(chosen), topOf(upper))
    if (named || card.facts.length > 0) canvas.fill(box(column.x, foot - 1, column.width, 3), ink)
    return {
      canvas,
      spare: chosen.spare,
      place: {
        y: foot + nameTall / 2 + 14,
        name: {
          ...column,
          face: 'archivo',
          colour: ink,
          sizes: [52, 46, 40, 34],
          most: 2,
          track: -0.02,
          leading: 1.06,
        },
        below: { ...column, face: 'archivo-medium', colour: soft, sizes: [32] },
      },
    }
  },
  preview: async ({ card, photo }) => {
    const { width, height } = sizes.preview
    const canvas = new Canvas(width, height, ground)
    canvas.fill(box(0, 0, spine, height), mark)
    const side = photo ? 400 : 0
    if (photo) canvas.lay(await photo.in({ width: side, height }), { x: width - side, y: 0, width: side, height })
    const column = { x: spine + 56, width: width - spine - 112 - side }
    const top = paintParts(canvas, organiser(card, column, 0.84), 54) + 24
    const facts = (level: Level) => factsPart({ facts: factsAt(card, level) }, column, 0.84)
    const room = { room: height - 40 - top, titles: [88, 74, 60, 46], small: 0.84, facts }
    paintParts(canvas, spread(partsOf({ ...card, words: '' }, column, room)), top)
    return canvas
  },
}

/** Sets the hosts' names, with a short piece of the cloth below. */
const organiser = ({ hosts, slug }: CardText, column: CardColumn, small = 1): CardPart[] => [
  ...textPart(hosts, {
    ...column,
    face: 'archivo',
    colour: ink,
    sizes: [Math.max(30, Math.round(36 * small)), 30],
    most: 2,
    track: -0.01,
    leading: 1.14,
  }),
  gap(18 * small),
  bandPart(slug, column),
]

function bandPart(slug: string, { x }: CardColumn): CardPart {
  const tile = clothOf(slug, 'band', 0.5)
  return {
    height: tile.height,
    paint: (canvas, y) => canvas.lay(tile, { x, y, width: 216, height: tile.height }),
  }
}

/** Sets everything below the organiser; the last part is the table. */
function partsOf(
  card: CardText,
  column: CardColumn,
  { room, titles, small = 1, facts, keepsLarge = false }: ColumnRoom,
): Fit {
  const parts = (step: number, level: Level) => {
    const type = { face: 'archivo', colour: ink, track: -0.035, leading: 1 } as const
    const title = titlePart(card.title, { ...column, ...type, sizes: titles, step })
    const first = {
      ...column,
      face: 'archivo',
      colour: mark,
      sizes: [Math.max(30, Math.round(38 * small)), 30],
    } as const
    const text = { ...column, face: 'archivo-medium', colour: soft, sizes: [34], most: 4, leading: 1.28 } as const
    const words = level === 0 && card.words ? textPart(card.words, text) : []
    return (
      title && [
        ...textPart(card.opening, first),
        gap(16 * small),
        ...title,
        ...(words.length > 0 ? [gap(26), ...words] : []),
        roomOf(26 * small),
        asOnePart(facts(level)),
      ]
    )
  }
  return fittedLine(room, parts, { keepsLarge })
}

/** Puts the table at the foot, and the title in the middle of the room above it. */
function spread({ parts, spare }: Fit): CardPart[] {
  const left = Math.max(0, spare)
  return [roomOf(left * 0.55), ...parts.slice(0, -1), roomOf(left * 0.45), parts.at(-1)!]
}

/** Sets a row for each fact: its label, and its lines. */
function factsPart({ facts }: Pick<CardText, 'facts'>, { x, width }: CardColumn, small = 1): CardPart[] {
  const labels = Math.round(width * 0.24)
  const size = Math.max(30, Math.round(36 * small))
  return facts.flatMap(({ label, lines }, at) => {
    const value = { face: 'archivo', x: x + labels, width: width - labels, colour: ink, track: -0.01 } as const
    const texts = lines.flatMap((text) => textPart(text, { ...value, sizes: [size, 30], most: 2, leading: 1.2 }))
    const called = { face: 'archivo-medium', x, width: labels - 16, colour: soft, sizes: [30] } as const
    const row: CardPart = {
      height: heightOf(texts),
      paint: (canvas, y) => {
        paintParts(canvas, textPart(label, { ...called, leading: (size * 1.2) / 30 }), y)
        paintParts(canvas, texts, y)
      },
    }
    const rule: CardPart = {
      height: 2,
      paint: (canvas, y) => canvas.fill(box(x, y, width, at === 0 ? 3 : 2), at === 0 ? ink : line),
    }
    return [rule, gap(18 * small), row, gap(18 * small)]
  })
}
