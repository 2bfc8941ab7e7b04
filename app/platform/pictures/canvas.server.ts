import sharp from 'sharp'
import { repeat, weave } from '#app/ui/weave.ts'
import type { GlyphShape } from './typeface.server.ts'

// A bitmap that shapes are painted on: for pictures made by the server, where there is no browser, and where no parser
// of foreign drawings may run.

export type Box = { x: number; y: number; width: number; height: number }
export type Pixels = { width: number; height: number; pixels: Uint8Array }

export class Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array

  constructor(width: number, height: number, colour: string) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
    const ground = rgbOf(colour)
    for (let at = 0; at < this.pixels.length; at++) this.pixels[at] = ground[at % 3]!
  }

  /** Returns an independent copy. */
  copy(): Canvas {
    const other: Canvas = Object.create(Canvas.prototype)
    return Object.assign(other, { width: this.width, height: this.height, pixels: this.pixels.slice() })
  }

  /** Paints the inside of a shape; its edges are smooth. */
  fill(shape: GlyphShape, colour: string): void {
    const paint = Uint8Array.from(rgbOf(colour))
    this.cover(shape, paint, () => 0)
  }

  /** Copies another canvas's pixels, placed at x and y, into the inside of a shape. */
  layInside(shape: GlyphShape, { width, height, pixels }: Pixels, { x, y }: { x: number; y: number }): void {
    const inside = (place: number, most: number) => Math.min(Math.max(place, 0), most - 1)
    this.cover(shape, pixels, (column, row) => (inside(row - y, height) * width + inside(column - x, width)) * 3)
  }

  /** Paints each pixel under a shape with the colour in `colours` at the index that `from` returns for it. */
  private cover(shape: GlyphShape, colours: Uint8Array, from: (column: number, row: number) => number): void {
    const cover = this.coverOf(shape)
    if (!cover) return
    const { x, y, width, height, share } = cover
    for (let row = 0; row < height; row++) {
      // Along a row, the running sum of the edges' shares is how much of each pixel is covered.
      let sum = 0
      for (let column = 0; column < width; column++) {
        sum += share[row * (width + 2) + column]!
        const alpha = Math.min(1, Math.abs(sum))
        if (alpha < 0.004) continue
        const at = ((y + row) * this.width + x + column) * 3
        const place = from(x + column, y + row)
        for (let part = 0; part < 3; part++)
          this.pixels[at + part] = Math.round(this.pixels[at + part]! * (1 - alpha) + colours[place + part]! * alpha)
      }
    }
  }

  /** Fills a box with another canvas's pixels, repeated where it is smaller. */
  lay(tile: Pixels, { x, y, width, height }: Box): void {
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column += tile.width) {
        const from = (row % tile.height) * tile.width * 3
        const part = tile.pixels.subarray(from, from + Math.min(tile.width, width - column) * 3)
        this.pixels.set(part, ((y + row) * this.width + x + column) * 3)
      }
  }

  /** Encodes a JPEG of at most so many bytes. `quick`: in a tenth of the time, and a third larger. */
  async jpeg(mostBytes: number, { quick = false } = {}): Promise<Buffer> {
    const raw = { width: this.width, height: this.height, channels: 3 as const }
    let bytes = Buffer.alloc(0)
    for (const quality of [82, 68, 50, 30]) {
      bytes = await sharp(this.pixels, { raw }).jpeg({ quality, mozjpeg: !quick }).toBuffer()
      if (bytes.length <= mostBytes) break
    }
    return bytes
  }

  /** Returns the bounds of a shape, with each edge's share in the cover of the pixels right of it. */
  private coverOf(shape: GlyphShape) {
    const points = shape.flat()
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const x = Math.max(0, Math.floor(Math.min(...xs)))
    const y = Math.max(0, Math.floor(Math.min(...ys)))
    const width = Math.min(this.width, Math.ceil(Math.max(...xs))) - x
    const height = Math.min(this.height, Math.ceil(Math.max(...ys))) - y
    if (!(width > 0) || !(height > 0)) return undefined
    const share = new Float32Array((width + 2) * height)
    for (const contour of shape)
      contour.forEach(([x0, y0], at) => {
        const [x1, y1] = contour[(at + 1) % contour.length]!
        edge(share, { width, height }, [x0 - x, y0 - y, x1 - x, y1 - y])
      })
    return { x, y, width, height, share }
  }
}

/** Adds one edge of a shape, row by row: how much it covers of the pixels it crosses, and of all right of them. */
function edge(share: Float32Array, { width, height }: { width: number; height: number }, [x0, y0, x1, y1]: number[]) {
  if (y0 === y1) return
  const way = y0! < y1! ? 1 : -1
  const [top, bottom, xTop, xBottom] = way === 1 ? [y0!, y1!, x0!, x1!] : [y1!, y0!, x1!, x0!]
  const slope = (xBottom - xTop) / (bottom - top)
  const inside = (x: number) => Math.min(Math.max(x, 0), width)
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, Math.ceil(bottom)); row++) {
    const [from, to] = [Math.max(row, top), Math.min(row + 1, bottom)]
    const tall = (to - from) * way
    const [one, other] = [inside(xTop + (from - top) * slope), inside(xTop + (to - top) * slope)]
    const [left, right] = one < other ? [one, other] : [other, one]
    spread(share, row * (width + 2), { left, right, tall })
  }
}

/** Distributes the height of an edge over the pixels it crosses in one row, so that running sums give the cover right of it. */
function spread(
  share: Float32Array,
  row: number,
  { left, right, tall }: { left: number; right: number; tall: number },
) {
  let passed = 0
  let before = 0
  for (let column = Math.floor(left); column <= Math.floor(right); column++) {
    const [from, to] = [Math.max(left, column), Math.min(right, column + 1)]
    const part = right - left < 1e-9 ? tall : (tall * (to - from)) / (right - left)
    const cover = passed + part * (1 - ((from + to) / 2 - column))
    share[row + column]! += cover - before
    before = cover
    passed += part
  }
  share[row + Math.floor(right) + 1]! += tall - before
}

/** Returns red, green and blue of a colour such as '#1d5138'. */
export const rgbOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

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

/** Draws one repeat of the cloth of a slug. */
export function clothOf(slug: string, kind: 'cloth' | 'band', scale: number): Canvas {
  const { ground, height: tall, rows } = weave(slug, kind)
  const tile = new Canvas(repeat * scale, Math.ceil(tall * scale), ground)
  for (const row of rows) {
    const path = row.is === 'stripe' ? `M0 ${row.y}h${repeat}v${row.height}H0z` : row.path
    // Each part by itself: where two of them cross, one thread is over the other.
    tile.fill(shapesOf(path, scale), row.dye)
  }
  return tile
}
