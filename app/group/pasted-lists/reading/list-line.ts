import type { LeftOut, PastedMethod, PastedRow, RowLook, Sum } from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber, tidyName, withoutCrossedOut, withoutPictograms } from '#app/kit/pasted.ts'
import { type Amount, amountsIn, codes, moneyAmountsIn, withoutOtherNumbers } from './amounts.ts'
import { blankOut } from './clean-text.ts'
import { firstMomentIn } from './days.ts'
import { forEach, shareIn } from './list-shares.ts'
import type { PastedTable } from './list-table.ts'
import {
  asksForMoney,
  costs,
  failedPayment,
  type Heading,
  hasTick,
  headingOf,
  howToPay,
  isCost,
  type ListMark,
  leftOf,
  markOfLine,
  notMoney,
  saysReceived,
  sumKind,
} from './list-words.ts'
import { phoneInLine, unnamed } from './parties.ts'
import { footer, type Piece, speakerName } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'

// Makes the proposed row of a list's line.

/** A parsed line. `shown` lacks phones, codes and days, `money` also other numbers that are not money; all of one length. */
type ListLine = {
  piece: Piece
  isNumbered: boolean
  isCorrected: boolean
  /** True if the amount is the heading's. */
  isEach: boolean
  said: string
  shown: string
  money: string
  amounts: Amount[]
  /** Reasons why the amount can be read in two ways. */
  doubts: RowLook[]
}

/** The mark of the lines above; not sure if it comes from a title only, or if an unknown heading came between. */
type SaidInList = { mark: ListMark; isSure: boolean }

const longestLine = 480

function rowOf(line: ListLine, above: SaidInList): PastedRow {
  const { piece, said, money, amounts } = line
  const share = shareIn(money, amounts, above.mark === 'paid')
  const marked = markOfLine(said, above.mark)
  const { name, anonymous, looks: ofName } = nameOf(line)
  const looks: RowLook[] = [...share.looks, ...line.doubts, ...ofName]
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
  const { phone, phoneEnd } = phoneInLine(said)
  return checked({
    ...blank,
    proposal: isPaid ? 'gift' : mark === 'pledged' ? 'pledge' : 'ask',
    name: name ?? blank.name,
    anonymous,
    phone: phone ?? blank.phone,
    phoneEnd,
    at: firstMomentIn(piece.text.slice(0, longestLine))?.slice(0, 10) ?? blank.at,
    code: said.match(codes)?.[0].toUpperCase() ?? null,
    method: methodIn(said),
    amount: share.amount,
    paid: isPaid ? share.amount : share.paid,
    looks,
  })
}

/** Returns the name. In a chat, the speaker gives, unless the line is one of a list: other words in front of an amount are talk. */
function nameOf({ piece, isNumbered, said, shown, amounts }: ListLine): {
  name: string | null
  anonymous: boolean
  looks: RowLook[]
} {
  const { name: whole, more, odd, oddMark } = namedIn(shown, amounts)
  const { name, anonymous } = unnamed(whole, said)
  const speaker = speakerName(piece)
  const isTalk = piece.speaker !== null && !isNumbered
  const typed = name && isTalk && !isTypedName(name) ? null : name
  if (!typed && speaker) return { name: null, anonymous, looks: ['name from the chat'] }
  const isOdd = odd || anonymous || (name !== null && (isOddName(name) || costs.test(name))) || isTalk
  // A tick says that it was paid, even if the word is doubtful.
  const isDoubtful = oddMark && !hasTick(said)
  const looks: RowLook[] = [...(isOdd ? (['odd name'] as const) : []), ...(isDoubtful ? (['not marked'] as const) : [])]
  return { name: typed ?? name, anonymous, looks: more || piece.isProse ? [...looks, 'more words'] : looks }
}

const methods: readonly [RegExp, PastedMethod][] = [
  [/\bcash\b|taslimu/i, 'cash'],
  [/airtel/i, 'airtel'],
  [/m-?pesa/i, 'mpesa'],
  [/cheque|\bcheck\b/i, 'cheque'],
  [/\bbank\b/i, 'bank'],
]
const methodIn = (text: string): PastedMethod | null => methods.find(([one]) => one.test(text))?.[1] ?? null

// The name in a line of a list: the rest of it without its amounts, marks and signs.

/**
 * A name. `more`: unknown words follow, which may be about the gift. `odd`: a removed word may belong to the name, and then it says
 * nothing about payment (`oddMark`).
 */
type Named = { name: string | null; more: boolean; odd: boolean; oddMark: boolean }

/** The signs between a name and the words about it. */
const separator = / ?(?:[-:=@>/]|\.{2,}) | ?[:=@] ?|\.{2,}/

/** 'So far we have received 5,000 from Uncle Ben'. A point after a title belongs to the name. */
const behindFrom =
  /^ ?(?:\/?[=-] ?)?(?:from|kutoka(?: kwa)?) (.{2,60}?)(?:,|!|(?<!\b(?:pst|rev|mrs?|eng|hon|prof|dr|fr|sr|bro|\p{L}))\.(?= |$)|$)/iu

/** Finds the name in front of the first amount, or after it: '500 - Jane'. */
function namedIn(shown: string, amounts: readonly Amount[]): Named {
  const [first] = amounts
  const front = shown.slice(0, first?.index ?? shown.length)
  const back = amounts.reduce((text, { index, end }, at) => {
    const next = amounts[at + 1]?.index ?? shown.length
    return `${text} | ${index < end ? shown.slice(end, next) : ''}`
  }, '')
  const giver = bare(behindFrom.exec(shown.slice(first?.end ?? shown.length))?.[1] ?? '')
  if (giver) return named(giver, false)
  const cut = separator.exec(front)
  const before = cut && bare(front.slice(0, cut.index))
  if (before && isLikeName(before.name)) return named(before, bare(`${front.slice(cut.index)} | ${back}`) !== null)
  const inFront = bare(front)
  return inFront ? named(inFront, bare(back) !== null) : named(bare(back), false)
}

type Bare = { name: string; odd: boolean; oddMark: boolean }
const named = (bare: Bare | null, more: boolean): Named =>
  bare ? Object.assign({}, bare, { name: tidyName(bare.name), more }) : { name: null, more, odd: false, oddMark: false }

/** Removes marks, signs and loose numbers; null if no word is left. */
function bare(text: string): Bare | null {
  if (!/\p{L}{2}/u.test(text)) return null
  const {
    text: words,
    isOdd,
    isMarkOdd,
  } = leftOf(text.replace(/\[[xv]?\]/gi, ' ').replace(/(?<=\|[^|]*)\bgiven\b(?= *\|)/gi, ' '))
  // '(for Mary)' names another person; '(thank you)' names nobody.
  let isForAnother = false
  const unnumbered = words.replace(/\b\d+\b/g, (digits, at: number, all: string) =>
    /(?:[\p{L}\d\u2022] ?|\()$/u.test(all.slice(Math.max(0, at - 2), at)) ? digits : ' ',
  )
  const left = withoutPictograms(unnumbered)
    .replace(/\(([^()]{0,60})\)|"([^"]{0,60})"/g, (all, one?: string, other?: string) => {
      if (/\p{L}{2}/u.test(one ?? other ?? '') && !isTalk(one ?? '')) return all
      isForAnother ||= /\b(?:for|from|kwa|ya)\b|\p{L} ?\p{Lu}\p{Ll}/u.test(one ?? '')
      return ' '
    })
    .replace(/,(?= ?\p{Lu})/gu, '\u0001')
    .replace(/\(\/\)|[[\]\u2022{}=+:;,|>~\\@]+|(?<!\p{L})\/|\/(?!\p{L})|\.{2,}/gu, ' ')
    .replaceAll('\u0001', ',')
    .replace(/\((?![^()]*\))|(?<!\([^()]*)\)/g, ' ')
    .replace(/(?<=\s|^)[-.,]+(?=\s|$)|^[-., &]+|[-, &]+$/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/ ,/g, ',')
    .replace(/^[ .,-]+|[ ,-]+$/g, '')
    .replace(/(?<!\b\p{L})\.$/u, '')
  return /\p{L}{2}/u.test(left) ? { name: left, odd: isOdd || isForAnother, oddMark: isMarkOdd } : null
}

const particles = /^(?:wa|na|ya|za|la|of|and|the|bin|binti|ole|arap|van|de|von|ka|ja|family|fam|wife|husband|kwa|cha)$/
/** Words of sentences, which are in no name. */
const talk = new Set(
  `via through only from with to at in on is are was were been have has had he she they them you your we our us me my mine myself i
  this that these those not no yes ok okay please thanks thank asante ahsante god bless amen late early more less add added
  sent send received balance bal ref total just also again another second time when then but because will been check confirm
  poleni pole ndio bado tena pia leo kesho hii hiyo hio yangu yake yetu yao mimi sisi simu hapa tu ni si niko andika make put
  down for money pesa contribution contributions mchango michango update reminder correction sorry madam treasurer per each
  behalf niaba nusu half promise promises mwisho salio deni gharama kitu members member everyone all wote kila mtu total amount`.split(
    /\s+/,
  ),
)

/** Relations and kinds of groups, which are written small within a name. */
const who =
  /^(?:(?:wishers?|staff|colleagues?|workmates?|teachers?|members?|friends?|neighbou?rs?|drivers?|conductor|office|salon|shop|base|plot|mothers?|fathers?|sisters?|brothers?|sons?|daughters?|mum|dad|bibi|mzee|children|kids|relatives|cousins?|nephews?|in-laws|men|women|ladies|youth|girls|boys|vijana|wanawake|wamama|church|choir|group|welfare|sacco|chama|self|help|team|class|school|branch|company|estate|village|clan)[.,]?|\(.*|.*\))$/u
const leads = /^(?:wa|ya|la|za|cha|kwa|of|&)$|'s$|s'$/

/** Swahili verbs, and English ones as they are written in Sheng: ameongeza, atasend, alituma, ashatuma. */
const verb = /^(?:ni|a|tu|wa)(?:me|mesha|sha|ta|li|na)\p{L}{3,}$/u

const isTalk = (text: string): boolean =>
  text.split(' ').some((word) => talk.has(word.toLowerCase().replace(/[^\p{L}']/gu, '')))

/** Checks for words of a sentence in a name, which a person should look at. */
function isOddName(name: string): boolean {
  const words = name.split(' ')
  const small = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.test(word))
  // 'Ben wa base', 'Wycliffe's mother'
  const strange = words.filter(
    (word, at) => small.includes(word) && !who.test(word) && !leads.test(words[at - 1] ?? ''),
  )
  const isCapital = words.some((word) => /^\p{Lu}/u.test(word))
  // 'Otis ameongeza': beside a capitalised name, a small word is about the gift.
  const isMixed = isCapital ? strange.some((word) => word.length > 2) || small.length > 1 : words.length > 3
  const isVerb = words.slice(1).some((word) => verb.test(word.replace(/[()]/g, '')))
  const isCut = /^(?:wa|na|ya|za|la|of|and|the|kwa|cha)$/.test(words.at(-1)!)
  return words.length > 6 || isCut || isMixed || isVerb || /[?!<>#%]|\([^)]*\d/.test(name) || isTalk(name)
}

const isLikeName = (text: string): boolean => /^["(]?\p{L}/u.test(text) && text.split(' ').length <= 6

/** Checks whether a chat's words in front of an amount are written as a name. */
function isTypedName(name: string): boolean {
  const words = name.split(' ')
  const areNames = words.every((word) => /^["(]?\p{Lu}/u.test(word) || particles.test(word) || word === '&')
  return words.length <= 4 && areNames && !isOddName(name)
}

// Doubts about an amount although it was read: the line can be read in two ways.

/** Returns the doubts. `hidden` are numbers that were taken for something else, such as 'Form 4'. */
function doubtsIn(number: string | undefined, said: string, shown: string, amounts: Amount[], hidden: string[]) {
  const looks: RowLook[] = []
  // '10.500 Kamau' is Kamau in line 10, or ten thousand five hundred.
  if (number && /\d\.$/.test(number) && /^\d{3}(?![\d,])/.test(said)) looks.push('odd amount')
  if (amounts.some(({ index }) => times.test(shown.slice(Math.max(0, index - longestTimes), index))))
    looks.push('for each')
  if (hidden.some(isRound)) looks.push('two numbers')
  // 'Otis → Mary': one of them passes it on.
  if (/\p{L} ?(?:->|=>|[>\u2192\u27a1]) ?\p{L}/u.test(shown)) looks.push('odd name')
  // 'Otis 500+'
  if (amounts.some(({ end }) => /^ ?\+(?! ?[\p{L}\d(])/u.test(shown.slice(end, end + 4)))) looks.push('odd amount')
  if (/[?\u2753\u2754\u2049]/.test(said)) looks.push('more words')
  return looks
}

/** 'Otis deni 500' */
const owes = /\b(?:deni|arrears|ow(?:es?|ing)|debt|bal(?:ance)?(?![ :=-]*(?:0|nil|zero)(?![\d,.])))\b/i

/** 'Otis 2 x 500', 'Family of 4 @200' */
const times = /\d(?: \p{L}{1,12})? ?[x*×@] ?(?:(?:kshs?|kes)[.:]? ?)?$/iu
const longestTimes = 24

/** Recognises round numbers: 'Youth team 2000 paid 500' names money more often than a team. */
const isRound = (text: string): boolean => {
  const number = Number(/\d{3,}/.exec(text)?.[0] ?? 0)
  return number > 0 && number % 50 === 0 && !/class|alumni|batch|cohort|year/i.test(text)
}

// A line of a list: its number, a name, an amount or two, and a sign whether it is paid.

/** The longest line of a list. A longer one is a person who talks about money. */
const longestListLine = 120

/** The context of a line from the lines above it. */
export type Above = SaidInList & {
  table: PastedTable | null
  /** The amount for each name in the heading: 'November contribution - 1,000 each'. */
  each: number | null
}
export const nothingAbove: Above = { mark: null, isSure: true, table: null, each: null }

/** Returns the heading's amount for each name below, if the first of them has none of its own. */
export function eachAbove(piece: Piece, next: Piece | undefined): number | null {
  if (piece.kind !== 'line' || next?.kind !== 'line' || piece.text.length > longestListLine) return null
  const number = itemNumber.exec(next.text)?.[0]
  if (!number || next.text.length > longestListLine || itemNumber.test(piece.text) || !forEach(piece.text)) return null
  const amounts = moneyAmountsIn(piece.text)
  return amounts.length === 1 && moneyAmountsIn(next.text.slice(number.length)).length === 0 ? amounts[0]!.cents : null
}

/** Reads a line as a row, a sum, a reason for none, or a heading. */
export function readListLine(piece: Piece, above: Above): PastedRow | LeftOut | Sum | Heading {
  if (piece.text.length > 4 * longestListLine) return leftOut(piece, /\d/.test(piece.text) ? 'unreadable' : 'no money')
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
  if (amounts.length > 0 && said.length <= longestListLine && !/\? ?$/.test(said)) return rowOf(line, above)
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
