import { type Canvas, clothOf, rgbOf } from '#app/platform/pictures/canvas.server.ts'
import { inOneFace, widthOf } from '#app/platform/pictures/lettering.server.ts'
import type { GlyphShape } from '#app/platform/pictures/typeface.server.ts'
import { colours } from './card.ts'
import { paintParts, textPart } from './setting.server.ts'

// The few shapes that cards are drawn with.

type Point = GlyphShape[number][number]

export const box = (x: number, y: number, width: number, height: number): GlyphShape => [
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
]

/** The outline between an outer and an inner shape. */
export const ringOutline = (outer: GlyphShape, inner: GlyphShape): GlyphShape => [
  ...outer,
  ...inner.map((contour) => [...contour].reverse()),
]

export const frame = (x: number, y: number, width: number, height: number, line: number): GlyphShape =>
  ringOutline(box(x, y, width, height), box(x + line, y + line, width - 2 * line, height - 2 * line))

/** Points along an arc, clockwise, in fractions of a turn from its right. */
const arc = (x: number, y: number, r: number, from: number, to: number): Point[] =>
  Array.from({ length: 97 }, (_, at) => {
    const angle = (from + ((to - from) * at) / 96) * 2 * Math.PI
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r]
  })

export const disc = (x: number, y: number, r: number): GlyphShape => [arc(x, y, r, 0, 1).slice(1)]
export const ring = (x: number, y: number, r: number, line: number): GlyphShape =>
  ringOutline(disc(x, y, r), disc(x, y, r - line))

/** A box with a half circle for its upper edge. */
export const arch = (x: number, y: number, width: number, height: number): GlyphShape => {
  const r = width / 2
  return [[[x, y + height], ...arc(x + r, y + r, r, 0.5, 1), [x + width, y + height]]]
}

/** A small square on its corner. */
export const diamond = (x: number, y: number, r: number): GlyphShape => [
  [
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ],
]

const polygon = (...points: Point[]): GlyphShape => [points]

/** A box with large round corners. */
export const roundBox = (x: number, y: number, width: number, height: number, r: number): GlyphShape => {
  const [left, right, top, bottom] = [x + r, x + width - r, y + r, y + height - r]
  return [
    [
      ...arc(right, bottom, r, 0, 0.25),
      ...arc(left, bottom, r, 0.25, 0.5),
      ...arc(left, top, r, 0.5, 0.75),
      ...arc(right, top, r, 0.75, 1),
    ],
  ]
}

/** A crescent moon: a disc minus a smaller one, whose centre lies farther right and whose edge goes through both tips. */
export const crescent = (x: number, y: number, r: number): GlyphShape => {
  const tip = 0.1
  const [across, down] = [Math.cos(tip * 2 * Math.PI) * r, Math.sin(tip * 2 * Math.PI) * r]
  const middle = 0.35 * r
  const turn = Math.atan2(down, across - middle) / (2 * Math.PI)
  const inner = arc(x + middle, y, Math.hypot(across - middle, down), 1 - turn, turn)
  return [[...arc(x, y, r, tip, 1 - tip), ...inner.slice(1, -1)]]
}

export const cross = (x: number, y: number, tall: number): GlyphShape => {
  const [line, wide] = [tall * 0.09, tall * 0.62]
  const bar = y - tall / 2 + tall * 0.3
  return [
    [
      [x - line, y - tall / 2],
      [x + line, y - tall / 2],
      [x + line, bar - line],
      [x + wide / 2, bar - line],
      [x + wide / 2, bar + line],
      [x + line, bar + line],
      [x + line, y + tall / 2],
      [x - line, y + tall / 2],
      [x - line, bar + line],
      [x - wide / 2, bar + line],
      [x - wide / 2, bar - line],
      [x - line, bar - line],
    ],
  ]
}

/** Draws the edge of the cloth along the foot; returns its height. */
export function hemOf(canvas: Canvas, slug: string, tall: number): number {
  const tile = clothOf(slug, 'band', tall / 48)
  canvas.lay(tile, { x: 0, y: canvas.height - tile.height, width: canvas.width, height: tile.height })
  return tile.height
}

/** Turns a picture into greys between two tones. */
export function greyed<P extends { pixels: Uint8Array }>(sheet: P, darkest: string, lightest: string): P {
  const { pixels } = sheet
  const [dark, light] = [rgbOf(darkest), rgbOf(lightest)]
  for (let at = 0; at < pixels.length; at += 3) {
    const grey = (pixels[at]! * 0.299 + pixels[at + 1]! * 0.587 + pixels[at + 2]! * 0.114) / 255
    for (let part = 0; part < 3; part++)
      pixels[at + part] = Math.round(dark[part]! + (light[part]! - dark[part]!) * grey)
  }
  return sheet
}

const { ink, grain, fold, tail } = colours.school

/** Draws a word on a ribbon centred at x, y, with swallow tails hanging behind it. */
export function ribbon(canvas: Canvas, raw: string, at: { x: number; y: number; size: number; most: number }): void {
  const { text, face } = inOneFace(raw, 'slab')
  if (!text) return
  const tall = Math.round(at.size * 2.05)
  const wide = Math.min(at.most, Math.max(tall * 4.2, widthOf(text, { size: at.size, face }) + tall * 1.3))
  const [left, right, top, foot] = [at.x - wide / 2, at.x + wide / 2, at.y - tall / 2, at.y + tall / 2]
  const [drop, hang, under] = [tall * 0.26, tall * 1.05, tall * 0.42]
  for (const [edge, way] of [
    [left, -1],
    [right, 1],
  ] as const) {
    const [far, near, notch] = [edge + way * hang, edge - way * under, edge + way * (hang - tall * 0.4)]
    const [upper, lower, middle] = [top + drop, foot + drop, at.y + drop]
    canvas.fill(polygon([near, upper], [far, upper], [notch, middle], [far, lower], [near, lower]), tail)
    canvas.fill(polygon([edge, foot], [near, foot], [near, lower]), fold)
  }
  canvas.fill(box(left, top, wide, tall), grain)
  const word = { face: 'slab', sizes: [at.size, at.size - 6, 30], colour: ink, align: 'centre', leading: 1 } as const
  paintParts(canvas, textPart(text, { ...word, x: left + 20, width: wide - 40 }), at.y - at.size / 2 + 1)
}
