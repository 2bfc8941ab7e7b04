// Tables in text, such as a spreadsheet's file or one from M-Pesa's portal: read row by row.

export type CsvRow = { cells: string[]; line: number }

/** Returns the delimiter of the cells: the one of the three that is most often in the line. */
export const delimiterOf = (head: string): string =>
  [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best))

/** Reads row by row, so that a file with too many is given up early; `cut` where a quote is never closed. */
export function* rowsIn(text: string, delimiter: string): Generator<CsvRow | 'cut'> {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  const after = new RegExp(`${delimiter}|\\r\\n|\\n|\\r|$`, 'y')
  let cells: string[] = []
  let [at, line, starts] = [text.startsWith('\uFEFF') ? 1 : 0, 1, 1]
  while (at < text.length || cells.length > 0) {
    const from = at
    if (text[at] === '"') at = closedAt(text, at)
    else {
      plain.lastIndex = at
      at += plain.exec(text)![0].length
    }
    after.lastIndex = at
    const end = at < 0 ? undefined : after.exec(text)?.[0]
    if (end === undefined) return yield 'cut'
    const cell = text.slice(from, at)
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    at += end.length
    line += text.slice(from, at).split(/\r\n|\n|\r/).length - 1
    if (end === delimiter) continue
    yield { cells, line: starts }
    cells = []
    starts = line
    if (end === '') break
  }
}

/** Returns the index after the closing quote, since a quote within is written twice; -1 if there is none. */
function closedAt(text: string, opened: number): number {
  for (let at = text.indexOf('"', opened + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1
  return -1
}
