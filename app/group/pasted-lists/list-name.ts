import { tidyName } from '#app/kit/pasted.ts'
import type { Amount } from './list-amounts.ts'
import { leftOf } from './list-left.ts'

// The name in a line of a list: what is left of it without its amounts, marks and signs.

/**
 * `more` are words behind it that are not understood: they may say something of the gift. A word that was taken out of it may be
 * of the name (`odd`), and then it says nothing of what was paid (`oddMark`).
 */
export type Named = { name: string | null; more: boolean; odd: boolean; oddMark: boolean }

/** Between a name and what is said of it. */
const separator = / ?(?:[-:=@>/]|\.{2,}) | ?[:=@] ?|\.{2,}/

/** 'So far we have received 5,000 from Uncle Ben'. A point behind a title is of the name. */
const behindFrom =
  /^ ?(?:\/?[=-] ?)?(?:from|kutoka(?: kwa)?) (.{2,60}?)(?:,|!|(?<!\b(?:pst|rev|mrs?|eng|hon|prof|dr|fr|sr|bro|\p{L}))\.(?= |$)|$)/iu

/** A name is in front of the first amount, or behind it: '500 - Jane'. */
export function namedIn(shown: string, amounts: readonly Amount[]): Named {
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
  const left = words
    .replace(/\b\d+\b/g, (digits, at: number, all: string) =>
      /(?:[\p{L}\d\u2022] ?|\()$/u.test(all.slice(Math.max(0, at - 2), at)) ? digits : ' ',
    )
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u2713\u221a]/gu, ' ')
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
export function isOddName(name: string): boolean {
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
export function isTypedName(name: string): boolean {
  const words = name.split(' ')
  const areNames = words.every((word) => /^["(]?\p{Lu}/u.test(word) || particles.test(word) || word === '&')
  return words.length <= 4 && areNames && !isOddName(name)
}
