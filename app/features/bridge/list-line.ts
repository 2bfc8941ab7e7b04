import { itemNumber, tidyName } from '#app/kit/pasted.ts'
import { blankOut } from './clean-text.ts'
import { type Amount, amountsIn } from './list-amounts.ts'
import { shareIn } from './list-shares.ts'
import {
  asksForMoney,
  datesInList,
  failedPayment,
  type Heading,
  hasTick,
  headingOf,
  howToPay,
  type Mark,
  markOf,
  notMoney,
  saysReceived,
  sumKind,
  withoutMarks,
} from './list-words.ts'
import { hiddenPhones, phoneIn, phones } from './parties.ts'
import { footer, type Piece, speakerName } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'
import type { LeftOut, Look, Method, Row, Sum } from './row.ts'

// One line of a list: its number, a name, an amount or two, and a sign of how it is with them.

const codes = /(?<![A-Za-z0-9])(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])(?![A-Z0-9]*XXX)[A-Z0-9]{9,10}(?![A-Za-z0-9])/g
/** What is longer is a person who talks about money. */
const longestLine = 120

/** `shown` is the line without phones, codes and days, and `money` also without numbers that are none; all of one length. */
type Line = {
  piece: Piece
  isNumbered: boolean
  isCorrected: boolean
  said: string
  shown: string
  money: string
  amounts: Amount[]
}

/** A row, a sum, a reason for none, or the heading of what follows. */
export function readListLine(piece: Piece, heading: Mark): Row | LeftOut | Sum | Heading {
  if (piece.text.length > 4 * longestLine) return leftOut(piece, /\d/.test(piece.text) ? 'unreadable' : 'no money')
  const line = lineOf(piece)
  if (!line) return leftOut(piece, 'crossed out')
  const { isNumbered, said, amounts } = line
  if (!isNumbered) {
    const kind = sumKind(said)
    const sum = amounts.at(-1)
    if (kind) return sum ? { line: piece.line, kind, amount: sum.cents, addsUp: null } : leftOut(piece, 'no money')
    if (howToPay.test(said)) return leftOut(piece, saysReceived.test(said) ? 'unreadable' : 'how to pay')
    const below = headingOf(said)
    if (below !== undefined && amounts.length === 0) return below
    if (asksForMoney.test(said)) return leftOut(piece, 'no money')
    if (footer.test(said)) return leftOut(piece, saysReceived.test(said) ? 'unreadable' : 'no money')
  }
  if (failedPayment.test(said)) return leftOut(piece, 'failed')
  if (amounts.length > 0 && said.length <= longestLine) return rowOf(line, heading)
  // What has digits or a tick is shown to the person who pasted it: nobody on a list is lost.
  const isSomething = isNumbered || /\d/.test(line.money) || hasTick(said)
  return leftOut(piece, isSomething ? 'unreadable' : 'no money')
}

function lineOf(piece: Piece): Line | null {
  const unstruck = piece.text.replace(/~[^~]{1,100}~/g, ' ')
  const isCorrected = unstruck !== piece.text
  if (isCorrected && !/\p{L}{2}/u.test(unstruck)) return null
  const bare = unstruck
    .replace(/^[ *_>#\u2022\u00b7\u25aa\u25cf\u27a2\u2794~-]+/, '')
    .replace(/[*_]/g, '')
    .trim()
  const number = itemNumber.exec(bare)?.[0]
  const said = number ? bare.slice(number.length) : bare
  const shown = [phones, hiddenPhones, codes, datesInList, /\.{2,}/g].reduce(
    (text, one) => text.replace(one, blankOut),
    said,
  )
  const money = shown.replace(notMoney, blankOut)
  let amounts = amountsIn(money)
  // '1 Mama Njeri 500': a number in front, and another one behind, is the line's own.
  const [first] = amounts
  const isOwn = amounts.length > 1 && first!.index === 0 && !first!.sure && first!.cents < 100_000
  if (!number && isOwn) amounts = amounts.slice(1)
  return { piece, isNumbered: number !== undefined, isCorrected, said, shown, money, amounts }
}

function rowOf({ piece, isCorrected, said, shown, money, amounts }: Line, heading: Mark): Row {
  const share = shareIn(money, amounts)
  const typed = typedName(piece, nameIn(shown, amounts))
  const marked = markOf(said, heading)
  const looks: Look[] = [...share.looks]
  if (!typed && speakerName(piece)) looks.push('name from the chat')
  if (amounts.some(({ odd }) => odd)) looks.push('odd amount')
  if (amounts.some(({ foreign }) => foreign)) looks.push('other currency')
  if (isCorrected && !looks.includes('two numbers')) looks.push('two numbers')
  if (marked.both && !share.inParts) looks.push('two marks')
  const mark = share.inParts ? 'pledged' : marked.mark
  const isPaid = mark === 'paid' || (share.inParts && share.paid >= share.amount)
  const blank = blankRow(piece)
  const { phone, phoneEnd } = phoneIn(said)
  return checked({
    ...blank,
    proposal: isPaid ? 'gift' : mark === 'pledged' ? 'pledge' : 'ask',
    name: typed ?? blank.name,
    phone: phone ?? blank.phone,
    phoneEnd,
    code: said.match(codes)?.[0] ?? null,
    method: methodIn(said),
    amount: share.amount,
    paid: isPaid ? share.amount : share.paid,
    looks,
  })
}

/** In a chat, words in small letters and 'Me and my wife' are what a person says, and no name: the name is the speaker's. */
const typedName = (piece: Piece, name: string | null): string | null =>
  name && piece.speaker && (!/\p{Lu}/u.test(name) || /^(?:me|myself|mimi)\b/i.test(name)) ? null : name

/** What is left of a line without its amounts, marks and signs. */
function nameIn(text: string, amounts: readonly Amount[]): string | null {
  const cut = '|'
  let left = text
  for (const { index, end } of [...amounts].reverse()) left = `${left.slice(0, index)}${cut}${left.slice(end)}`
  // 'pledged 10,000 given 4,000'. Given is also a name.
  left = left.replace(/(?<=\|[^|]*)\bgiven\b(?= *\|)/gi, ' ')
  const name = withoutMarks(
    left.replace(/\b\d+\b/g, (digits, at: number) =>
      /\w ?$/.test(left.slice(Math.max(0, at - 2), at)) ? digits : ' ',
    ),
  )
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u2713\u221a]/gu, ' ')
    .replace(/\(\/\)|[()[\]{}=+:;,|>~\\"@]+|(?<!\p{L})\/|\/(?!\p{L})|\.{2,}/gu, ' ')
    .replace(/(?<=\s|^)[-.]+(?=\s|$)|^[-.& ]+|[-.& ]+$/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ .-]+|[ .-]+$/g, '')
  return /\p{L}{2}/u.test(name) ? tidyName(name) : null
}

const methods: readonly [RegExp, Method][] = [
  [/\bcash\b|taslimu/i, 'cash'],
  [/airtel/i, 'airtel'],
  [/m-?pesa/i, 'mpesa'],
  [/cheque|\bcheck\b/i, 'cheque'],
  [/\bbank\b/i, 'bank'],
]
const methodIn = (text: string): Method | null => methods.find(([one]) => one.test(text))?.[1] ?? null
