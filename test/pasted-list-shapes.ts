import { readFileSync } from 'node:fs'
import type { ApprovedRow } from '#app/group/pasted-lists/approved.ts'
import type { PastedRow } from '#app/group/pasted-lists/pasted-list.ts'
import { phoneOf } from '#app/group/pasted-lists/reading/parties.ts'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'

// Shapes of pastes beside what a person reads in them, and how they were read.

/** `claim`: it is money that is looked for. */
type Wanted = { name: string; kes: number; code?: string; phone?: string; paid: boolean | null; claim?: boolean }
/** `look`: can be read in two ways, so the last row needs a look even where it is right. `anonymous`: so is the last row. */
export type Shape = { about: string; text: string; want: Wanted[]; note?: string; part?: string } & {
  look?: boolean
  anonymous?: boolean
}

export const shapesOf = (file: string): Shape[] =>
  JSON.parse(readFileSync(`test/samples/pasted-lists-${file}.json`, 'utf8'))
const collectors = ['Grace Muthoni', '0721556677']

/** What a payer's own message tells was paid, and is looked for. A row that takes back enters nothing. */
const isEntry = ({ proposal }: PastedRow) => proposal !== 'undo'

const isThere = (row: PastedRow): boolean | null =>
  row.proposal === 'gift' || row.proposal === 'claim' ? true : row.proposal === 'pledge' ? false : null

/** A name that differs in its signs alone is the same name. */
const letters = (name: string | null) =>
  (name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function isAs(row: PastedRow, { name, kes, code, phone, paid, claim }: Wanted): boolean {
  return (
    letters(row.name) === letters(name) &&
    row.amount === Math.round(kes * 100) &&
    (paid === null || isThere(row) === paid) &&
    (!claim || row.proposal === 'claim') &&
    (code === undefined || row.code === code) &&
    (phone === undefined || row.phone === phoneOf(phone))
  )
}

/** '5000 paid 2000' is one promise that is paid in parts, or what is paid and the rest: both are as a person would enter it. */
const inParts = (row: PastedRow): PastedRow[] =>
  row.proposal === 'pledge' && row.paid > 0
    ? [
        { ...row, proposal: 'gift', amount: row.paid },
        { ...row, amount: row.amount - row.paid },
      ]
    : [row]

/** Whether a line speaks of this gift. */
const speaksOf = (text: string, { name, kes }: Wanted): boolean =>
  letters(name)
    .split(' ')
    .some((word) => word.length > 2 && letters(text).includes(word)) ||
  text.replace(/[ ,]/g, '').includes(String(kes)) ||
  new RegExp(`\\b${kes / 1000} ?k\\b`, 'i').test(text)

/**
 * `marked` where each wrong row has a look, and each gift that is missing is in the line of such a row or in a line that is shown as
 * not understood: the person is told where to look.
 */
export function verdictOf({ text, want, look, anonymous }: Shape, today: string): 'right' | 'marked' | 'unmarked' {
  const { rows, leftOut } = readPaste(text, { today, collectors })
  const read = rows.filter(isEntry).flatMap(inParts)
  const last = rows.at(-1)
  if (last && ((look && last.looks.length === 0) || (anonymous && !last.anonymous))) return 'unmarked'
  if (read.length === want.length && want.every((one, at) => isAs(read[at]!, one))) return 'right'
  const wrong = read.filter((row) => !want.some((one) => isAs(row, one)))
  if (wrong.some(({ looks }) => looks.length === 0)) return 'unmarked'
  const shown = [
    ...rows.filter(({ looks }) => looks.length > 0),
    ...leftOut.filter((one) => one.reason === 'unreadable'),
  ]
  const missing = want.filter((one) => !read.some((row) => isAs(row, one)))
  return missing.every((one) => shown.some((line) => speaksOf(line.text, one))) ? 'marked' : 'unmarked'
}

/** How many rows are as a person reads them, and how many of those have a look all the same. */
export function rightRows(file: string, today: string): { right: number; withLook: number } {
  const rows = shapesOf(file).flatMap(({ text, want }) =>
    readPaste(text, { today, collectors }).rows.filter((row) => want.some((one) => isAs(row, one))),
  )
  return { right: rows.length, withLook: rows.filter(({ looks }) => looks.length > 0).length }
}

/** What a person enters who approves these rows as they were read: what nobody marked is a gift. */
export const approvedOf = (rows: Pick<PastedRow, 'nr' | 'proposal' | 'amount' | 'paid' | 'name'>[]): ApprovedRow[] =>
  rows.map(({ nr, proposal, amount, paid, name }) => ({
    ...{ nr, amount, name, kind: proposal === 'ask' ? 'gift' : proposal, paid: proposal === 'pledge' ? paid : 0 },
    ...{ phone: null, tail: '126', givenOn: '2026-01-02', method: 'mpesa', anonymous: false },
  }))
