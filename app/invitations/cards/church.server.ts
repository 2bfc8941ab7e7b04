import { Canvas, clothOf } from '#app/platform/pictures/canvas.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import { type CardText, colours, sizes } from './card.ts'
import { arch, box, crescent, cross, diamond, disc, hemOf, ring, ringOutline } from './forms.server.ts'
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
  textPart,
  titlePart,
} from './setting.server.ts'

// A round arch in a gold line frames everything, like a church door. Its head holds a round window of the cloth, a small sign, or the
// photo.

const { ground, inside, ink, gold } = colours.church

type Arch = { x: number; y: number; width: number; height: number }

export const church: CardStyle = {
  card: async ({ card, photo, named }) => {
    const { width, height } = sizes.card
    const canvas = new Canvas(width, height, ground)
    const hem = height - hemOf(canvas, card.slug, 44)
    const whole = { x: 60, y: 52, width: width - 120, height: hem - 52 }
    archOf(canvas, whole)
    const foot = hem - 34 - (named ? 150 : 0)
    const column = { x: 150, width: width - 300 }
    const titles = photo ? [68, 60, 52, 44] : [86, 74, 62, 50]
    const topOf = (tall: number) => (photo ? whole.y + 18 + tall + 34 : 246 + 108 + 50)
    const fitFor = (tall: number, keepsLarge = false) =>
      partsOf(card, column, { room: foot - topOf(tall), titles, keepsLarge })
    const tall = photo ? photoForCard([560, 500, 440, 380], fitFor) : 0
    if (photo) await photoIn(canvas, whole, photo, tall)
    else signOf(canvas, card, { x: width / 2, y: 246, r: 108 })
    const chosen = fitFor(tall)
    const parts = aired(chosen)
    paintParts(canvas, parts, topOf(tall) + Math.max(0, (foot - topOf(tall) - heightOf(parts)) * 0.45))
    const centred = { ...column, align: 'centre', colour: ink } as const
    return {
      canvas,
      spare: chosen.spare,
      place: {
        y: hem - 34 - 72,
        name: { ...centred, face: 'italic', sizes: [54, 48, 42, 34], most: 2, leading: 1.06 },
        below: { ...centred, face: 'garamond', colour: gold, sizes: [34] },
      },
    }
  },
  preview: async ({ card, photo }) => {
    const { width, height } = sizes.preview
    const canvas = new Canvas(width, height, ground)
    const hem = height - hemOf(canvas, card.slug, 28)
    const small = { x: 64, y: 40, width: 380, height: hem - 40 }
    archOf(canvas, small)
    if (photo) await photoIn(canvas, small, photo)
    else signOf(canvas, card, { x: small.x + small.width / 2, y: 300, r: 124 })
    const column = { x: 492, width: width - 492 - 64 }
    const titles = [68, 58, 50, 40]
    const parts = aired(partsOf({ ...card, words: '' }, column, { room: hem - 60, titles, small: 0.84 }), 1.4)
    paintParts(canvas, parts, (hem - heightOf(parts)) / 2)
    return canvas
  },
}

function archOf(canvas: Canvas, { x, y, width, height }: Arch) {
  const inset = (by: number) => arch(x + by, y + by, width - 2 * by, height - by)
  canvas.fill(inset(0), inside)
  canvas.fill(ringOutline(inset(0), inset(4)), gold)
  canvas.fill(ringOutline(inset(16), inset(18)), gold)
}

/** Draws the photo in the arch: in all of it, or in its head if a height is given. */
async function photoIn(canvas: Canvas, { x, y, width, height }: Arch, photo: Photo, tall?: number): Promise<void> {
  const size = { width: width - 36, height: tall ?? height - 18 }
  const [left, top] = [x + 18, y + 18]
  canvas.layInside(arch(left, top, size.width, size.height), await photo.in(size), { x: left, y: top })
  if (tall === undefined) return
  canvas.fill(box(left, top + tall, size.width, 2), gold)
  canvas.fill(box(left, top + tall + 12, size.width, 4), gold)
}

/** Draws a round window in the head of the arch: of the cloth, or with a sign in it. */
function signOf(canvas: Canvas, { slug, sign }: CardText, { x, y, r }: { x: number; y: number; r: number }): void {
  if (sign === 'cross') canvas.fill(cross(x, y, r * 1.24), gold)
  else if (sign === 'crescent') canvas.fill(crescent(x - r * 0.06, y, r * 0.56), gold)
  else {
    // Centres a motif in the window.
    const cloth = clothOf(slug, 'band', 4)
    const pane = new Canvas(cloth.width * 3, cloth.height, ground)
    pane.lay(cloth, { x: 0, y: 0, width: pane.width, height: pane.height })
    canvas.layInside(disc(x, y, r - 15), pane, { x: x - pane.width / 2, y: y - Math.round(pane.height / 2) })
  }
  canvas.fill(ring(x, y, r, 4), gold)
  canvas.fill(ring(x, y, r - 10, 2), gold)
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const)
    canvas.fill(diamond(x + dx * (r + 16), y + dy * (r + 16), 7), gold)
}

type Room = { room: number; titles: number[]; small?: number; keepsLarge?: boolean }

function partsOf(card: CardText, column: CardColumn, { room, titles, small = 1, keepsLarge = false }: Room): Fit {
  const centred = { ...column, align: 'centre', colour: ink } as const
  const size = (of: number) => Math.max(30, Math.round(of * small))
  const parts = (step: number, level: Level) => {
    const type = { face: 'capitals', capitals: true, track: 0.05, leading: 1.16 } as const
    const title = titlePart(card.title, { ...centred, ...type, sizes: titles, step })
    const text = { ...centred, face: 'garamond', sizes: [36], most: 3, leading: 1.24 } as const
    const words = level === 0 && card.words ? textPart(card.words, text) : []
    const facts = linesOfFacts(card, level)
    const fact = { ...centred, face: 'garamond', sizes: [size(42), 30], most: 2, leading: 1.22 } as const
    return (
      title && [
        ...textPart(card.opening, { ...centred, face: 'italic', colour: gold, sizes: [size(44), 30], most: 2 }),
        gap(16 * small),
        ...title,
        gap(14 * small),
        ...textPart(card.hosts, { ...centred, face: 'italic', sizes: [size(38), 30], most: 2 }),
        ...(words.length > 0 ? [gap(16), ...words] : []),
        ...(facts.length > 0 ? [gap(24 * small), ornament(column), gap(20 * small)] : []),
        ...facts.flatMap((one) => textPart(one, fact)),
      ]
    )
  }
  return fittedLine(room, parts, { keepsLarge })
}

/** Draws a diamond between two lines. */
const ornament = ({ x, width }: CardColumn): CardPart => ({
  height: 14,
  paint: (canvas, y) => {
    const middle = x + width / 2
    canvas.fill(diamond(middle, y + 7, 8), gold)
    canvas.fill(box(middle - 120, y + 6, 96, 2), gold)
    canvas.fill(box(middle + 24, y + 6, 96, 2), gold)
  },
})
