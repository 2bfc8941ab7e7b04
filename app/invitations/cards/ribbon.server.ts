import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import { inOneFace, widthOf } from '#app/platform/pictures/lettering.server.ts'
import { colours } from './card.ts'
import { box, polygon } from './forms.server.ts'
import { paintParts, textPart } from './setting.server.ts'

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
