// Tables as files for a spreadsheet.

import { plainSpaces } from './money.ts'

export type Cell = string | number | null

/** Matches cells that spreadsheets would run as a formula, no matter who typed them. */
const formula = /^[=+\-@\t\r＝＋－＠]/

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = plainSpaces(cell)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: Cell[]): string => `${cells.map(written).join(',')}\r\n`

/** Writes a table as a download while it is read: a hundred thousand rows need no more memory than a page of them. */
export function csvAnswer(name: string, head: string[], pages: AsyncIterable<Cell[][]>): Response {
  const lines = (async function* () {
    // The mark tells spreadsheets that this is UTF-8.
    yield `\uFEFF${csvLine(head)}`
    for await (const rows of pages) yield rows.map(csvLine).join('')
  })()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      const { done, value } = await lines.next()
      if (done) to.close()
      else to.enqueue(encoder.encode(value))
    },
    // A cancelled download ends the reading, too.
    cancel: async () => void (await lines.return()),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
