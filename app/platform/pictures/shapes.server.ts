import type { GlyphShape } from './typeface.server.ts'

type Point = GlyphShape[number][number]

/** Returns the outlines of an SVG path with straight lines only: M, L, H, V and z, with l, h and v. */
export function shapesOf(path: string, scale = 1): GlyphShape {
  const shape: Point[][] = []
  let [x, y] = [0, 0]
  for (const [, order, text] of path.matchAll(/([MLHVlhvz])([^MLHVlhvz]*)/g)) {
    const numbers = (text!.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
    if (order === 'z') [x, y] = [shape.at(-1)![0]![0] / scale, shape.at(-1)![0]![1] / scale]
    const both = /[ML]/i.test(order!)
    for (let at = 0; at < numbers.length; at += both ? 2 : 1) {
      const [one, other] = [numbers[at]!, numbers[at + 1]!]
      if (order === 'M' || order === 'L') [x, y] = [one, other]
      else if (order === 'l') [x, y] = [x + one, y + other]
      else if (order === 'H') x = one
      else if (order === 'h') x += one
      else if (order === 'V') y = one
      else y += one
      if (order === 'M' && at === 0) shape.push([])
      shape.at(-1)!.push([x * scale, y * scale])
    }
  }
  return shape
}

/** Makes a box with round corners. */
export function rounded(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  radius: number,
): GlyphShape {
  const r = Math.min(radius, width / 2, height / 2)
  const corner = (cx: number, cy: number, from: number): Point[] =>
    Array.from({ length: 9 }, (_, at) => {
      const angle = from + (at * Math.PI) / 16
      return [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r]
    })
  const [left, right, top, bottom] = [x + r, x + width - r, y + r, y + height - r]
  return [
    [
      ...corner(right, bottom, 0),
      ...corner(left, bottom, Math.PI / 2),
      ...corner(left, top, Math.PI),
      ...corner(right, top, Math.PI * 1.5),
    ],
  ]
}
