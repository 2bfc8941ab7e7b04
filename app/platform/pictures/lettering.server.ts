import latin from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline'
import extended from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline'
import { readTypeface, type Shape, type Typeface } from './typeface.server.ts'

// Text as shapes, in our display face. The face travels inside the program: the machine need not have any.

let faces: Typeface[] | undefined
function theFaces(): Typeface[] {
  faces ??= [latin, extended].map((address) => readTypeface(Buffer.from(address.split(',')[1]!, 'base64')))
  return faces
}

type Glyph = { face: Typeface; glyph: number }

function glyphOf(letter: string): Glyph | undefined {
  const point = letter.codePointAt(0)!
  for (const face of theFaces()) {
    const glyph = point > 0xffff ? 0 : face.glyphOf(point)
    if (glyph) return { face, glyph }
  }
  // A letter whose accent we have not: the letter alone is read better than a gap.
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return plain && plain !== letter ? glyphOf(plain) : undefined
}

const glyphsOf = (text: string): Glyph[] => [...text.normalize('NFC')].flatMap((letter) => glyphOf(letter) ?? [])

/** The text without what our face can't write, such as other scripts and pictures; '' when that is most of it. */
export function writable(text: string): string {
  const letters = [...text.normalize('NFC').replace(/\s+/gu, ' ')]
  const ours = letters.filter((letter) => glyphOf(letter))
  const wanted = letters.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length
  const kept = ours.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length
  return kept * 2 < wanted || kept === 0 ? '' : ours.join('').replace(/ +/g, ' ').trim()
}

/** How wide a line of text is, in pixels, when its type is `size` tall. */
export const widthOf = (text: string, size: number): number =>
  glyphsOf(text).reduce((sum, { face, glyph }) => sum + (face.advanceOf(glyph) / face.em) * size, 0)

/** A line of text whose foot is at x, y. */
export function lineOfText(text: string, { x, y, size }: { x: number; y: number; size: number }): Shape {
  const shape: Shape = []
  let pen = x
  for (const { face, glyph } of glyphsOf(text)) {
    const scale = size / face.em
    for (const contour of face.shapeOf(glyph))
      shape.push(contour.map(([px, py]) => [pen + px * scale, y - py * scale] as const))
    pen += face.advanceOf(glyph) * scale
  }
  return shape
}

/** Text in at most so many lines of this width; what does not fit ends in an ellipsis. */
export function linesOf(text: string, { size, width, most }: { size: number; width: number; most: number }): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line === '' || widthOf(longer, size) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  const shown = lines.slice(0, most)
  const last = shown.length - 1
  const cut = lines.length > most
  return shown.map((one, at) => fitted(at === last && cut ? `${one} …` : one, size, width))
}

/** A line cut to its width. */
function fitted(line: string, size: number, width: number): string {
  if (widthOf(line, size) <= width) return line
  const letters = [...line.replace(/ ?…$/, '')]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
