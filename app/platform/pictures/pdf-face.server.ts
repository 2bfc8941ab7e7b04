import type { Typeface } from './typeface.server.ts'

// A typeface as embedded in a PDF: only the letters used, with their characters, so that text can be searched, read out
// and copied.

/** A part of a face in a file, and its used glyphs with their letters. */
export type UsedFace = { part: Typeface; name: string; used: Map<number, string> }

/** Makes the objects of a face. `first`: the number of the first of them; the others follow. */
export function faceObjects(
  { part, name, used }: UsedFace,
  first: number,
  stream: (bytes: Buffer) => Buffer,
): Buffer[] {
  const glyphs = [...used.keys()].sort((a, b) => a - b)
  const file = subsetOf(part, glyphs)
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
export const objectsOfFace = 5

/** Makes the table from glyphs to letters. */
function lettersOf(used: Map<number, string>): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const lines = [...used].map(([glyph, letter]) => `<${hexOf(glyph)}> <${hex(letter)}>`)
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

export const hexOf = (glyph: number): string => glyph.toString(16).padStart(4, '0')

/** Makes the font file with the outlines of only these glyphs. The others keep their numbers and are empty. */
function subsetOf(part: Typeface, glyphs: number[]): Buffer {
  const count = part.table('maxp')!.readUInt16BE(4)
  const kept = new Set([0, ...glyphs])
  // A letter with an accent may be composed of two glyphs, which may be composed themselves.
  for (const glyph of kept) for (const inside of part.insideOf(glyph)) kept.add(inside)
  const loca = Buffer.alloc((count + 1) * 4)
  const outlines: Buffer[] = []
  let size = 0
  for (let glyph = 0; glyph < count; glyph++) {
    loca.writeUInt32BE(size, glyph * 4)
    if (!kept.has(glyph)) continue
    const outline = padded(part.outlineOf(glyph))
    outlines.push(outline)
    size += outline.length
  }
  loca.writeUInt32BE(size, count * 4)
  const head = Buffer.from(part.table('head')!)
  head.writeInt16BE(1, 50)
  const made: Record<string, Buffer> = { head, loca, glyf: Buffer.concat(outlines) }
  const names = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']
  return fontFile(
    names.flatMap((name) => {
      const bytes = made[name] ?? part.table(name)
      return bytes ? [{ name, bytes }] : []
    }),
  )
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

function fontFile(tables: { name: string; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length)
  const power = Math.floor(Math.log2(tables.length))
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * tables.length - 16 * 2 ** power, 10)
  let place = head.length
  tables.forEach(({ name, bytes }, nr) => {
    const at = 12 + 16 * nr
    head.write(name, at, 'latin1')
    head.writeUInt32BE(sumOf(padded(bytes)), at + 4)
    head.writeUInt32BE(place, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    place += bytes.length + (-bytes.length & 3)
  })
  return Buffer.concat([head, ...tables.map(({ bytes }) => padded(bytes))])
}

function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
