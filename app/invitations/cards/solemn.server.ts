import { Canvas, clothOf } from '#app/platform/pictures/canvas.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import { type CardText, colours, sizes } from './card.ts'
import { box, frame, greyed } from './forms.server.ts'
import {
  aired,
  type CardColumn,
  type CardPart,
  type CardStyle,
  type Fit,
  fittedLine,
  gap,
  heightOf,
  type Level,
  linesOfFacts,
  paintParts,
  photoForCard,
  room as roomOf,
  type Setting,
  textPart,
  titlePart,
} from './setting.server.ts'

// Ash and ink: one axis between two hairlines, and nothing is louder than the name.

const { ground, ink, soft, line } = colours.solemn

export const solemn: CardStyle = {
  card: async ({ card, photo, named }) => {
    const { width, height } = sizes.card
    const canvas = new Canvas(width, height, ground)
    const hem = height - hemOf(canvas, card, 44)
    const [top, foot] = [72, hem - 72]
    canvas.fill(box(96, top, width - 192, 2), line)
    canvas.fill(box(96, foot, width - 192, 2), line)
    const space = foot - top - 64 - (named ? 150 : 0)
    const column = { x: 110, width: width - 220 }
    const titles = photo ? [88, 76, 66, 56] : [108, 92, 78, 64]
    const fitFor = (tall: number, keepsLarge = false) =>
      partsOf(card, { column, room: space, titles, seen: photo && roomOf(tall), keepsLarge })
    const tall = photo ? photoForCard([496, 440, 384, 328, 272], fitFor) : 0
    const chosen = fitFor(tall)
    const parts = aired(chosen)
    const y = top + 32 + (space - heightOf(parts)) / 2
    paintParts(canvas, parts, y)
    const place = { x: Math.round((width - tall * 0.75) / 2), y: Math.round(y), width: tall * 0.75, height: tall }
    if (photo) await framed(canvas, photo, place)
    const centred = { ...column, align: 'centre', colour: ink } as const
    return {
      canvas,
      spare: chosen.spare,
      place: {
        y: foot - 98,
        name: { ...centred, face: 'italic', sizes: [52, 46, 40, 34], most: 2, leading: 1.08 },
        below: { ...centred, face: 'garamond', colour: soft, sizes: [34] },
      },
    }
  },
  preview: async ({ card, photo }) => {
    const { width, height } = sizes.preview
    const canvas = new Canvas(width, height, ground)
    const hem = height - hemOf(canvas, card, 28)
    if (photo) await framed(canvas, photo, { x: 60, y: 46, width: 372, height: hem - 94 })
    const left = photo ? 480 : 90
    const column = { x: left, width: width - left - 80 }
    canvas.fill(box(column.x, 46, column.width, 2), line)
    canvas.fill(box(column.x, hem - 48, column.width, 2), line)
    const titles = [84, 72, 62, 50]
    const parts = aired(partsOf({ ...card, words: '' }, { column, room: hem - 130, titles, small: 0.8 }), 1.4)
    paintParts(canvas, parts, (hem - heightOf(parts)) / 2)
    return canvas
  },
}

type Room = {
  column: CardColumn
  room: number
  titles: number[]
  /** The part above all others. */
  seen?: CardPart | undefined
  /** How much smaller the lines around the title are. */
  small?: number
  keepsLarge?: boolean
}

function partsOf(card: CardText, { column, room, titles, seen, small = 1, keepsLarge = false }: Room): Fit {
  const centred = { ...column, align: 'centre', colour: ink } as const
  const line = (text: string, more: Partial<Setting> & { at: number }) =>
    textPart(text, { ...centred, face: 'italic', ...more, sizes: [Math.max(30, Math.round(more.at * small)), 30] })
  const parts = (step: number, level: Level) => {
    const type = { face: 'garamond', track: -0.012, leading: 1.06 } as const
    const title = titlePart(card.title, { ...centred, ...type, sizes: titles, step })
    const words =
      level === 0 && card.words
        ? textPart(card.words, { ...centred, face: 'italic', sizes: [36], most: 4, colour: soft, leading: 1.26 })
        : []
    const facts = linesOfFacts(card, level)
    return (
      title && [
        ...(seen ? [seen, gap(30 * small)] : []),
        ...line(card.opening, { at: 42, most: 2, colour: soft }),
        gap(20 * small),
        ...title,
        gap(26 * small),
        rulePart(column),
        gap(24 * small),
        ...line(card.hosts, { at: 38, most: 2 }),
        ...(words.length > 0 ? [gap(24), ...words] : []),
        ...(facts.length > 0 ? [gap(32 * small)] : []),
        ...facts.flatMap((fact) => line(fact, { at: 42, face: 'garamond', most: 2, leading: 1.26 })),
      ]
    )
  }
  return fittedLine(room, parts, { keepsLarge })
}

const rulePart = ({ x, width }: CardColumn): CardPart => ({
  height: 2,
  paint: (canvas, y) => canvas.fill(box(x + width / 2 - 44, y, 88, 2), ink),
})

/** Draws the photo in warm greys, with a thin line around and some air between. */
async function framed(
  canvas: Canvas,
  photo: Photo,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<void> {
  canvas.fill(frame(x, y, width, height, 2), soft)
  const inner = { width: width - 24, height: height - 24 }
  canvas.lay(greyed(await photo.in(inner), '#2a2828', '#f4eee4'), { x: x + 12, y: y + 12, ...inner })
}

/** Draws the band of the cloth in greys, as the hem; returns its height. */
function hemOf(canvas: Canvas, { slug }: CardText, tall: number): number {
  const tile = greyed(clothOf(slug, 'band', tall / 48), '#4a4c4f', '#e2ded6')
  canvas.lay(tile, { x: 0, y: canvas.height - tile.height, width: canvas.width, height: tile.height })
  return tile.height
}
