import { itemNumber, withoutCrossedOut } from '#app/kit/pasted.ts'
import { blankOut } from './clean-text.ts'
import { amountsIn, moneyAmountsIn, withoutOtherNumbers } from './list-amounts.ts'
import { doubtsIn } from './list-doubts.ts'
import { type ListLine, rowOf, type SaidInList } from './list-row.ts'
import { forEach } from './list-shares.ts'
import type { PastedTable } from './list-table.ts'
import {
  asksForMoney,
  failedPayment,
  type Heading,
  hasTick,
  headingOf,
  howToPay,
  isCost,
  notMoney,
  saysReceived,
  sumKind,
} from './list-words.ts'
import { footer, type Piece } from './pieces.ts'
import { leftOut } from './proposed.ts'
import type { LeftOut, PastedRow, Sum } from './row.ts'

// A line of a list: its number, a name, an amount or two, and a sign whether it is paid.

/** The longest line of a list. A longer one is a person who talks about money. */
const longestLine = 120

/** The context of a line from the lines above it. */
export type Above = SaidInList & {
  table: PastedTable | null
  /** The amount for each name in the heading: 'November contribution - 1,000 each'. */
  each: number | null
}
export const nothingAbove: Above = { mark: null, isSure: true, table: null, each: null }

/** Returns the heading's amount for each name below, if the first of them has none of its own. */
export function eachAbove(piece: Piece, next: Piece | undefined): number | null {
  if (piece.kind !== 'line' || next?.kind !== 'line' || piece.text.length > longestLine) return null
  const number = itemNumber.exec(next.text)?.[0]
  if (!number || next.text.length > longestLine || itemNumber.test(piece.text) || !forEach(piece.text)) return null
  const amounts = moneyAmountsIn(piece.text)
  return amounts.length === 1 && moneyAmountsIn(next.text.slice(number.length)).length === 0 ? amounts[0]!.cents : null
}

/** Reads a line as a row, a sum, a reason for none, or a heading. */
export function readListLine(piece: Piece, above: Above): PastedRow | LeftOut | Sum | Heading {
  if (piece.text.length > 4 * longestLine) return leftOut(piece, /\d/.test(piece.text) ? 'unreadable' : 'no money')
  const line = lineOf(piece, above.each)
  if (!line) return leftOut(piece, 'crossed out')
  const { isNumbered, said, amounts } = line
  if (!isNumbered) {
    const below = headingOf(said)
    if (below !== undefined && amounts.length === 0) return below
    const kind = sumKind(said)
    const sum = amounts.at(-1)
    if (kind) return sum ? { line: piece.line, kind, amount: sum.cents, addsUp: null } : leftOut(piece, 'no money')
    if (howToPay.test(said)) return leftOut(piece, saysReceived.test(said) ? 'unreadable' : 'how to pay')
    if (isCost.test(said)) return leftOut(piece, amounts.length > 1 ? 'unreadable' : 'cost')
    if (asksForMoney.test(said)) return leftOut(piece, 'no money')
    if (footer.test(said)) return leftOut(piece, saysReceived.test(said) ? 'unreadable' : 'no money')
  }
  if (failedPayment.test(said)) return leftOut(piece, 'failed')
  if (above.mark === 'cost' && amounts.length > 0) return leftOut(piece, 'cost')
  if (amounts.length > 0 && said.length <= longestLine && !/\? ?$/.test(said)) return rowOf(line, above)
  // A line with digits or a tick is shown to the person who pasted it: nobody on a list is lost.
  const isSomething = isNumbered || /\d/.test(line.money) || hasTick(said)
  return leftOut(piece, isSomething ? 'unreadable' : 'no money')
}

function lineOf(piece: Piece, each: number | null): ListLine | null {
  const unstruck = withoutCrossedOut(piece.text)
  if (unstruck === null) return null
  const isCorrected = unstruck !== piece.text
  const bare = unstruck
    // '* 5 Star Boda Boda': after a bullet, a number belongs to the name.
    .replace(/^[ *_>#\u2022\u00b7\u25aa\u25cf\u27a2\u2794~-]+(\d{1,2} (?=\p{L}))?/u, (all, number?: string) =>
      number && /\S /.test(all) ? `\u2022 ${number}` : (number ?? ''),
    )
    .replace(/(?<=\d)\*(?=\d)/g, ' x ')
    .replace(/[*_]/g, '')
    .replace(/^ ?(?:card|ticket) ?(?:no\.? ?)?\d{1,5} ?[/:.-] ?/i, '')
    .trim()
  const number = numberOf(bare)
  const said = number ? bare.slice(number.length) : bare
  const shown = withoutOtherNumbers(said)
  const hidden: string[] = []
  const money = shown.replace(notMoney, (all) => {
    hidden.push(all)
    return blankOut(all)
  })
  let amounts = amountsIn(money)
  // '1 Mama Njeri 500': a number in front is the line's own if there is another one at the end.
  const [first] = amounts
  const isOwn = amounts.length > 1 && first!.index === 0 && !first!.sure && first!.cents < 100_000
  if (!number && isOwn) amounts = amounts.slice(1)
  // 'Kamau wa Section 58 - 5K'
  if (amounts.some(({ sure }) => sure)) amounts = amounts.filter(({ sure, cents }) => sure || cents >= 10_000)
  const isEach = each !== null && number !== undefined && amounts.length === 0 && /\p{L}{2}/u.test(said)
  const end = said.length
  if (isEach) amounts = [{ cents: each, index: end, end, sure: true, odd: false, foreign: false }]
  const doubts = doubtsIn(number, said, shown, amounts, hidden)
  return { piece, isNumbered: number !== undefined, isCorrected, isEach, said, shown, money, amounts, doubts }
}

/** Returns the line's own number. '500 - Jane' begins with its amount: there is no other number, and no list is as long. */
function numberOf(bare: string): string | undefined {
  const number = itemNumber.exec(bare)
  if (!number) return undefined
  const isAmount = Number(number[1]) >= leastAmount && /-[ *_-]*$/.test(number[0])
  return isAmount && moneyAmountsIn(bare.slice(number[0].length)).length === 0 ? undefined : number[0]
}
const leastAmount = 50
