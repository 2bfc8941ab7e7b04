import { mostPastedLines } from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber, saidInChat } from '#app/kit/pasted.ts'
import { moneyAmountsIn } from './amounts.ts'
import { dayWrittenIn } from './days.ts'
import { forEach } from './list-shares.ts'
import { headingOf, isCost, type ListMark, leftOf, sumKind } from './list-words.ts'
import { phoneOf } from './parties.ts'

// Cuts a paste into pieces: a message with the lines into which it was broken, or a line of a list. An exported chat names the
// speaker and the time before each.

export type Piece = {
  /** The number among all pieces of the paste, which identifies a row whenever the paste is read. */
  nr: number
  line: number
  text: string
  kind: 'message' | 'line' | 'news'
  speaker: string | null
  day: string | null
  /** The number of the chat message that contains it. */
  post: number
  /** The line in which this is one gift of several. */
  whole?: string
  /** True if the gift is in the middle of sentences. */
  isProse?: boolean
  /** The mark from the beginning of the line, for each gift in the line. */
  mark?: ListMark
}

/** Longer than any message. */
export const longestMessage = 1200

/** The code and the word with which an M-Pesa message begins. */
export const beginsMpesa =
  /(?<![A-Z0-9])(?=[A-Z0-9]{0,11}\d)(?=[A-Z0-9]{0,11}[A-Z])([A-Z0-9]{8,12})[.,:]? ?(?:is )?(?:confirmed|imethibitishwa|imekubaliwa|umenunua)\b/gi
const beginsAirtel =
  /(?:\btrans(?:action)?\.? ?id|\btxn\.? ?id|\btid)[:. ]+[A-Z0-9][A-Z0-9.]{5,30}|\bmuamala(?: ni| namba)?[:. ]+\d[A-Z0-9.]{5,30}/gi

const beginsItem = /^ ?(?:(?!\*\d{3}[*#])[*_~>#\u2022\u00b7\u25aa-]|\(?\d{1,3} ?[.):\]-])/
/** The balance, with which a message is complete: more text is another line. */
const saysBalance = /(?:balance|salio|baki)[^.]{0,40}?(?:ksh|kes)? ?[\d,]+\.\d\d|(?<![\d,])[\d,]{1,14}\.\d\d ?ksh\./i
/** Words at the end of messages, which are no line of a list. */
export const footer =
  /transaction cost|gharama ya|amount you can transact|kiwango cha|pin yako|safaricom (?:only|hupiga)|dial ?\*|\*\d{3}(?:\*\d{1,12}){0,6}#|https?:|to reverse|kurudisha|m-?shwari|new m-?pesa|^on \d/i

/** Cuts lines of clean text into pieces, in order. The second gift of a line has its number behind all that were first; a line is cut only while there is a number for each. */
export function piecesOf(lines: readonly string[], today?: string): Piece[] {
  const pieces = joined(cut(lines, today))
  let last = pieces.length
  return pieces.flatMap((piece, at) => {
    const one = [{ text: piece.text, mark: null }]
    const cut = piece.kind === 'line' && last < mostPastedLines ? partsOf(piece.text) : one
    const parts = last + cut.length - 1 <= mostPastedLines ? cut : one
    const whole = parts.length > 1 ? { whole: piece.text } : {}
    return parts.map((part, nr) => Object.assign({}, piece, part, whole, { nr: nr === 0 ? at + 1 : ++last }))
  })
}

function cut(lines: readonly string[], today?: string): Omit<Piece, 'nr'>[] {
  const pieces: Omit<Piece, 'nr'>[] = []
  let open: Omit<Piece, 'nr'> | null = null
  let said: Pick<Piece, 'speaker' | 'day' | 'post'> = { speaker: null, day: null, post: 0 }
  for (const [at, whole] of lines.entries()) {
    const heard = heardIn(whole, today)
    if (heard) {
      said = { speaker: heard.speaker, day: heard.day, post: at + 1 }
      open = null
    }
    const text = (heard?.text ?? whole).replace(/^ ?(?:> ?)+|<this message was edited>/gi, '').trim()
    if (text === '') {
      open = null
      continue
    }
    if (heard && heard.speaker === null) {
      pieces.push({ line: at + 1, text, kind: 'news', ...said })
      continue
    }
    const found = messagesIn(text).map(
      (one): Omit<Piece, 'nr'> => ({ line: at + 1, text: one, kind: 'message', ...said }),
    )
    if (found.length > 0) {
      pieces.push(...found)
      open = found.at(-1)!
    } else if (open && goesOn(open.text, text)) open.text += ` ${text}`
    else pieces.push({ line: at + 1, text, kind: 'line', ...said })
  }
  return pieces
}

/** An amount alone, below a name alone: the two are one line of a list. */
const amountAlone = /^[*_ ]*(?:(?:kshs?|kes|sh)[.:]? ?)?\d[\d, ]*(?:\.\d\d?)?(?: ?k| ?\/?[=-]| ?bob)*[*_ ]*$/i
const nameAlone = /^[*_ ]*\p{L}[\p{L} .,'&()/-]{1,60}[*_ ]*$/u

function joined(pieces: Omit<Piece, 'nr'>[]): Omit<Piece, 'nr'>[] {
  return pieces.flatMap((piece, at) => {
    const [before, next] = [pieces[at - 1], pieces[at + 1]]
    if (before && isNameOf(before, piece)) return []
    return next && isNameOf(piece, next) ? { ...piece, text: `${piece.text} ${next.text}` } : piece
  })
}

const isNameOf = (piece: Omit<Piece, 'nr'>, next: Omit<Piece, 'nr'>): boolean =>
  piece.kind === 'line' &&
  next.kind === 'line' &&
  next.line === piece.line + 1 &&
  piece.text.length <= 70 &&
  nameAlone.test(piece.text) &&
  next.text.length <= 40 &&
  amountAlone.test(next.text) &&
  headingOf(piece.text) === undefined

function heardIn(line: string, today?: string): { speaker: string | null; day: string | null; text: string } | null {
  const said = saidInChat(line)
  return said && { ...said, day: dayWrittenIn(said.day, today) }
}

/** Splits glued messages of a line. The words in front belong to the first. */
function messagesIn(text: string): string[] {
  const starts = [...text.matchAll(beginsMpesa)].map(({ index }) => index)
  // An Airtel message without its number in front ends with it; a line has only one of them.
  if (starts.length === 0) return [...text.matchAll(beginsAirtel)].length > 0 ? cutAt(text, airtelStarts(text)) : []
  return cutAt(text, starts)
}

const airtelStarts = (text: string) => {
  const found = [...text.matchAll(beginsAirtel)].map(({ index }) => index)
  return found[0]! > 25 ? [0] : found
}

const cutAt = (text: string, starts: number[]): string[] =>
  starts.map((from, nr) => text.slice(nr === 0 ? 0 : from, starts[nr + 1]))

const goesOn = (message: string, line: string): boolean =>
  message.length < longestMessage && !beginsItem.test(line) && (footer.test(line) || !saysBalance.test(message))

/** Returns the speaker's name: a chat shows the number of a person who is in no address book. */
export const speakerName = ({ speaker }: Piece): string | null => (speaker && phoneOf(speaker) ? null : speaker)

// A line that holds several gifts: 'Paid: Joy 500, Steve 1,000. Total 1,500', 'Wairimu, Wacera & Nyokabi 500 each'.

/** A gift of the line. `mark` comes from the beginning of the line, for all its gifts. */
type Part = { text: string; mark: ListMark; isProse?: boolean }

const longestLine = 480
/** The most parts of a line; a line with more separators is read as one, because each part is parsed in depth. */
const mostBits = 20
const betweenGifts = /([;,](?= ?\p{L})|[;,] (?=\D)|; ?| \/ (?=\p{L})|\.? (?=(?:total|jumla)\b)| (?:&|and|na|\+) )/iu
const betweenNames = /, ?(?:(?:&|and|na) )?| ?& ?| (?:and|na) /i
const title = /^(?:mama|baba|mrs?|ms|dr|rev|pst|pastor|hon|eng|prof|mzee|bi|bw)\.?$/i

/** Splits a line into its gifts, each as a line of its own; a line with one gift stays whole. */
function partsOf(text: string): Part[] {
  const whole = [{ text, mark: null }]
  if (text.length > longestLine || text.includes('|') || !/[;,&/]| and | na /i.test(text)) return whole
  const number = itemNumber.exec(text)?.[0] ?? ''
  const { said, mark } = behindHeading(text.slice(number.length))
  if (said.split(betweenGifts).length > 2 * mostBits) return whole
  const parts = giftsOf(said) ?? eachOf(said)
  if (parts) return parts.map((one, at) => ({ text: at === 0 ? number + one : one, mark }))
  return proseIn(said) ?? whole
}

/** Splits off the heading of 'Paid: Joy 500, Steve 1,000'. */
function behindHeading(text: string): { said: string; mark: ListMark } {
  const [all = '', words = ''] = /^[*_ ]{0,3}(\p{L}[\p{L} ]{2,60})[*_]{0,2}: ?/u.exec(text) ?? []
  const mark = headingOf(`${words}:`)?.heading ?? null
  return mark ? { said: text.slice(all.length), mark } : { said: text, mark }
}

/** Splits gifts with a name and one amount each: 'pledged 5,000, paid 2,000' is one gift, and 'Shem & wife 1k + Priscilla 500' are two. */
function giftsOf(said: string): string[] | null {
  const gifts = ['']
  let isFull = false
  for (const [at, bit] of said.split(betweenGifts).entries()) {
    if (at % 2 === 0) isFull ||= moneyAmountsIn(bit).length > 0
    if (at % 2 === 1 && isFull) {
      gifts.push('')
      isFull = false
    } else gifts[gifts.length - 1] += bit
  }
  const all = gifts.map((one) => one.trim())
  return all.length > 1 && all.every(isGift) ? all : null
}

function isGift(text: string): boolean {
  const amounts = moneyAmountsIn(text)
  const [amount] = amounts
  if (amount === undefined || amounts.length > 1) return false
  if (sumKind(text)) return true
  const name = leftOf(`${text.slice(0, amount.index)} ${text.slice(amount.end)}`).text
  return /\p{L}{2}/u.test(name) && !forEach(text)
}

/** Splits 'Wairimu, Wacera & Nyokabi 500 each - sent'. */
function eachOf(said: string): string[] | null {
  const amounts = moneyAmountsIn(said)
  const [amount] = amounts
  if (amount === undefined || amounts.length > 1 || !forEach(said)) return null
  // '10,000 each - Kibet, Rotich'
  const behind = /^ ?(?:each|kila mmoja) ?[-:=]* ?(?=\p{L})/iu.exec(said.slice(amount.end))
  if (amount.index === 0 && behind) {
    const named = said.slice(amount.end + behind[0].length).split(betweenNames)
    return named.length > 1 ? named.map((one) => `${one.trim()} ${said.slice(0, amount.end)} each`) : null
  }
  const names = said.slice(0, amount.index).split(betweenNames)
  const areNames = names.length > 1 && names.every((one) => /\p{L}{2}/u.test(one) && !title.test(one.trim()))
  return areNames ? names.map((one) => `${one.trim()} ${said.slice(amount.index)}`) : null
}

const betweenSentences =
  /(?<=[\p{L}\d)]{2})(?<!\b(?:pst|rev|mrs?|eng|hon|prof|dr|fr|sr|bro|st|no))[.!?] (?=\p{Lu})|: (?=\p{Lu})|, (?=\D|\d{1,3},?\d* from)| (?:and|na) (?=\p{Lu})/iu
/** The provider's words: banks and M-Pesa write sentences, too. */
const ofProvider = /\bref\b|\ba\/c\b|\bacc(?:oun)?t\b|\bbal(?:ance)?\b|m-?pesa|transaction|\bloan\b|pesalink|sent you/i

/** Finds the gifts in 'We have received 5,000 from Uncle Ben, and Rose sent 3,500. God bless you.' The rest is shown as it is. */
function proseIn(said: string): Part[] | null {
  if (said.length < 60 || ofProvider.test(said) || moneyAmountsIn(said).length < 2) return null
  const bits = said.split(betweenSentences).map((one) => one.trim())
  const isProse = true
  let mark: ListMark = null
  const parts: Part[] = []
  const others: string[] = []
  for (const bit of bits) {
    if (bit.length <= 80 && isGift(bit) && !isCost.test(bit) && !isSum(bit))
      parts.push({ text: withoutBeginning(bit), mark, isProse })
    else {
      others.push(bit)
      // 'Received so far: Amina 500, Collo 200. Pending: Said 2,000'
      if (moneyAmountsIn(bit).length === 0) mark = headingOf(`${bit}:`)?.heading ?? mark
    }
  }
  if (parts.length < 2) return null
  const rest = others.join('. ')
  return moneyAmountsIn(rest).length > 0 ? [...parts, { text: rest, mark: null, isProse }] : parts
}

const isSum = (text: string): boolean => sumKind(text) !== undefined && !/ from /i.test(text)

/** Removes the beginning of 'So far we have received 5,000 from Uncle Ben', which looks like a sum's. */
const withoutBeginning = (text: string): string => text.replace(/^.{0,40}?(received )(?=(?:.* )?from )/i, '$1')
