import { dayAt } from '#app/kit/time.ts'
import { rowsOnPage } from './approved.ts'
import type { Paste, RowState } from './paste.server.ts'
import { isSure, type LeftOut, type PastedRow, type RowProposal, type Sum } from './row.ts'

/** A row as its page shows it. */
export type ShownRow = Pick<
  PastedRow,
  | 'nr'
  | 'line'
  | 'source'
  | 'proposal'
  | 'name'
  | 'amount'
  | 'paid'
  | 'code'
  | 'method'
  | 'anonymous'
  | 'looks'
  | 'resembles'
  | 'text'
> & {
  phone: string | null
  /** Null where nothing said it: what is chosen for the whole list is meant. */
  day: string | null
  state: RowState
  isTicked: boolean
}

export type ShownRows = {
  id: number
  undone: boolean
  /** The day on which it was pasted. */
  today: string
  rows: ShownRow[]
  page: number
  pages: number
  all: number
  entered: number
  /** Of the whole paste: those that can still be entered. */
  left: number
  /** What the rows of the whole paste come to, and how many are of each kind. */
  sum: number
  kinds: Partial<Record<RowProposal, number>>
  /** Those on this page that can still be entered. */
  open: number
}
export type ShownPaste = ShownRows & { leftOut: LeftOut[]; sums: Sum[] }

const mostLeftOut = 200
const longestText = 300

/** One page of the rows of a paste, and what is no row. */
export function shownPaste({ id, at, undone, reading, states }: Paste, asked: number, allPaid = false): ShownPaste {
  const { rows, leftOut, sums } = reading
  const pages = Math.max(1, Math.ceil(rows.length / rowsOnPage))
  const page = Math.min(Math.max(1, Math.floor(asked)), pages)
  const today = dayAt(at)
  const shown = rows
    .slice((page - 1) * rowsOnPage, page * rowsOnPage)
    .map((row) => shownRow(allPaid ? asPaid(row) : row, states.get(row.nr)!, today, allPaid))
  return {
    id,
    undone,
    today,
    rows: shown,
    page,
    pages,
    all: rows.length,
    entered: rows.filter(({ nr }) => states.get(nr) === 'entered').length,
    left: rows.filter(({ nr }) => isOpen(states.get(nr)!)).length,
    sum: rows.filter(isInShillings).reduce((sum, { amount }) => sum + amount, 0),
    kinds: Object.fromEntries(
      [...Map.groupBy(rows, ({ proposal }) => proposal)].map(([kind, those]) => [kind, those.length]),
    ),
    open: shown.filter(({ state }) => isOpen(state)).length,
    leftOut: leftOut.slice(0, mostLeftOut).map((line) => ({ ...line, text: line.text.slice(0, longestText) })),
    sums,
  }
}

/** What was taken back, and money of another country, adds nothing. */
const isInShillings = ({ proposal, looks }: PastedRow): boolean =>
  proposal !== 'undo' && !looks.includes('other currency')

export const isOpen = (state: RowState): boolean => state === 'proposed' || state === 'left'

/** Whether a row becomes a gift where its person says that all have paid: what is paid in parts says how much. */
export const mayBePaid = ({ proposal, paid, source }: Pick<PastedRow, 'proposal' | 'paid' | 'source'>): boolean =>
  source === 'list' && (proposal === 'ask' || (proposal === 'pledge' && paid === 0))

/** The same row where its person says that all of these have paid. */
export function asPaid<Given extends Pick<PastedRow, 'proposal' | 'paid' | 'source' | 'amount' | 'looks'>>(
  row: Given,
): Given {
  if (!mayBePaid(row)) return row
  const looks = row.looks.filter((look) => look !== 'not marked')
  return { ...row, proposal: 'gift', paid: row.amount, looks }
}

function shownRow(row: PastedRow, state: RowState, today: string, allPaid: boolean): ShownRow {
  const { nr, line, source, proposal, name, amount, paid, code, method, anonymous, looks, resembles, text } = row
  return {
    nr,
    line,
    source,
    proposal,
    name,
    amount,
    paid,
    code,
    method,
    anonymous,
    looks,
    resembles,
    text: text.slice(0, longestText),
    phone: row.phone ?? (row.phoneEnd && /^\d{3}$/.test(row.phoneEnd) && proposal === 'claim' ? row.phoneEnd : null),
    day: row.at && row.at.slice(0, 10) <= today ? row.at.slice(0, 10) : null,
    state,
    isTicked: isSure(row) || (allPaid && proposal === 'gift' && looks.length === 0),
  }
}
