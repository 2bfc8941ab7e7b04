import { inflateSync } from 'node:zlib'

// Reads the outlines of a font file (WOFF with TrueType curves), so that letters can be painted on a machine without
// fonts. Supports only what our own faces need: no hinting, no ligatures.

type Point = readonly [number, number]
/** Closed outlines; their inside is painted. */
export type GlyphShape = Point[][]

export type Typeface = {
  /** Units per height of a line of type. */
  em: number
  /** Returns the number of the letter's glyph; 0 when the face has none. */
  glyphOf: (codePoint: number) => number
  advanceOf: (glyph: number) => number
  shapeOf: (glyph: number) => GlyphShape
  /** The change of space (closer below zero) between a glyph and the one before it. */
  kernOf: Kern
  /** Returns a table of the file as it is; undefined if there is none of this name. */
  table: (name: string) => Buffer | undefined
  /** The outline as it is in the file; `insideOf`: the glyphs that it is composed of. */
  outlineOf: (glyph: number) => Buffer
  insideOf: (glyph: number) => number[]
  metrics: { box: number[]; ascent: number; descent: number }
}

export function readTypeface(file: Buffer): Typeface {
  const table = tablesOf(file)
  const head = table('head')
  const wide = head.readInt16BE(50) === 1
  const [loca, glyf, hmtx] = [table('loca'), table('glyf'), table('hmtx')]
  const metrics = table('hhea').readUInt16BE(34)
  const place = (glyph: number) => (wide ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const dataOf = (glyph: number) => glyf.subarray(place(glyph), place(glyph + 1))
  return {
    em: head.readUInt16BE(18),
    glyphOf: letters(table('cmap')),
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    shapeOf: (glyph) => outline(dataOf, glyph),
    table: (name) => (table.has(name) ? table(name) : undefined),
    outlineOf: dataOf,
    insideOf: (glyph) => piecesOf(dataOf(glyph)).map(({ part }) => part),
    metrics: {
      box: [36, 38, 40, 42].map((place) => head.readInt16BE(place)),
      ascent: table('hhea').readInt16BE(4),
      descent: table('hhea').readInt16BE(6),
    },
    kernOf: kerningOf(table.has('GPOS') ? table('GPOS') : undefined),
  }
}

function tablesOf(file: Buffer) {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const tables = new Map<string, Buffer>()
  for (let at = 44, left = file.readUInt16BE(12); left > 0; left--, at += 20) {
    const [from, packed, size] = [at + 4, at + 8, at + 12].map((place) => file.readUInt32BE(place)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(from, from + packed)
    tables.set(file.toString('latin1', at, at + 4), packed < size ? inflateSync(bytes) : bytes)
  }
  const table = (name: string): Buffer => {
    const found = tables.get(name)
    if (!found) throw new Error(`the font has no table ${name}`)
    return found
  }
  return Object.assign(table, { has: (name: string) => tables.has(name) })
}

/** Reads the table from letters to glyphs, for all of the basic plane. */
function letters(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2)
  const places = Array.from({ length: count }, (_, at) => cmap.readUInt32BE(8 + at * 8))
  const found = places.map((at) => cmap.subarray(at)).find((one) => one.readUInt16BE(0) === 4)
  if (!found) throw new Error('the font has no table of letters that we can read')
  const segments = found.readUInt16BE(6)
  const [ends, starts, deltas, ranges] = [14, 16 + segments, 16 + segments * 2, 16 + segments * 3]
  return (letter) => {
    for (let at = 0; at < segments; at += 2) {
      if (letter > found.readUInt16BE(ends + at)) continue
      const start = found.readUInt16BE(starts + at)
      if (letter < start) return 0
      const range = found.readUInt16BE(ranges + at)
      const glyph = range === 0 ? letter : found.readUInt16BE(ranges + at + range + (letter - start) * 2)
      return glyph === 0 ? 0 : (glyph + found.readUInt16BE(deltas + at)) & 0xffff
    }
    return 0
  }
}

type DataOf = (glyph: number) => Buffer

function outline(dataOf: DataOf, glyph: number, depth = 0): GlyphShape {
  const data = dataOf(glyph)
  if (data.length === 0 || depth > 4) return []
  const contours = data.readInt16BE(0)
  return contours >= 0 ? simple(data, contours) : composite(dataOf, data, depth)
}

/** Composes a glyph from others, as é is from e and its accent. */
const composite = (dataOf: DataOf, data: Buffer, depth: number): GlyphShape =>
  piecesOf(data).flatMap(({ part, matrix: [a, b, c, d], dx, dy }) =>
    outline(dataOf, part, depth + 1).map((contour) =>
      contour.map(([x, y]) => [a * x + c * y + dx, b * x + d * y + dy] as const),
    ),
  )

type Piece = { part: number; matrix: [number, number, number, number]; dx: number; dy: number }

function piecesOf(data: Buffer): Piece[] {
  if (data.length === 0 || data.readInt16BE(0) >= 0) return []
  const pieces: Piece[] = []
  let at = 10
  let flags: number
  do {
    flags = data.readUInt16BE(at)
    const part = data.readUInt16BE(at + 2)
    const words = flags & 1
    const [dx, dy] = words
      ? [data.readInt16BE(at + 4), data.readInt16BE(at + 6)]
      : [data.readInt8(at + 4), data.readInt8(at + 5)]
    at += words ? 8 : 6
    const scale = (place: number) => data.readInt16BE(at + place) / 16384
    const matrix: Piece['matrix'] =
      flags & 8
        ? [scale(0), 0, 0, scale(0)]
        : flags & 64
          ? [scale(0), 0, 0, scale(2)]
          : flags & 128
            ? [scale(0), scale(2), scale(4), scale(6)]
            : [1, 0, 0, 1]
    at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0
    pieces.push({ part, matrix, dx, dy })
  } while (flags & 32)
  return pieces
}

type Dot = { x: number; y: number; on: boolean }

function simple(data: Buffer, contours: number): GlyphShape {
  const ends = Array.from({ length: contours }, (_, at) => data.readUInt16BE(10 + at * 2))
  const count = (ends.at(-1) ?? -1) + 1
  let at = 12 + contours * 2 + data.readUInt16BE(10 + contours * 2)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = data[at++]!
    flags.push(flag)
    if (flag & 8) for (let times = data[at++]!; times > 0; times--) flags.push(flag)
  }
  const along = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data[at++]! : -data[at++]!
      else if (!(flag & same)) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = along(2, 16)
  const ys = along(4, 32)
  const dots: Dot[] = flags.map((flag, n) => ({ x: xs[n]!, y: ys[n]!, on: Boolean(flag & 1) }))
  return ends.map((end, n) => flat(dots.slice(n === 0 ? 0 : ends[n - 1]! + 1, end + 1)))
}

const steps = 8

/** Cuts a contour's curves into short lines. Between two points off the curve there is one on it. */
function flat(dots: Dot[]): Point[] {
  if (dots.length < 2) return []
  const between = (one: Dot, other: Dot): Dot => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, on: true })
  const full = dots.flatMap((dot, n) => {
    const next = dots[(n + 1) % dots.length]!
    return dot.on || next.on ? [dot] : [dot, between(dot, next)]
  })
  const first = full.findIndex((dot) => dot.on)
  const round = [...full.slice(first), ...full.slice(0, first), full[first]!]
  const points: Point[] = [[round[0]!.x, round[0]!.y]]
  for (let n = 1; n < round.length; n++) {
    const dot = round[n]!
    if (dot.on) {
      points.push([dot.x, dot.y])
      continue
    }
    const [from, to] = [round[n - 1]!, round[++n]!]
    for (let step = 1; step <= steps; step++) {
      const t = step / steps
      const curve = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
      points.push([curve(from.x, dot.x, to.x), curve(from.y, dot.y, to.y)])
    }
  }
  return points
}

// The kerning of a face, from its table GPOS: pairs of letters, and pairs of classes of letters. Everything else in that
// table is for scripts that we do not set.

type Kern = (left: number, right: number) => number

const none: Kern = () => 0

function kerningOf(gpos: Buffer | undefined): Kern {
  if (!gpos) return none
  const tables = lookupsOf(gpos).flatMap((at) => pairTables(gpos, at))
  const known = new Map<number, number>()
  return (left, right) => {
    const key = left * 65_536 + right
    const before = known.get(key)
    if (before !== undefined) return before
    let found: number | undefined
    for (const table of tables) {
      found = table(left, right)
      if (found !== undefined) break
    }
    known.set(key, found ?? 0)
    return found ?? 0
  }
}

/** Returns the offsets of the lookups of the feature kern. */
function lookupsOf(gpos: Buffer): number[] {
  const [features, lookups] = [gpos.readUInt16BE(6), gpos.readUInt16BE(8)]
  const wanted = new Set<number>()
  for (let n = 0; n < gpos.readUInt16BE(features); n++) {
    const record = features + 2 + n * 6
    if (gpos.toString('latin1', record, record + 4) !== 'kern') continue
    const feature = features + gpos.readUInt16BE(record + 4)
    for (let i = 0; i < gpos.readUInt16BE(feature + 2); i++) wanted.add(gpos.readUInt16BE(feature + 4 + i * 2))
  }
  return [...wanted].sort((a, b) => a - b).map((n) => lookups + gpos.readUInt16BE(lookups + 2 + n * 2))
}

type Pairs = (left: number, right: number) => number | undefined

function pairTables(gpos: Buffer, lookup: number): Pairs[] {
  const kind = gpos.readUInt16BE(lookup)
  return Array.from({ length: gpos.readUInt16BE(lookup + 4) }, (_, n) => {
    const table = lookup + gpos.readUInt16BE(lookup + 6 + n * 2)
    // Kind 9 points to a table of another kind that is too far away for two bytes.
    const [is, at] = kind === 9 ? [gpos.readUInt16BE(table + 2), table + gpos.readUInt32BE(table + 4)] : [kind, table]
    return is === 2 ? pairs(gpos, at) : []
  }).flat()
}

function pairs(gpos: Buffer, at: number): Pairs[] {
  const format = gpos.readUInt16BE(at)
  const [first, second] = [gpos.readUInt16BE(at + 4), gpos.readUInt16BE(at + 6)]
  // The only value that we read: how far the pen advances after the first letter.
  if (!(first & 4)) return []
  const [before, size] = [bits(first & 3) * 2, (bits(first) + bits(second)) * 2]
  const covered = coverage(gpos, at + gpos.readUInt16BE(at + 2))
  if (format === 1) return [byLetter(gpos, at, { before, size, covered })]
  if (format === 2) return [byClass(gpos, at, { before, size, covered })]
  return []
}

type How = { before: number; size: number; covered: (glyph: number) => number }

function byLetter(gpos: Buffer, at: number, { before, size, covered }: How): Pairs {
  return (left, right) => {
    const n = covered(left)
    if (n < 0) return undefined
    const set = at + gpos.readUInt16BE(at + 10 + n * 2)
    for (let i = 0, many = gpos.readUInt16BE(set); i < many; i++) {
      const record = set + 2 + i * (2 + size)
      if (gpos.readUInt16BE(record) === right) return gpos.readInt16BE(record + 2 + before)
    }
    return undefined
  }
}

function byClass(gpos: Buffer, at: number, { before, size, covered }: How): Pairs {
  const [ofFirst, ofSecond] = [
    classes(gpos, at + gpos.readUInt16BE(at + 8)),
    classes(gpos, at + gpos.readUInt16BE(at + 10)),
  ]
  const many = gpos.readUInt16BE(at + 14)
  return (left, right) =>
    covered(left) < 0 ? undefined : gpos.readInt16BE(at + 16 + (ofFirst(left) * many + ofSecond(right)) * size + before)
}

const bits = (flags: number) => flags.toString(2).replaceAll('0', '').length

/** Returns the place of a glyph in a list of glyphs, -1 when it is not in it. */
function coverage(gpos: Buffer, at: number): (glyph: number) => number {
  const many = gpos.readUInt16BE(at + 2)
  const places = new Map<number, number>()
  for (let n = 0; n < many; n++) {
    if (gpos.readUInt16BE(at) === 1) places.set(gpos.readUInt16BE(at + 4 + n * 2), n)
    else {
      const range = at + 4 + n * 6
      const [from, to, place] = [gpos.readUInt16BE(range), gpos.readUInt16BE(range + 2), gpos.readUInt16BE(range + 4)]
      for (let glyph = from; glyph <= to; glyph++) places.set(glyph, place + glyph - from)
    }
  }
  return (glyph) => places.get(glyph) ?? -1
}

/** Returns the class of a glyph; 0 for those in none. */
function classes(gpos: Buffer, at: number): (glyph: number) => number {
  const found = new Map<number, number>()
  if (gpos.readUInt16BE(at) === 1) {
    const first = gpos.readUInt16BE(at + 2)
    for (let n = 0; n < gpos.readUInt16BE(at + 4); n++) found.set(first + n, gpos.readUInt16BE(at + 6 + n * 2))
  } else
    for (let n = 0; n < gpos.readUInt16BE(at + 2); n++) {
      const range = at + 4 + n * 6
      for (let glyph = gpos.readUInt16BE(range); glyph <= gpos.readUInt16BE(range + 2); glyph++)
        found.set(glyph, gpos.readUInt16BE(range + 4))
    }
  return (glyph) => found.get(glyph) ?? 0
}
