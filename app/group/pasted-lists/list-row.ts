import { momentOf } from './days.ts'
import { type Amount, codes } from './list-amounts.ts'
import { owes } from './list-doubts.ts'
import { isOddName, isTypedName, namedIn } from './list-name.ts'
import { shareIn } from './list-shares.ts'
import { costs, hasTick, type Mark, markOf } from './list-words.ts'
import { phoneIn } from './parties.ts'
import { type Piece, speakerName } from './pieces.ts'
import { blankRow, checked } from './proposed.ts'
import type { Look, Method, Row } from './row.ts'
import { unnamed } from './unnamed.ts'

// What a line of a list proposes.

/** `shown` is the line without phones, codes and days, and `money` also without numbers that are none; all of one length. */
export type Line = {
  piece: Piece
  isNumbered: boolean
  isCorrected: boolean
  /** The amount is the heading's. */
  isEach: boolean
  said: string
  shown: string
  money: string
  amounts: Amount[]
  /** Why the amount can be read in two ways. */
  doubts: Look[]
}

/** What the lines above say of this one; not sure where it is only a title, or where a heading that is not known came between. */
export type Said = { mark: Mark; isSure: boolean }

const longestLine = 480

export function rowOf(line: Line, above: Said): Row {
  const { piece, said, money, amounts } = line
  const share = shareIn(money, amounts, above.mark === 'paid')
  const marked = markOf(said, above.mark)
  const { name, anonymous, looks: ofName } = nameOf(line)
  const looks: Look[] = [...share.looks, ...line.doubts, ...ofName]
  if (line.isEach) looks.push('for each')
  if (amounts.some(({ odd }) => odd)) looks.push('odd amount')
  if (amounts.some(({ foreign }) => foreign)) looks.push('other currency')
  if (line.isCorrected && !looks.includes('two numbers')) looks.push('two numbers')
  if (marked.both && !share.inParts) looks.push('two marks')
  if (marked.isAbove && !above.isSure) looks.push('not marked')
  const mark = share.inParts ? 'pledged' : marked.mark
  const isPaid = mark === 'paid' || (share.inParts && share.paid >= share.amount)
  if (isPaid && amounts.length === 1 && owes.test(said)) looks.push('more words')
  const blank = blankRow(piece)
  const { phone, phoneEnd } = phoneIn(said)
  return checked({
    ...blank,
    proposal: isPaid ? 'gift' : mark === 'pledged' ? 'pledge' : 'ask',
    name: name ?? blank.name,
    anonymous,
    phone: phone ?? blank.phone,
    phoneEnd,
    at: momentOf(piece.text.slice(0, longestLine))?.slice(0, 10) ?? blank.at,
    code: said.match(codes)?.[0].toUpperCase() ?? null,
    method: methodIn(said),
    amount: share.amount,
    paid: isPaid ? share.amount : share.paid,
    looks,
  })
}

/** In a chat, the person who speaks gives, unless the line is one of a list: what else is in front of an amount is talk. */
function nameOf({ piece, isNumbered, said, shown, amounts }: Line): {
  name: string | null
  anonymous: boolean
  looks: Look[]
} {
  const { name: whole, more, odd, oddMark } = namedIn(shown, amounts)
  const { name, anonymous } = unnamed(whole, said)
  const speaker = speakerName(piece)
  const isTalk = piece.speaker !== null && !isNumbered
  const typed = name && isTalk && !isTypedName(name) ? null : name
  if (!typed && speaker) return { name: null, anonymous, looks: ['name from the chat'] }
  const isOdd = odd || anonymous || (name !== null && (isOddName(name) || costs.test(name))) || isTalk
  // A tick says that it was paid, whatever the word is.
  const isDoubtful = oddMark && !hasTick(said)
  const looks: Look[] = [...(isOdd ? (['odd name'] as const) : []), ...(isDoubtful ? (['not marked'] as const) : [])]
  return { name: typed ?? name, anonymous, looks: more || piece.isProse ? [...looks, 'more words'] : looks }
}

const methods: readonly [RegExp, Method][] = [
  [/\bcash\b|taslimu/i, 'cash'],
  [/airtel/i, 'airtel'],
  [/m-?pesa/i, 'mpesa'],
  [/cheque|\bcheck\b/i, 'cheque'],
  [/\bbank\b/i, 'bank'],
]
const methodIn = (text: string): Method | null => methods.find(([one]) => one.test(text))?.[1] ?? null
