import { inflateSync } from 'node:zlib'

// Reads a PDF as a program that prints does: by its table of parts, its fonts and what is drawn on each page.

export type PageRead = {
  /** Each line of text, in the order in which it was written. */
  text: string[]
  /** Each drawing made of squares: boxes in units of its own. */
  codes: { x: number; y: number; width: number; height: number }[][]
}

export function readPdf(bytes: Buffer) {
  const file = bytes.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1])
  const begins = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  const body = (nr: number) => {
    const begin = begins[nr - 1]!
    if (!file.startsWith(`${nr} 0 obj\n`, begin)) throw new Error(`part ${nr} does not begin at ${begin}`)
    return file.slice(begin + `${nr} 0 obj\n`.length)
  }
  const streamOf = (nr: number) => {
    const [head, length] = /^<< \/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/.exec(body(nr))!
    const begin = begins[nr - 1]! + `${nr} 0 obj\n`.length + head.length
    return inflateSync(bytes.subarray(begin, begin + Number(length)))
  }
  const one = (nr: number, name: string) => Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body(nr))![1])
  const root = Number(/\/Root (\d+) 0 R/.exec(file.slice(table))![1])
  const tree = one(root, 'Pages')
  const kids = [.../\/Kids \[(.*?)\]/.exec(body(tree))![1]!.matchAll(/(\d+) 0 R/g)].map(([, nr]) => Number(nr))
  const resources = kids.length > 0 ? one(kids[0]!, 'Resources') : 0
  const fonts = new Map(
    [
      ...body(resources)
        .split('endobj')[0]!
        .matchAll(/\/(F\d+) (\d+) 0 R/g),
    ].map(([, name, nr]) => {
      const letters = lettersIn(streamOf(one(Number(nr), 'ToUnicode')).toString('latin1'))
      const descriptor = one(one(Number(nr), 'DescendantFonts'), 'FontDescriptor')
      return [name!, { letters, file: streamOf(one(descriptor, 'FontFile2')) }] as const
    }),
  )
  return {
    pages: kids.map((kid) => pageIn(streamOf(one(kid, 'Contents')).toString('latin1'), fonts)),
    fontFiles: [...fonts.values()].map((font) => font.file),
    title: titleIn(body(Number(/\/Info (\d+) 0 R/.exec(file.slice(table))![1]))),
  }
}

const titleIn = (info: string) =>
  Buffer.from(/\/Title <([0-9a-f]+)>/.exec(info)![1]!, 'hex')
    .swap16()
    .toString('utf16le')
    .slice(1)

const lettersIn = (cmap: string) =>
  new Map(
    [...cmap.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph, letter]) => [
      glyph!,
      Buffer.from(letter!, 'hex').swap16().toString('utf16le'),
    ]),
  )

function pageIn(content: string, fonts: Map<string, { letters: Map<string, string> }>): PageRead {
  const text = [...content.matchAll(/BT\n(.*?)\nET/gs)].map(([, inside]) => {
    let font = ''
    return inside!
      .split('\n')
      .map((line) => {
        font = /^\/(F\d+) /.exec(line)?.[1] ?? font
        return [...line.matchAll(/<([0-9a-f]{4})>/g)].map(([, glyph]) => fonts.get(font)!.letters.get(glyph!)).join('')
      })
      .join('')
  })
  const codes = [...content.matchAll(/^q 0 g [^\n]* cm\n(.*?)\nf Q$/gms)].map(([, boxes]) =>
    boxes!.split('\n').map((line) => {
      const [x, y, width, height] = line.split(' ').map(Number)
      return { x: x!, y: y!, width: width!, height: height! }
    }),
  )
  return { text, codes }
}

/** A drawing of squares as a camera would see it: black on white, so many pixels to a square. */
export function seen(boxes: PageRead['codes'][number], { scale = 4, quiet = 4 } = {}) {
  const side = Math.max(...boxes.map(({ x, width }) => x + width))
  const width = (side + 2 * quiet) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const box of boxes)
    for (let row = 0; row < box.height * scale; row++)
      for (let column = 0; column < box.width * scale; column++) {
        // A PDF counts from the foot.
        const y = (quiet + side - box.y - box.height) * scale + row
        const x = (quiet + box.x) * scale + column
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
  return { width, height: width, data }
}
