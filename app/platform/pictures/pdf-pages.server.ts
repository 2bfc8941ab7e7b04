import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { inOneFace, placedOf, type Type, widthOf } from './lettering.server.ts'
import type { Typeface } from './typeface.server.ts'

// A PDF of many pages, streamed page by page: the letters used of each face are known only at the end, and the faces are written there.

type Told = { title: string; language: string }

/** Yields the bytes of a file with these pages, each drawn in its turn, so that a large file needs no more memory than a small one. */
export async function* pdfPages(pages: Iterable<(sheet: PdfSheet) => void>, told: Told): AsyncGenerator<Buffer> {
  const begins: number[] = []
  let size = 0
  const given = (bytes: Buffer) => {
    size += bytes.length
    return bytes
  }
  const object = (nr: number, body: Buffer) => {
    begins[nr] = size
    return given(Buffer.concat([Buffer.from(`${nr} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const faces = new Map<Typeface, UsedFace>()
  const faceOf = (part: Typeface): UsedFace => {
    const face = faces.get(part) ?? { part, name: `F${faces.size + 1}`, used: new Map() }
    faces.set(part, face)
    return face
  }
  yield given(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  const kids: number[] = []
  let next = numbers.free
  for (const draw of pages) {
    const sheet = new PdfSheet(faceOf)
    draw(sheet)
    yield object(next, streamOf(Buffer.from(sheet.content, 'latin1')))
    yield object(next + 1, Buffer.from(pageOf(next)))
    kids.push(next + 1)
    next += 2
    // Lets other requests run between two pages.
    await setImmediate()
  }
  const fonts: string[] = []
  for (const face of faces.values()) {
    fonts.push(`/${face.name} ${next} 0 R`)
    for (const [at, body] of faceObjects(face, next, streamOf).entries()) yield object(next + at, body)
    next += objectsOfFace
  }
  for (const [nr, body] of endObjects(kids, fonts, told)) yield object(nr, Buffer.from(body))
  yield Buffer.from(tableOf(begins, size))
}

/** The objects that each file has once, with their numbers. */
const numbers = { catalog: 1, pages: 2, resources: 3, info: 4, free: 5 }

function endObjects(kids: number[], fonts: string[], { title, language }: Told): [number, string][] {
  const name = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex')
  const tree = kids.map((kid) => `${kid} 0 R`).join(' ')
  return [
    [numbers.resources, `<< /Font << ${fonts.join(' ')} >> >>`],
    [numbers.pages, `<< /Type /Pages /Kids [${tree}] /Count ${kids.length} >>`],
    [
      numbers.catalog,
      // Printed without scaling: cards must be as large as their cut marks say.
      `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>`,
    ],
    [numbers.info, `<< /Title <${name}> >>`],
  ]
}

const pageOf = (content: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] /Resources 3 0 R /Contents ${content} 0 R >>`

function streamOf(bytes: Buffer): Buffer {
  const packed = deflateSync(bytes)
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

/** Makes the table of the objects' offsets. */
function tableOf(begins: number[], size: number): string {
  const lines = begins.slice(1).map((begin) => `${String(begin).padStart(10, '0')} 00000 n \n`)
  const head = `xref\n0 ${begins.length}\n0000000000 65535 f \n${lines.join('')}`
  return `${head}trailer\n<< /Size ${begins.length} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${size}\n%%EOF\n`
}

// A sheet of paper to draw words, boxes and squares on. All lengths are in points, from the upper left corner.

export const a4 = { width: 595.28, height: 841.89 }
/** Points per millimetre. */
export const mm = 72 / 25.4

type Line = Type & { x: number; y: number; align?: 'left' | 'centre' | 'right'; grey?: number }

export class PdfSheet {
  private readonly marks: string[] = []
  private readonly faceOf: (part: Typeface) => UsedFace

  constructor(faceOf: (part: Typeface) => UsedFace) {
    this.faceOf = faceOf
  }

  /** Draws a line of text with its baseline at y; all of it in another face if its own lacks a letter. */
  text(raw: string, { x, y, align = 'left', grey = 0, ...type }: Line): void {
    const { text, face } = inOneFace(raw, type.face ?? 'garamond')
    if (!text) return
    const own = { ...type, face }
    const wide = align === 'left' ? 0 : widthOf(text, own) * (align === 'right' ? 1 : 0.5)
    this.marks.push(`${grey} g BT`, ...this.runs(text, own, { x: x - wide, y: a4.height - y }), 'ET')
  }

  box(x: number, y: number, width: number, height: number, grey = 0): void {
    this.marks.push(`${grey} g ${num(x)} ${num(a4.height - y - height)} ${num(width)} ${num(height)} re f`)
  }

  frame(x: number, y: number, width: number, height: number, line: number): void {
    this.marks.push(`0 G ${line} w ${num(x)} ${num(a4.height - y - height)} ${num(width)} ${num(height)} re S`)
  }

  /** Draws the dark squares of a QR code as one shape: no hairlines are between them. */
  squares(
    { size: across, modules }: { size: number; modules: string },
    { x, y, width }: { x: number; y: number; width: number },
  ): void {
    const side = width / across
    const boxes: string[] = []
    for (let row = 0; row < across; row++)
      for (let from = 0; from < across; from++) {
        let to = from
        while (to < across && modules[row * across + to] === '1') to++
        if (to > from) boxes.push(`${from} ${across - row - 1} ${to - from} 1 re`)
        from = to
      }
    const scale = `${side.toFixed(5)} 0 0 ${side.toFixed(5)} ${num(x)} ${num(a4.height - y - width)} cm`
    this.marks.push(`q 0 g ${scale}`, ...boxes, 'f Q')
  }

  get content(): string {
    return this.marks.join('\n')
  }

  /** Joins letters of one part of a face on the same line; an accent over its letter is placed by itself. */
  private runs(text: string, type: Type, { x, y }: { x: number; y: number }): string[] {
    const written: string[] = []
    let run: { face: UsedFace; up: number; pen: number; shown: string } | undefined
    const end = () => {
      if (run) written.push(`[${run.shown}] TJ`)
      run = undefined
    }
    for (const { part, glyph, letter, at, up, isMark } of placedOf(text, type)) {
      const face = this.faceOf(part)
      face.used.set(glyph, letter)
      if (!run || run.face !== face || isMark || run.up !== up) {
        end()
        written.push(`/${face.name} ${type.size} Tf 1 0 0 1 ${num(x + at)} ${num(y + (up * type.size) / part.em)} Tm`)
        run = { face, up, pen: at, shown: '' }
      }
      const closer = Math.round(((run.pen - at) * 1000) / type.size)
      if (closer !== 0) {
        run.shown += closer
        run.pen -= (closer * type.size) / 1000
      }
      run.shown += `<${hexOf(glyph)}>`
      run.pen += (Math.round((part.advanceOf(glyph) * 1000) / part.em) * type.size) / 1000
      if (isMark) end()
    }
    end()
    return written
  }
}

const num = (value: number): string => String(Math.round(value * 1000) / 1000)

// A typeface as embedded in a PDF: only the letters used, with their characters, so that text can be searched, read out
// and copied.

/** A part of a face in a file, and its used glyphs with their letters. */
export type UsedFace = { part: Typeface; name: string; used: Map<number, string> }

/** Makes the objects of a face. `first`: the number of the first of them; the others follow. */
function faceObjects({ part, name, used }: UsedFace, first: number, stream: (bytes: Buffer) => Buffer): Buffer[] {
  const glyphs = [...used.keys()].sort((a, b) => a - b)
  const file = part.subset(glyphs)
  const title = `AAAAAA+Face${name.slice(1)}`
  const per = (units: number) => Math.round((units * 1000) / part.em)
  const { box, ascent, descent } = part.metrics
  const widths = glyphs.map((glyph) => `${glyph} [${per(part.advanceOf(glyph))}]`).join(' ')
  const text = (words: string) => Buffer.from(words, 'latin1')
  return [
    text(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${title} /Encoding /Identity-H ` +
        `/DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R >>`,
    ),
    text(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${title} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ` +
        `/Supplement 0 >> /FontDescriptor ${first + 2} 0 R /CIDToGIDMap /Identity /DW 500 /W [${widths}] >>`,
    ),
    text(
      `<< /Type /FontDescriptor /FontName /${title} /Flags 4 /FontBBox [${box.map(per).join(' ')}] /ItalicAngle 0 ` +
        `/Ascent ${per(ascent)} /Descent ${per(descent)} /CapHeight ${per(ascent)} /StemV 80 /FontFile2 ${first + 3} 0 R >>`,
    ),
    stream(file),
    stream(text(lettersOf(used))),
  ]
}
/** The number of objects of a face. */
const objectsOfFace = 5

/** Makes the table from glyphs to letters. */
function lettersOf(used: Map<number, string>): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const lines = [...used].filter(([, letter]) => letter).map(([glyph, letter]) => `<${hexOf(glyph)}> <${hex(letter)}>`)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

const hexOf = (glyph: number): string => glyph.toString(16).padStart(4, '0')

// Plain text as a PDF, for recipients that accept only files. All of it is ASCII, so its length is its number of letters.

const [width, height, margin, size, leading] = [595, 842, 57, 10, 14]
/** In Courier each letter is six tenths of its size wide. */
const perLine = Math.floor((width - 2 * margin) / (size * 0.6))
const perPage = Math.floor((height - 2 * margin) / leading)

/** Makes a file with these lines, each broken where it is too long. */
export function pdfOf(lines: string[]): string {
  const pages = inPages(lines.flatMap(broken))
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      textStreamOf(page),
    ]),
  ]
  return written(objects)
}

/** Numbers the objects, and adds the table of their offsets. */
function written(objects: string[]): string {
  let text = '%PDF-1.4\n'
  const begins = objects.map((object, at) => {
    const begin = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(begin).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${begins.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return text + table + trailer
}

function textStreamOf(lines: string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  const content = `BT\n/F1 ${size} Tf\n${leading} TL\n${margin} ${height - margin - size} Td\n${shown}\nET`
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function inPages(lines: string[]): string[][] {
  const pages = Array.from({ length: Math.ceil(lines.length / perPage) }, (_, at) =>
    lines.slice(at * perPage, (at + 1) * perPage),
  )
  return pages.length > 0 ? pages : [[]]
}

/** Breaks lines of at most so many letters, between words where possible. */
function broken(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = []
    let rest = plain(line)
    while (rest.length > perLine) {
      const space = rest.lastIndexOf(' ', perLine)
      const end = space > 0 ? space : perLine
      lines.push(rest.slice(0, end))
      rest = rest.slice(end).trimStart()
    }
    return [...lines, rest]
  })
}

const signs: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}

/** Replaces letters that the file's encoding lacks: with the plain letter without its marks, or with a question mark. */
const plain = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) => {
    if (/^[\x20-\x7e\xa1-\xff]$/.test(sign)) return sign
    if (/^\s$/.test(sign)) return ' '
    const bare = signs[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')
    return /^[\x20-\x7e]+$/.test(bare) ? bare : '?'
  }).join('')

const escaped = (text: string): string =>
  text
    .replace(/[\\()]/g, '\\$&')
    .replace(/[\xa1-\xff]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
