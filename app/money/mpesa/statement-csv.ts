import { delimiterOf, rowsIn } from '#app/kit/csv-rows.ts'

// The parser of statements that the organisation portal of M-Pesa gives as a CSV file. A file that is cut is refused.

type LineKind = 'in' | 'charge' | 'to_bank' | 'moved' | 'void' | 'back' | 'other'

export type CsvLine = {
  receipt: string
  kind: LineKind
  /** In cents. */
  paidIn: number
  withdrawn: number
  at: Date
  account: string
  tail: string | null
  name: string | null
  linked: string | null
  reason: string
}

/** The reason why a file is no statement: with the number of the line, if it is known. */
export type UnreadStatement = { is: 'no statement' | 'empty' | 'too long' | 'cut' | 'whose'; line?: number }
export type Statement = { is: 'statement'; shortcodes: string[]; lines: CsvLine[] }

export const mostStatementLines = 20_000

/** Reads the whole file, or says why it can't: half a statement would leave gaps that nobody sees. */
export function statementIn(text: string): Statement | UnreadStatement {
  // The database keeps no NUL; a file saved in two bytes a letter has them.
  const head = text.includes('\0') ? undefined : headIn(text)
  if (!head) return { is: 'no statement' }
  const shortcodes: string[] = []
  const lines: CsvLine[] = []
  let columns: Columns | undefined
  for (const row of rowsIn(text, delimiterOf(head))) {
    if (row === 'cut') return { is: 'cut' }
    const { cells, line } = row
    if (!columns) {
      shortcodes.push(...shortcodesIn(cells))
      if (!cells.some((cell) => plainName(cell) === 'receiptno')) continue
      columns = columnsOf(cells)
      if (!columns) return { is: 'no statement' }
      if (shortcodes.length === 0) return { is: 'whose' }
    } else if (cells.some((cell) => cell.trim() !== '')) {
      if (lines.length === mostStatementLines) return { is: 'too long' }
      const read = lineIn(cells, columns)
      if (!read) return { is: 'cut', line }
      lines.push(read)
    }
  }
  return lines.length > 0 ? { is: 'statement', shortcodes, lines } : { is: columns ? 'empty' : 'no statement' }
}

/** Finds the line that names the columns, in one pass through the file. */
function headIn(text: string): string | undefined {
  let from = 0
  for (const { index } of text.matchAll(/[\r\n]|$/g)) {
    const line = text.slice(from, index)
    from = index + 1
    const plain = line.toLowerCase()
    const at = plain.indexOf('receipt no')
    if (at >= 0 && plain.includes('completion time', at)) return line
  }
  return undefined
}

const plainName = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, '')

const names = {
  receipt: 'receiptno',
  at: 'completiontime',
  details: 'details',
  status: 'transactionstatus',
  paidIn: 'paidin',
  withdrawn: 'withdrawn',
  reason: 'reasontype',
  party: 'otherpartyinfo',
  linked: 'linkedtransactionid',
  account: 'acno',
} as const
type Name = keyof typeof names

type Columns = Record<Name, number> & { all: number }

function columnsOf(head: string[]): Columns | undefined {
  const found = head.map(plainName)
  const columns = Object.entries(names).map(([name, spelt]) => [name, found.indexOf(spelt)] as const)
  if (columns.some(([, at]) => at < 0)) return undefined
  return { ...(Object.fromEntries(columns) as Record<Name, number>), all: head.length }
}

/** Reads the shortcodes above the table: `Short Code:,174379`, and a till beside its store. */
function shortcodesIn(cells: string[]): string[] {
  const at = cells.findIndex((cell) => /short ?code|till number|store number/i.test(cell))
  if (at < 0) return []
  const found = cells
    .slice(at, at + 10)
    .join(' ')
    .match(/\b\d{5,7}\b/g)
  return found ?? []
}

const lineIn = (cells: string[], columns: Columns) =>
  cells.length < columns.all ? undefined : lineOf((name) => cells[columns[name]] ?? '')

function lineOf(cell: (name: Name) => string): CsvLine | undefined {
  const receipt = cell('receipt').trim()
  const at = momentOf(cell('at'))
  const [paidIn, withdrawn] = [centsOf(cell('paidIn')), centsOf(cell('withdrawn'))]
  const status = cell('status').trim()
  if (!/^[A-Z0-9]{8,12}$/.test(receipt) || !at || paidIn === undefined || withdrawn === undefined || !status)
    return undefined
  // For money that came in the details are the payer's words, and say nothing of what the line is.
  const reason = (cell('reason').trim() || (paidIn > 0 ? '' : cell('details').trim())).slice(0, 200)
  const linked = /^\s*([A-Z0-9]{8,12})\s*$/.exec(cell('linked'))?.[1] ?? null
  return {
    receipt,
    kind: /^completed$/i.test(status) ? kindOf({ reason, paidIn, withdrawn, linked }) : 'void',
    paidIn,
    withdrawn,
    at,
    account: cell('account').trim().slice(0, 100),
    ...partyOf(cell('party')),
    linked,
    reason,
  }
}

/** The columns that tell the kind of a line. A line of no known kind is for a person. */
type Moved = Pick<CsvLine, 'reason' | 'paidIn' | 'withdrawn' | 'linked'>
function kindOf({ reason, paidIn, withdrawn, linked }: Moved): LineKind {
  if (paidIn > 0 === withdrawn > 0) return 'other'
  if (/\b(charges?|fees?|tariff|commission)\b/i.test(reason)) return 'charge'
  if (/revers/i.test(reason)) return withdrawn > 0 && linked ? 'back' : 'other'
  if (/(utility|working|merchant).*\b(to|from)\b.*(utility|working|merchant)/i.test(reason)) return 'moved'
  if (paidIn > 0) return /pay ?bill|buy goods|(merchant|customer|utility) payment/i.test(reason) ? 'in' : 'other'
  return /settlement|\bbank\b|organi[sz]ation withdrawal/i.test(reason) ? 'to_bank' : 'other'
}

/** Reads `254708374149 - AMINA YUSUF`; the number may be masked. */
function partyOf(text: string): { tail: string | null; name: string | null } {
  const at = text.indexOf('-')
  const number = text.slice(0, Math.max(0, at)).trim()
  if (!/^[\d*+ ]{6,25}$/.test(number)) return { tail: null, name: null }
  const name = text
    .slice(at + 1)
    .trim()
    .slice(0, 100)
  return { tail: /\d{3}$/.exec(number)?.[0] ?? null, name: name || null }
}

/** Reads a time, the day first or the year first, in the time of Nairobi. */
function momentOf(text: string): Date | undefined {
  const time = String.raw`[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*$`
  const dayFirst = new RegExp(String.raw`^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}`).exec(text)
  const yearFirst = new RegExp(String.raw`^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}`).exec(text)
  const found = yearFirst ?? dayFirst
  if (!found) return undefined
  const [y, m, d] = yearFirst ? yearFirst.slice(1, 4) : dayFirst!.slice(1, 4).reverse()
  const two = (part = '00') => part.padStart(2, '0')
  const moment = new Date(`${y}-${two(m)}-${two(d)}T${two(found[4])}:${two(found[5])}:${two(found[6])}+03:00`)
  // The 31st of February is no day.
  const isDay = new Date(moment.getTime() + 3 * 3_600_000).getUTCDate() === Number(d)
  return Number.isNaN(moment.getTime()) || !isDay ? undefined : moment
}

/**
 * Reads cents, never by way of a fraction. Empty text is 0; a withdrawn sum may have a sign. A comma separates thousands: if
 * one begins the cents, the file was saved by a program of another country, and would be read a hundred times too large.
 */
function centsOf(text: string): number | undefined {
  const plain = text.replace(/\s/g, '')
  if (plain === '') return 0
  const found = /^[-+]?(\d{1,11}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(plain)
  return found ? Number(found[1]!.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}
