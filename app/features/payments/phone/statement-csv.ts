// The statement that the organisation portal of M-Pesa gives as a CSV file, read with care: what is cut is no statement.

export type LineKind = 'in' | 'charge' | 'to_bank' | 'moved' | 'void' | 'other'

export type StatementLine = {
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

/** Why a file is none: the number of the line, where it is known. */
export type Unread = { is: 'no statement' | 'empty' | 'too long' | 'cut' | 'whose'; line?: number }
export type Statement = { is: 'statement'; shortcodes: string[]; lines: StatementLine[] }

export const mostLines = 20_000

/** Reads the whole file, or says why it can't: half a statement would leave gaps that nobody sees. */
export function statementIn(text: string): Statement | Unread {
  const plain = text.replace(/^\uFEFF/, '')
  const head = /^.*receipt no.*completion time.*$/im.exec(plain)?.[0]
  if (!head) return { is: 'no statement' }
  const rows = rowsIn(plain, delimiterOf(head))
  if (!rows) return { is: 'cut' }
  const at = rows.findIndex(({ cells }) => cells.some((cell) => plainName(cell) === 'receiptno'))
  const columns = columnsOf(rows[at]?.cells ?? [])
  if (!columns) return { is: 'no statement' }
  const shortcodes = shortcodesIn(rows.slice(0, at).map(({ cells }) => cells))
  if (shortcodes.length === 0) return { is: 'whose' }
  const below = rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (below.length === 0) return { is: 'empty' }
  if (below.length > mostLines) return { is: 'too long' }
  const lines: StatementLine[] = []
  for (const { cells, line } of below) {
    const read = cells.length < rows[at]!.cells.length ? undefined : lineOf((name) => cells[columns[name]] ?? '')
    if (!read) return { is: 'cut', line }
    lines.push(read)
  }
  return { is: 'statement', shortcodes, lines }
}

const delimiterOf = (head: string) =>
  [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best))

type Row = { cells: string[]; line: number }

/** Undefined where a quote is never closed. */
function rowsIn(text: string, delimiter: string): Row[] | undefined {
  const rows: Row[] = []
  const piece = new RegExp(
    `("(?:[^"]|"")*"|[^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*|)(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  let cells: string[] = []
  let [line, starts] = [1, 1]
  while (piece.lastIndex < text.length || cells.length > 0) {
    const found = piece.exec(text)
    if (!found) return undefined
    const [whole, cell = '', end] = found
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    line += whole.split(/\r\n|\n|\r/).length - 1
    if (end === delimiter) continue
    rows.push({ cells, line: starts })
    cells = []
    starts = line
    if (end === '') break
  }
  return rows
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

function columnsOf(head: string[]): Record<Name, number> | undefined {
  const found = head.map(plainName)
  const columns = Object.entries(names).map(([name, spelt]) => [name, found.indexOf(spelt)] as const)
  return columns.some(([, at]) => at < 0) ? undefined : (Object.fromEntries(columns) as Record<Name, number>)
}

/** The lines above the table name the organisation: `Short Code:,174379`, and a till beside its store. */
const shortcodesIn = (rows: string[][]): string[] =>
  rows.flatMap((cells) => {
    const at = cells.findIndex((cell) => /short ?code|till number|store number/i.test(cell))
    return at < 0
      ? []
      : (cells
          .slice(at)
          .join(' ')
          .match(/\b\d{5,7}\b/g) ?? [])
  })

function lineOf(cell: (name: Name) => string): StatementLine | undefined {
  const receipt = cell('receipt').trim()
  const at = momentOf(cell('at'))
  const [paidIn, withdrawn] = [centsOf(cell('paidIn')), centsOf(cell('withdrawn'))]
  const status = cell('status').trim()
  if (!/^[A-Z0-9]{8,12}$/.test(receipt) || !at || paidIn === undefined || withdrawn === undefined || !status)
    return undefined
  // Of money that came in the details are the payer's words, and say nothing of what the line is.
  const reason = (cell('reason').trim() || (paidIn > 0 ? '' : cell('details').trim())).slice(0, 200)
  const linked = cell('linked').trim()
  return {
    receipt,
    kind: /^completed$/i.test(status) ? kindOf(reason, paidIn, withdrawn) : 'void',
    paidIn,
    withdrawn,
    at,
    account: cell('account').trim().slice(0, 100),
    ...partyOf(cell('party')),
    linked: /^[A-Z0-9]{8,12}$/.test(linked) ? linked : null,
    reason,
  }
}

/** What a reason names. What is none of these is for a person. */
function kindOf(reason: string, paidIn: number, withdrawn: number): LineKind {
  if (paidIn > 0 === withdrawn > 0) return 'other'
  if (/\b(charges?|fees?|tariff|commission)\b/i.test(reason)) return 'charge'
  if (/revers/i.test(reason)) return 'other'
  if (/(utility|working|merchant).*\b(to|from)\b.*(utility|working|merchant)/i.test(reason)) return 'moved'
  if (paidIn > 0) return /pay ?bill|buy goods|(merchant|customer|utility) payment/i.test(reason) ? 'in' : 'other'
  return /settlement|\bbank\b|organi[sz]ation withdrawal/i.test(reason) ? 'to_bank' : 'other'
}

/** `254708374149 - AMINA YUSUF`; the number may be masked. */
function partyOf(text: string): { tail: string | null; name: string | null } {
  const [, number, name] = /^\s*([\d*+ ]{6,25}?)\s*-\s*(.*)$/s.exec(text) ?? []
  return { tail: /(\d{3})\s*$/.exec(number ?? '')?.[1] ?? null, name: name?.trim().slice(0, 100) || null }
}

/** The day first or the year first, in the time of Nairobi. */
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

/** Nothing is nought; what was withdrawn may have a sign. Never by way of a fraction. */
function centsOf(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '')
  if (plain === '') return 0
  const found = /^[-+]?(\d{1,11})(?:\.(\d{1,2}))?$/.exec(plain)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}
