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

// What a line of a list proposes.

/** `shown` is the line without phones, codes and days, and `money` also without numbers that are none; all of one length. */
export type ListLine = {
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
  doubts: RowLook[]
}

/** What the lines above say of this one; not sure where it is only a title, or where a heading that is not known came between. */
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

/** In a chat, the person who speaks gives, unless the line is one of a list: what else is in front of an amount is talk. */
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
  // A tick says that it was paid, whatever the word is.
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

// The name in a line of a list: what is left of it without its amounts, marks and signs.

/**
 * `more` are words behind it that are not understood: they may say something of the gift. A word that was taken out of it may be
 * of the name (`odd`), and then it says nothing of what was paid (`oddMark`).
 */
type Named = { name: string | null; more: boolean; odd: boolean; oddMark: boolean }

/** Between a name and what is said of it. */
const separator = / ?(?:[-:=@>/]|\.{2,}) | ?[:=@] ?|\.{2,}/

/** 'So far we have received 5,000 from Uncle Ben'. A point behind a title is of the name. */
const behindFrom =
  /^ ?(?:\/?[=-] ?)?(?:from|kutoka(?: kwa)?) (.{2,60}?)(?:,|!|(?<!\b(?:pst|rev|mrs?|eng|hon|prof|dr|fr|sr|bro|\p{L}))\.(?= |$)|$)/iu

/** A name is in front of the first amount, or behind it: '500 - Jane'. */
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

/** A text without marks, signs and loose numbers; null where no word is left. */
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

/** Who a person is, and what a group is, are written small. */
const who =
  /^(?:(?:wishers?|staff|colleagues?|workmates?|teachers?|members?|friends?|neighbou?rs?|drivers?|conductor|office|salon|shop|base|plot|mothers?|fathers?|sisters?|brothers?|sons?|daughters?|mum|dad|bibi|mzee|children|kids|relatives|cousins?|nephews?|in-laws|men|women|ladies|youth|girls|boys|vijana|wanawake|wamama|church|choir|group|welfare|sacco|chama|self|help|team|class|school|branch|company|estate|village|clan)[.,]?|\(.*|.*\))$/u
const leads = /^(?:wa|ya|la|za|cha|kwa|of|&)$|'s$|s'$/

/** Swahili verbs, and English ones as they are written in Sheng: ameongeza, atasend, alituma, ashatuma. */
const verb = /^(?:ni|a|tu|wa)(?:me|mesha|sha|ta|li|na)\p{L}{3,}$/u

const isTalk = (text: string): boolean =>
  text.split(' ').some((word) => talk.has(word.toLowerCase().replace(/[^\p{L}']/gu, '')))

/** Whether a person should look at the name: it has words of a sentence in it. */
function isOddName(name: string): boolean {
  const words = name.split(' ')
  const small = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.test(word))
  // 'Ben wa base', 'Wycliffe's mother'
  const strange = words.filter(
    (word, at) => small.includes(word) && !who.test(word) && !leads.test(words[at - 1] ?? ''),
  )
  const isCapital = words.some((word) => /^\p{Lu}/u.test(word))
  // 'Otis ameongeza': beside a name with a capital letter, a small word says something of the gift.
  const isMixed = isCapital ? strange.some((word) => word.length > 2) || small.length > 1 : words.length > 3
  const isVerb = words.slice(1).some((word) => verb.test(word.replace(/[()]/g, '')))
  const isCut = /^(?:wa|na|ya|za|la|of|and|the|kwa|cha)$/.test(words.at(-1)!)
  return words.length > 6 || isCut || isMixed || isVerb || /[?!<>#%]|\([^)]*\d/.test(name) || isTalk(name)
}

const isLikeName = (text: string): boolean => /^["(]?\p{L}/u.test(text) && text.split(' ').length <= 6

/** What a person in a chat writes in front of an amount is a name where it is written as one. */
function isTypedName(name: string): boolean {
  const words = name.split(' ')
  const areNames = words.every((word) => /^["(]?\p{Lu}/u.test(word) || particles.test(word) || word === '&')
  return words.length <= 4 && areNames && !isOddName(name)
}
