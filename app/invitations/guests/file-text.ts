// A file of guests as text, however the program that wrote it keeps letters.

/** The text, or undefined for what is no text: a workbook, a picture, a PDF. */
export function textOfFile(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // Tabs and ends of lines are the only controls that a list has. A NUL or two is a slip, many are another kind of file.
  const odd = text.match(/(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0
  const isOther = beginnings.some((one) => text.startsWith(one))
  return isOther || odd > 2 + text.length / 200 ? undefined : text
}

/** A workbook, a PDF, pictures, an old document, as they look when they are read as text. */
const beginnings = ['PK\u0003\u0004', '%PDF', '\u2030PNG', 'GIF8', '\u00ff\u00d8', '\u00d0\u00cf']

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const nuls = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length
  if (start.length >= 8 && nuls(1) > start.length / 3 && nuls(0) === 0) return 'utf-16le'
  if (start.length >= 8 && nuls(0) > start.length / 3 && nuls(1) === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
