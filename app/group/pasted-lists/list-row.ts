import { tidyName, withoutPictograms } from '#app/kit/pasted.ts'
import { firstMomentIn } from './days.ts'
import { type Amount, codes } from './list-amounts.ts'
import { owes } from './list-doubts.ts'
import { leftOf } from './list-left.ts'
import { shareIn } from './list-shares.ts'
import { costs, hasTick, type ListMark, markOfLine } from './list-words.ts'
import { phoneInLine } from './parties.ts'
import { type Piece, speakerName } from './pieces.ts'
import { blankRow, checked } from './proposed.ts'
import type { PastedMethod, PastedRow, RowLook } from './row.ts'
import { unnamed } from './unnamed.ts'

// Makes the proposed row of a list's line.

/** A parsed line. `shown` lacks phones, codes and days, `money` also other numbers that are not money; all of one length. */
export type ListLine = {
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
export type SaidInList = { mark: ListMark; isSure: boolean }

const longestLine = 480

export function rowOf(line: ListLine, above: SaidInList): PastedRow {
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
