import { dayAt } from '#app/kit/time.ts'
import { rowsOnPage } from './approved.ts'
import type { Paste, RowState } from './paste.server.ts'
import { isSure, type LeftOut, type PastedRow, type RowProposal, type Sum } from './pasted-list.ts'

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
  /** Null if the text has none: the choice for the whole list applies. */
  day: string | null
  state: RowState
  isTicked: boolean
}

export type ShownRows = {
  id: number
  undone: boolean
  /** The day of the paste. */
  today: string
  rows: ShownRow[]
  page: number
  pages: number
  all: number
  entered: number
  /** The rows of the whole paste that can still be entered. */
  left: number
  /** The sum of the whole paste's rows, and the number of each kind. */
  sum: number
  kinds: Partial<Record<RowProposal, number>>
  /** The rows on this page that can still be entered. */
  open: number
}
export type ShownPaste = ShownRows & { leftOut: LeftOut[]; sums: Sum[] }

const mostLeftOut = 200
const longestText = 300

/** Returns a page of the rows of a paste, and the lines that are no rows. */
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

/** Checks for rows that add to the sum: reversals and money of another country don't. */
const isInShillings = ({ proposal, looks }: PastedRow): boolean =>
  proposal !== 'undo' && !looks.includes('other currency')

export const isOpen = (state: RowState): boolean => state === 'proposed' || state === 'left'

/** Checks whether a row becomes a gift when the person says that all have paid: a promise paid in parts keeps its parts. */
export const mayBePaid = ({ proposal, paid, source }: Pick<PastedRow, 'proposal' | 'paid' | 'source'>): boolean =>
  source === 'list' && (proposal === 'ask' || (proposal === 'pledge' && paid === 0))

/** Returns the row as paid, when the person says that all of these have paid. */
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
