import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { Direction, Face, Feature, Font, Blob as FontBlob, shape, Buffer as TextBuffer } from 'harfbuzzjs'

// A typeface from a font file, read and set by HarfBuzz, so that letters can be painted on a machine without fonts.

type Point = readonly [number, number]
/** Closed outlines; their inside is painted. */
export type GlyphShape = Point[][]

/** A glyph of a text. `letter`: the letters that it shows; `dx` and `dy`: its shift from the pen, in units of its face. */
type SetGlyph = { glyph: number; letter: string; index: number; advance: number; dx: number; dy: number }

export type Typeface = {
  /** Units per height of a line of type. */
  em: number
  /** Returns the number of the letter's glyph; 0 when the face has none. */
  glyphOf: (codePoint: number) => number
  advanceOf: (glyph: number) => number
  shapeOf: (glyph: number) => GlyphShape
  /** Sets letters side by side, kerned; `joined`: with ligatures. */
  set: (letters: string, joined: boolean) => SetGlyph[]
  /** Makes a font file with the outlines of only these glyphs, which keep their numbers. */
  subset: (glyphs: number[]) => Buffer
  metrics: { box: number[]; ascent: number; descent: number }
}

/** The most texts of which a typeface remembers how they are set. */
const mostKnown = 5000

export function readTypeface(woff: Buffer): Typeface {
  const file = unpacked(woff)
  const face = new Face(new FontBlob(file))
  const font = new Font(face)
  const head = Buffer.from(face.referenceTable('head')!)
  const { ascender, descender } = font.hExtents()
  const shapes = new Map<number, GlyphShape>()
  const sets = new Map<string, SetGlyph[]>()
  let subset: Typeface['subset'] | undefined
  return {
    em: face.upem,
    glyphOf: (codePoint) => font.nominalGlyph(codePoint) ?? 0,
    advanceOf: (glyph) => font.glyphHAdvance(glyph),
    shapeOf: (glyph) => kept(shapes, glyph, () => outline(font, glyph)),
    set: (letters, joined) => {
      if (sets.size > mostKnown) sets.clear()
      return kept(sets, joined ? letters : `\0${letters}`, () => setLetters(font, letters, joined))
    },
    subset: (glyphs) => {
      subset ??= subsetter(file)
      return subset(glyphs)
    },
    metrics: {
      box: [36, 38, 40, 42].map((place) => head.readInt16BE(place)),
      ascent: ascender,
      descent: descender,
    },
  }
}

function kept<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const found = all.get(key) ?? make()
  all.set(key, found)
  return found
}

/** Unpacks a WOFF file: HarfBuzz reads its tables one after the other, after a list of them. */
function unpacked(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const count = woff.readUInt16BE(12)
  const list = Buffer.alloc(12 + 16 * count)
  woff.copy(list, 0, 4, 8)
  list.writeUInt16BE(count, 4)
  const parts: Buffer[] = [list]
  let place = list.length
  for (let nr = 0; nr < count; nr++) {
    const [from, to] = [44 + 20 * nr, 12 + 16 * nr]
    const [at, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [number, number, number]
    const bytes = woff.subarray(at, at + packed)
    // The name of the table and its checksum are as they are in the WOFF file.
    woff.copy(list, to, from, from + 4)
    woff.copy(list, to + 4, from + 16, from + 20)
    list.writeUInt32BE(place, to + 8)
    list.writeUInt32BE(size, to + 12)
    parts.push(packed < size ? inflateSync(bytes) : bytes, Buffer.alloc(-size & 3))
    place += size + (-size & 3)
  }
  return Buffer.concat(parts)
}

const line = new TextBuffer()
const apart = ['liga', 'clig', 'calt'].map((name) => new Feature(name, 0))

function setLetters(font: Font, letters: string, joined: boolean): SetGlyph[] {
  line.clearContents()
  line.addText(letters)
  line.setDirection(Direction.LTR)
  line.setScript('Latn')
  shape(font, line, joined ? [] : apart)
  const [infos, positions] = [line.getGlyphInfos(), line.getGlyphPositions()]
  return infos.map(({ codepoint, cluster }, nr) => ({
    glyph: codepoint,
    letter: infos[nr - 1]?.cluster === cluster ? '' : letters.slice(cluster, nextCluster(infos, nr)),
    index: cluster,
    advance: positions[nr]!.xAdvance,
    dx: positions[nr]!.xOffset,
    dy: positions[nr]!.yOffset,
  }))
}

const nextCluster = (infos: { cluster: number }[], nr: number): number | undefined =>
  infos.slice(nr).find(({ cluster }) => cluster !== infos[nr]!.cluster)?.cluster

const steps = 8

/** Returns the outline of a glyph; its curves are cut into short lines. */
function outline(font: Font, glyph: number): GlyphShape {
  const contours: Point[][] = []
  for (const { type, values } of font.glyphToJson(glyph)) {
    if (type === 'M') contours.push([])
    const contour = contours.at(-1)!
    const [x1, y1, x2, y2] = values as [number, number, number, number]
    if (type === 'M' || type === 'L') contour.push([x1, y1])
    if (type !== 'Q') continue
    const [x0, y0] = contour.at(-1)!
    for (let step = 1; step <= steps; step++) {
      const t = step / steps
      const curve = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
      contour.push([curve(x0, x1, x2), curve(y0, y1, y2)])
    }
  }
  return contours
}

// HarfBuzz's program that makes subsets is a second one, without types.

type Program = Record<string, (...numbers: number[]) => number>
let loaded: { run: Program; memory: WebAssembly.Memory } | undefined

function program() {
  if (loaded) return loaded
  const wasm = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)))
  loaded = { run: exports as Program, memory: exports.memory as WebAssembly.Memory }
  loaded.run._initialize!()
  return loaded
}

/** Glyphs keep their numbers; no ligature is added of those that were asked for. */
const keepNumbers = 0x2
const noClosure = 0x200
const readOnly = 1

function subsetter(file: Buffer): Typeface['subset'] {
  const { run, memory } = program()
  const at = run.malloc!(file.length)
  new Uint8Array(memory.buffer).set(file, at)
  const face = run.hb_face_create!(run.hb_blob_create!(at, file.length, readOnly, 0, 0), 0)
  return (glyphs) => {
    const input = run.hb_subset_input_create_or_fail!()
    run.hb_subset_input_set_flags!(input, keepNumbers | noClosure)
    const wanted = run.hb_subset_input_glyph_set!(input)
    for (const glyph of glyphs) run.hb_set_add!(wanted, glyph)
    const subset = run.hb_subset_or_fail!(face, input)
    run.hb_subset_input_destroy!(input)
    if (!subset) throw new Error('no subset could be made of a typeface')
    const blob = run.hb_face_reference_blob!(subset)
    const from = run.hb_blob_get_data!(blob, 0)
    const bytes = Buffer.from(memory.buffer.slice(from, from + run.hb_blob_get_length!(blob)))
    run.hb_blob_destroy!(blob)
    run.hb_face_destroy!(subset)
    return bytes
  }
}
