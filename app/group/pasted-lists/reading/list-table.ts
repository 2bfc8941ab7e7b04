import type { RowLook } from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber } from '#app/kit/pasted.ts'
import { namesForeign } from './amounts.ts'

// A table, with lines or commas between its cells, or copied out of a spreadsheet: its first row names the columns, and every row
// below is read as the sentence that a person would write: 'Oduor pledged 5000 paid 3000'.

type Column = 'name' | 'amount' | 'pledged' | 'paid' | 'rest' | 'phone' | 'code' | 'other' | 'none' | 'unknown'
const swahiliPaid =
  '(?:a|wa|tu|ni|m|i|zi|li|ki)(?:li|me)(?:cho|yo|zo|po|lo)?(?:lipa|lipwa|toa|tolewa|tuma|tumwa|changa|changwa|leta|letwa|pokea|pokelewa|weka|timiza)'
const how = '(?:amount|total|sum|cash|kiasi|actual|actually|already|so far)'
const titles: readonly [RegExp, Column][] = [
  [/\bby\b|^(?:collector|received from|agent|witness)\b/i, 'none'],
  [/^(?:full |member'?s? )?(?:names?|jina|majina|members?|contributors?|givers?|donors?|mchangiaji)\b/i, 'name'],
  [/^(?:phone|tel|mobile|simu|contact|cell)|^(?:nambari ya simu)\b/i, 'phone'],
  [/^(?:m-?pesa )?(?:code|ref(?:erence)?|receipt|trans(?:action)?|txn)\b/i, 'code'],
  [
    /^(?:status|remarks?|comments?|notes?|mode|method|via|njia|m-?pesa|paid via)\b|\b(?:date|day|tarehe|siku)\b/i,
    'other',
  ],
  [
    new RegExp(
      String.raw`^(?:${how} )*(?:pledge[ds]?|promised?|ahadi|(?:a|wa)(?:me|li)(?:cho|yo)?ahidi|expected|commit(?:ment|ted)|target)\b`,
      'i',
    ),
    'pledged',
  ],
  [
    new RegExp(
      String.raw`^(?:${how} )*(?:bal(?:ance)?|rest|deni|salio|remaining|arrears|due|baki|shortfall|outstanding|owing|unpaid|pending|deficit|upungufu|(?:a|i|ki)(?:li|me)(?:cho|yo)?baki\w*)\b`,
      'i',
    ),
    'rest',
  ],
  [
    new RegExp(
      String.raw`^(?:${how} )*(?:paid(?: up)?|given|gave|received|sent|deposit(?:ed)?|remit(?:ted|tance)|actual|settled|cleared|redeemed|fulfilled|honou?red|collected|contributed|cash in|${swahiliPaid}|malipo)\b`,
      'i',
    ),
    'paid',
  ],
  [/^(?:amount|amt|kiasi|sum|contribution|mchango|kshs?|kes|total|cash)\b/i, 'amount'],
  [/^(?:no|nr|s\/?no?|num(?:ber)?|nambari|serial|#)\.?$/i, 'none'],
  [
    /^(?:house|hse|unit|plot|door|room|flat|estate|village|location|place|area|ward|zone|residence|town|county|church|parish|group|team|class|e-?mail|id|relation(?:ship)?|gender|age|occupation|title|section|department|branch|sign(?:ature)?|sahihi|time|side|clan)\b/i,
    'none',
  ],
]
const money: readonly Column[] = ['amount', 'pledged', 'paid', 'rest']

export type PastedTable = { columns: readonly Column[]; between: '|' | ',' | '/'; isForeign: boolean }

function cellsOf(text: string, between: PastedTable['between']): string[] {
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

/** Returns the kind of a column. Without a title, the first column counts the rows. */
const columnOf = (title: string, at: number): Column =>
  title === '' && at === 0 ? 'none' : (titles.find(([one]) => one.test(title))?.[1] ?? 'unknown')

/** Returns the columns that this line names; null if it is no first row of a table. */
export function tableInList(text: string): PastedTable | null {
  if (/\d/.test(text) || text.length > 200) return null
  const between = text.includes('|') ? '|' : text.includes(' / ') ? '/' : ','
  if (!text.includes(between)) return null
  const columns = cellsOf(text, between).map(columnOf)
  const isTable = columns.includes('name') && columns.some((one) => money.includes(one))
  return isTable ? { columns, between, isForeign: namesForeign(text) } : null
}

const nothing = /^(?:0+(?:\.0+)?|-*|nil|none|n\/?a)$/i
const isNo = /^(?:no|not yet|hapana|\u274c)$/i
const isYes = /^(?:yes|y|ndio|ndiyo)$/i

/** Checks for cells that are not read: of an unknown or missing column, or money where words belong; or two sums of one kind. */
function unreadIn(columns: readonly Column[], cells: readonly string[]): boolean {
  const filled = cells.flatMap((cell, at) => (nothing.test(cell) ? [] : [{ cell, column: columns[at] }]))
  const isUnread = filled.some(
    ({ cell, column = 'unknown' }) => column === 'unknown' || (column === 'other' && sumAlone.test(cell)),
  )
  return isUnread || money.some((one) => filled.filter(({ column }) => column === one).length > 1)
}
const sumAlone = /^(?:kshs?|kes)?[. ]?\d[\d, ]*(?:\.\d\d)?(?: ?\/[=-])?$/i

/** A row as a sentence. `looks` are about cells that were not read, and foreign money in the titles. */
type Sentence = { text: string; code: string | null; looks: RowLook[] }

/** Writes a row of the table as a sentence, with the code of its payment; null if it is no row. */
export function sentenceOf({ columns, between, isForeign }: PastedTable, text: string): Sentence | null {
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
  // The rest of a promise follows from the paid amount.
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
  const looks: RowLook[] = [
    ...(unreadIn(columns, cells) ? (['a column'] as const) : []),
    ...(isForeign ? (['other currency'] as const) : []),
  ]
  return { text: parts.filter((one) => one !== '').join(' '), code, looks }
}
