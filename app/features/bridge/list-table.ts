import { itemNumber } from '#app/kit/pasted.ts'

// A table, with a line between its cells, with commas, or copied out of a spreadsheet: its first row says what each column holds,
// and every row below is read as the sentence that a person would write: 'Oduor pledged 5000 paid 3000'.

type Column = 'name' | 'amount' | 'pledged' | 'paid' | 'rest' | 'phone' | 'code' | 'other' | 'none'
const titles: readonly [RegExp, Column][] = [
  [/^(?:full |member'?s? )?(?:names?|jina|majina|members?|contributors?|givers?|donors?|mchangiaji)\b/i, 'name'],
  [/^(?:phone|tel|mobile|simu|contact|cell)|^(?:nambari ya simu)\b/i, 'phone'],
  [/^(?:m-?pesa )?(?:code|ref(?:erence)?|receipt|trans(?:action)?|txn)\b/i, 'code'],
  [/^(?:status|remarks?|comments?|notes?|mode|method|via|date|day|tarehe|m-?pesa|paid via)\b/i, 'other'],
  [/^(?:pledge[ds]?|amount pledged|promised?|ahadi|expected)\b/i, 'pledged'],
  [/^(?:paid|amount paid|given|received|sent|deposit|amelipa|ametoa|alicholipa|iliyolipwa|malipo)\b/i, 'paid'],
  [/^(?:bal(?:ance)?|rest|deni|salio|remaining|arrears|due|baki)\b/i, 'rest'],
  [/^(?:amount|amt|kiasi|sum|contribution|mchango|kshs?|kes|total|cash)\b/i, 'amount'],
  [/^(?:no|nr|s\/?no?|num(?:ber)?|nambari|#)?\.?$/i, 'none'],
]
const money: readonly Column[] = ['amount', 'pledged', 'paid', 'rest']

export type Table = { columns: readonly Column[]; between: '|' | ',' | '/' }

function cellsOf(text: string, between: Table['between']): string[] {
  const cells =
    between === '|'
      ? text.replace(/^ ?\|(.*)\| ?$/, '$1').split('|')
      : between === '/'
        ? text
            .replace(itemNumber, '')
            .replace(/ ?[-:] (?=\d)/, ' / ')
            .split(' / ')
        : [...text.matchAll(/ ?(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  return cells.map((cell) => cell.replace(/[*_]/g, '').trim())
}

/** The columns that this line names; null where it is no first row of a table. */
export function tableIn(text: string): Table | null {
  if (/\d/.test(text) || text.length > 200) return null
  const between = text.includes('|') ? '|' : text.includes(' / ') ? '/' : ','
  if (!text.includes(between)) return null
  const columns = cellsOf(text, between).map((cell) => titles.find(([one]) => one.test(cell))?.[1] ?? 'none')
  return columns.includes('name') && columns.some((one) => money.includes(one)) ? { columns, between } : null
}

const nothing = /^(?:0+(?:\.0+)?|-*|nil|none|n\/?a)$/i
const isNo = /^(?:no|not yet|hapana|\u274c)$/i
const isYes = /^(?:yes|y|ndio|ndiyo)$/i

/** A row of the table as a sentence, with the code of its payment; null where it is no row of it. */
export function sentenceOf({ columns, between }: Table, text: string): { text: string; code: string | null } | null {
  if (!text.includes(between) || text.length > 400) return null
  const cells = cellsOf(text, between)
  const of = (column: Column) =>
    cells
      .filter((cell, at) => columns[at] === column && !nothing.test(cell))
      .join(' ')
      .trim()
  const total = cells.some((cell) => /^(?:grand |sub[ -]?)?(?:total|jumla)s?:?$/i.test(cell)) ? 'Total' : ''
  const said = (word: string, column: Column) => {
    const cell = of(column)
    if (isNo.test(cell)) return 'not paid'
    return /\d/.test(cell) ? `${word} ${cell}` : isYes.test(cell) ? word : cell
  }
  // What is left of a promise follows from what was paid.
  const isParted = of('pledged') !== '' && columns.includes('paid')
  const phone = of('phone').replace(/^(?=[17]\d{2} ?\d{3} ?\d{3}$)/, '0')
  const other = columns.flatMap((one, at) => (one === 'other' && !/\d/.test(cells[at] ?? '') ? (cells[at] ?? '') : []))
  const parts = [
    total || of('name'),
    of('amount'),
    said('pledged', 'pledged'),
    said('paid', 'paid'),
    isParted ? '' : said('bal', 'rest'),
    phone,
    total ? '' : other.join(' '),
  ]
  const code = /^(?=.*\d)[A-Z0-9]{6,20}$/i.test(of('code')) ? of('code').toUpperCase() : null
  return { text: parts.filter((one) => one !== '').join(' '), code }
}
