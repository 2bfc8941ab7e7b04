import archivoMedium from '@fontsource/archivo/files/archivo-latin-500-normal.woff?inline'
import archivo from '@fontsource/archivo/files/archivo-latin-700-normal.woff?inline'
import archivoMediumFar from '@fontsource/archivo/files/archivo-latin-ext-500-normal.woff?inline'
import archivoFar from '@fontsource/archivo/files/archivo-latin-ext-700-normal.woff?inline'
import archivoMediumDots from '@fontsource/archivo/files/archivo-vietnamese-500-normal.woff?inline'
import archivoDots from '@fontsource/archivo/files/archivo-vietnamese-700-normal.woff?inline'
import display from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline'
import displayFar from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline'
import displayDots from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-700-normal.woff?inline'
import italic from '@fontsource/eb-garamond/files/eb-garamond-latin-500-italic.woff?inline'
import garamond from '@fontsource/eb-garamond/files/eb-garamond-latin-500-normal.woff?inline'
import italicFar from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-italic.woff?inline'
import garamondFar from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-normal.woff?inline'
import italicDots from '@fontsource/eb-garamond/files/eb-garamond-vietnamese-500-italic.woff?inline'
import garamondDots from '@fontsource/eb-garamond/files/eb-garamond-vietnamese-500-normal.woff?inline'
import capitals from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff?inline'
import capitalsFar from '@fontsource/marcellus/files/marcellus-latin-ext-400-normal.woff?inline'
import slabMedium from '@fontsource/zilla-slab/files/zilla-slab-latin-500-normal.woff?inline'
import slab from '@fontsource/zilla-slab/files/zilla-slab-latin-700-normal.woff?inline'
import slabMediumFar from '@fontsource/zilla-slab/files/zilla-slab-latin-ext-500-normal.woff?inline'
import slabFar from '@fontsource/zilla-slab/files/zilla-slab-latin-ext-700-normal.woff?inline'
import { type GlyphShape, readTypeface, type Typeface } from './typeface.server.ts'

// Text as shapes, in a typeface inside the program.

/** The setting of a text. `track`: the extra space between its letters, in parts of their size. */
export type Type = { size: number; face?: Face; track?: number }

type Glyph = { part: Typeface; glyph: number; letter: string; isMark: boolean }

function glyphOf(letter: string, face: Face): Glyph | undefined {
  const own = drawn(letter, face)
  if (own) return own
  // An accented letter that is missing is replaced by the plain letter: that is read better than a gap.
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return plain && plain !== letter ? glyphOf(plain, face) : undefined
}

/** The letters found so far, by face; those that a face lacks are looked up each time. */
const found = new Map<Face, Map<string, Glyph>>()

function drawn(letter: string, face: Face): Glyph | undefined {
  const known = found.get(face) ?? new Map<string, Glyph>()
  const before = known.get(letter)
  if (before) return before
  const point = letter.codePointAt(0)!
  // Signs that turn the writing direction, and other invisible ones, are not drawn.
  if (point > 0xffff || /\p{C}/u.test(letter)) return undefined
  for (const part of typefacesOf(face)) {
    const glyph = part.glyphOf(point)
    if (!glyph) continue
    const drawn = { part, glyph, letter, isMark: /\p{Mn}/u.test(letter) }
    found.set(face, known.set(letter, drawn))
    return drawn
  }
  return undefined
}

const glyphsOf = (text: string, face: Face): Glyph[] =>
  [...text.normalize('NFC')].flatMap((letter) => glyphOf(letter, face) ?? [])

/** True when a face has every letter of a text, with its accents. */
export const covers = (face: Face, text: string): boolean =>
  [...text.normalize('NFC')].every((letter) => drawn(letter, face) !== undefined)

/** Removes letters that a face lacks, such as other scripts and emoji; '' when that is most of the text. */
export function writable(text: string, face: Face = 'display'): string {
  const letters = [...text.normalize('NFC').replace(/\s+/gu, ' ')]
  const ours = letters.filter((letter) => glyphOf(letter, face))
  const wanted = letters.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length
  const kept = ours.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length
  return kept * 2 < wanted || kept === 0 ? '' : ours.join('').replace(/ +/g, ' ').trim()
}

/** True when our faces have each letter and digit of a text: nothing of a name is missing where it is drawn. */
export const isDrawable = (text: string): boolean =>
  [...text.normalize('NFC')].every((sign) => !/[\p{L}\p{N}]/u.test(sign) || glyphOf(sign, 'garamond') !== undefined)

/** Removes letters that none of our faces has; a text that its face can't write in full is set in EB Garamond. */
export function inOneFace(text: string, face: Face): { text: string; face: Face } {
  const written = writable(text, 'garamond')
  if (covers(face, written)) return { text: written, face }
  return { text: written, face: 'garamond' }
}

/** Returns the width of a line of text, in pixels. */
export const widthOf = (text: string, type: Type | number): number => set(text, typeOf(type)).width

/** Returns the shapes of a line of text whose baseline begins at x, y. */
export function lineOfText(text: string, { x, y, ...type }: { x: number; y: number } & Type): GlyphShape {
  const scaleOf = (part: Typeface) => type.size / part.em
  return set(text, type).placed.flatMap(({ part, glyph, at, up }) => {
    const scale = scaleOf(part)
    return part
      .shapeOf(glyph)
      .map((contour) => contour.map(([px, py]) => [x + at + px * scale, y - (py + up) * scale] as const))
  })
}

const typeOf = (type: Type | number): Type => (typeof type === 'number' ? { size: type } : type)

/** Returns the place of each glyph of a line; `up`: its height above the line, in units of its face. */
export const placedOf = (text: string, type: Type): Placed[] => set(text, type).placed

type Placed = Glyph & { at: number; up: number }

/** Places the glyphs of a line. */
function set(text: string, { size, face = 'display', track = 0 }: Type): { placed: Placed[]; width: number } {
  const placed: Placed[] = []
  let pen = 0
  for (const { part, letters, marks } of runsOf(text, face)) {
    const scale = size / part.em
    for (const { glyph, letter, advance, dx, dy, index } of part.set(letters, track === 0 && marks.size === 0)) {
      const base: Placed = { part, glyph, letter, isMark: false, at: pen + dx * scale, up: dy }
      placed.push(base)
      if (letter) for (const mark of marks.get(index) ?? []) placed.push(marked(mark, base, size / mark.part.em))
      pen += advance * scale + track * size
    }
  }
  return { placed, width: Math.max(0, pen - (placed.length > 0 ? track * size : 0)) }
}

/** Letters that are set at once; `marks`: the accents over them, by the letter's index. */
type Run = { part: Typeface; letters: string; marks: Map<number, Glyph[]> }

/** Splits a text where the part of its face changes, and between words: a typeface remembers how a word is set. */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const glyph of glyphsOf(text, face)) {
    if (glyph.isMark && run) {
      const last = run.letters.length - 1
      run.marks.set(last, [...(run.marks.get(last) ?? []), glyph])
      continue
    }
    if (run?.part !== glyph.part || run.letters.endsWith(' ')) {
      run = { part: glyph.part, letters: '', marks: new Map() }
      runs.push(run)
    }
    run.letters += glyph.letter
  }
  return runs
}

/** Places an accent that has no combined letter in Unicode: over the middle of its letter, and above a tall one. */
function marked(mark: Glyph, letter: Placed, scale: number): Placed {
  const [over, under] = [mark.part.shapeOf(mark.glyph), letter.part.shapeOf(letter.glyph)]
  const middle = (shape: GlyphShape) => (edgeOf(shape, 0, Math.min) + edgeOf(shape, 0, Math.max)) / 2
  if (over.length === 0 || under.length === 0) return { ...mark, at: letter.at, up: 0 }
  const gap = mark.part.em * 0.05
  const isAbove = edgeOf(over, 1, Math.min) > 0
  const up = isAbove ? Math.max(0, edgeOf(under, 1, Math.max) + gap - edgeOf(over, 1, Math.min)) : 0
  return { ...mark, at: letter.at + (middle(under) - middle(over)) * scale, up }
}

const edgeOf = (shape: GlyphShape, side: 0 | 1, which: (...all: number[]) => number) =>
  which(...shape.flat().map((point) => point[side]))

/** Breaks text into at most so many lines of this width; the rest is cut with an ellipsis. */
export function linesOfText(text: string, { width, most, ...type }: { width: number; most: number } & Type): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line === '' || widthOf(longer, type) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  const shown = lines.slice(0, most)
  const last = shown.length - 1
  const cut = lines.length > most
  return shown.map((one, at) => fitted(at === last && cut ? `${one} …` : one, type, width))
}

/** Cuts a line to its width. */
function fitted(line: string, type: Type, width: number): string {
  if (widthOf(line, type) <= width) return line
  const letters = [...line.replace(/ ?…$/, '')]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, type) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

// The typefaces inside the program: the machine need not have any. A face is in parts, by its letters: those of western
// Europe, other Latin letters, and those with dots and hooks below.

const files = {
  display: [display, displayFar, displayDots],
  garamond: [garamond, garamondFar, garamondDots],
  italic: [italic, italicFar, italicDots],
  capitals: [capitals, capitalsFar],
  slab: [slab, slabFar],
  'slab-medium': [slabMedium, slabMediumFar],
  archivo: [archivo, archivoFar, archivoDots],
  'archivo-medium': [archivoMedium, archivoMediumFar, archivoMediumDots],
} as const
export type Face = keyof typeof files

const read = new Map<Face, Typeface[]>()

/** Returns the parts of a face, read when it is first needed. */
function typefacesOf(face: Face): Typeface[] {
  const known = read.get(face)
  if (known) return known
  const parts = files[face].map((address) => readTypeface(Buffer.from(address.split(',')[1]!, 'base64')))
  read.set(face, parts)
  return parts
}
