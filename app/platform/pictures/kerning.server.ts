// Which two letters of a face stand closer or farther than their widths say, as its table GPOS has it: pairs of letters,
// and pairs of classes of letters. Everything else in that table is for scripts that we do not set.

export type Kern = (left: number, right: number) => number

const none: Kern = () => 0

export function kerningOf(gpos: Buffer | undefined): Kern {
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

/** Where the lookups of the feature kern begin. */
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
  // Of what a value can say, we read how far the pen goes on after the first letter.
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

/** The place of a glyph in a list of glyphs, -1 when it is not in it. */
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

/** The class of a glyph; 0 for those that are in none. */
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
