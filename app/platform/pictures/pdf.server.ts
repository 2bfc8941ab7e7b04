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
      streamOf(page),
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

function streamOf(lines: string[]): string {
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
