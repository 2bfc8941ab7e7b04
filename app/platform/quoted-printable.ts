const [tab, newline, space, equals] = [9, 10, 32, 61]
const longest = 76
const digits = Buffer.from('0123456789ABCDEF')

/**
 * Encodes a text for emails: lines of at most 76 ASCII characters, all others by their number. The mail library does the same
 * with streams and patterns, for ten times the work.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'))
  // Each byte becomes three at most, and each line of 76 gets a break of three.
  const written = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 70) * 3 + 8)
  let [to, line] = [0, 0]
  const softly = (wanted: number) => {
    if (line + wanted < longest) return
    to = put(written, to, '=\r\n')
    line = 0
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === newline) {
      to = put(written, to, '\r\n')
      line = 0
      continue
    }
    const next = bytes[at + 1]
    const isLast = next === undefined || next === newline
    const isPlain = byte > space && byte < 127 && byte !== equals
    if (isPlain || ((byte === space || byte === tab) && !isLast)) {
      softly(1)
      written[to++] = byte
      line += 1
    } else {
      softly(3)
      written[to++] = equals
      written[to++] = digits[byte >> 4]!
      written[to++] = digits[byte & 15]!
      line += 3
    }
  }
  return written.toString('latin1', 0, to)
}

const put = (written: Buffer, to: number, text: string): number => to + written.write(text, to, 'latin1')
