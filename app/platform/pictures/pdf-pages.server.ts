import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { faceObjects, objectsOfFace, type UsedFace } from './pdf-face.server.ts'
import { a4, PdfSheet } from './pdf-sheet.server.ts'
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
