import { dayAt } from '#app/kit/time.ts'
import { rowsOnPage } from './approved.ts'
import type { Paste, RowState } from './paste.server.ts'
import { isSure, type LeftOut, type Row, type Sum } from './row.ts'

/** A row as its page shows it. */
export type ShownRow = Pick<
  Row,
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
  day: string
  state: RowState
  isTicked: boolean
}

export type ShownRows = {
  id: number
  undone: boolean
  rows: ShownRow[]
  page: number
  pages: number
  all: number
  entered: number
  /** Those on this page that can still be entered. */
  open: number
}
export type ShownPaste = ShownRows & { leftOut: LeftOut[]; sums: Sum[] }

const mostLeftOut = 200
const longestText = 300

/** One page of the rows of a paste, and what is no row. */
export function shownPaste({ id, at, undone, reading, states }: Paste, asked: number): ShownPaste {
  const { rows, leftOut, sums } = reading
  const pages = Math.max(1, Math.ceil(rows.length / rowsOnPage))
  const page = Math.min(Math.max(1, Math.floor(asked)), pages)
  const today = dayAt(at)
  const shown = rows
    .slice((page - 1) * rowsOnPage, page * rowsOnPage)
    .map((row) => shownRow(row, states.get(row.nr)!, today))
  return {
    id,
    undone,
    rows: shown,
    page,
    pages,
    all: rows.length,
    entered: rows.filter(({ nr }) => states.get(nr) === 'entered').length,
    open: shown.filter(({ state }) => isOpen(state)).length,
    leftOut: leftOut.slice(0, mostLeftOut).map((line) => ({ ...line, text: line.text.slice(0, longestText) })),
    sums,
  }
}

export const isOpen = (state: RowState): boolean => state === 'proposed' || state === 'left'

function shownRow(row: Row, state: RowState, today: string): ShownRow {
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
    day: row.at && row.at.slice(0, 10) <= today ? row.at.slice(0, 10) : today,
    state,
    isTicked: isSure(row),
  }
}
