import { saidInChat } from '#app/kit/pasted.ts'
import { dayIn } from './days.ts'
import { partsOf } from './list-parts.ts'
import { headingOf, type Mark } from './list-words.ts'
import { phoneOf } from './parties.ts'
import { mostLines } from './row.ts'

// A paste, cut into what belongs together: a message with the lines into which it was broken, or one line of a list. An
// exported chat says before each who speaks, and when.

export type Piece = {
  /** Its place among all pieces of the paste: by it a row is known again whenever the paste is read. */
  nr: number
  line: number
  text: string
  kind: 'message' | 'line' | 'news'
  speaker: string | null
  day: string | null
  /** The message of a chat in which it is, by its place. */
  post: number
  /** The line of which this is one gift of several. */
  whole?: string
  /** The gift is in the middle of sentences. */
  isProse?: boolean
  /** What the beginning of its line says of each gift in the line. */
  mark?: Mark
}

/** Longer than any message. */
export const longestMessage = 1200

/** An M-Pesa message begins with its code and this word. */
export const beginsMpesa =
  /(?<![A-Z0-9])(?=[A-Z0-9]{0,11}\d)(?=[A-Z0-9]{0,11}[A-Z])([A-Z0-9]{8,12})[.,:]? ?(?:is )?(?:confirmed|imethibitishwa|imekubaliwa|umenunua)\b/gi
const beginsAirtel =
  /(?:\btrans(?:action)?\.? ?id|\btxn\.? ?id|\btid)[:. ]+[A-Z0-9][A-Z0-9.]{5,30}|\bmuamala(?: ni| namba)?[:. ]+\d[A-Z0-9.]{5,30}/gi

const beginsItem = /^ ?(?:(?!\*\d{3}[*#])[*_~>#\u2022\u00b7\u25aa-]|\(?\d{1,3} ?[.):\]-])/
/** With a balance behind it, a message is complete: what follows is another line. */
const saysBalance = /(?:balance|salio|baki)[^.]{0,40}?(?:ksh|kes)? ?[\d,]+\.\d\d|(?<![\d,])[\d,]{1,14}\.\d\d ?ksh\./i
/** What is found at the end of messages, and is no line of a list. */
export const footer =
  /transaction cost|gharama ya|amount you can transact|kiwango cha|pin yako|safaricom (?:only|hupiga)|dial ?\*|\*\d{3}(?:\*\d{1,12}){0,6}#|https?:|to reverse|kurudisha|m-?shwari|new m-?pesa|^on \d/i

/** Cuts lines of clean text into pieces, in order. The second gift of a line has its number behind all that were first; a line is cut only while there is a number for each. */
export function piecesOf(lines: readonly string[], today?: string): Piece[] {
  const pieces = joined(cut(lines, today))
  let last = pieces.length
  return pieces.flatMap((piece, at) => {
    const one = [{ text: piece.text, mark: null }]
    const cut = piece.kind === 'line' && last < mostLines ? partsOf(piece.text) : one
    const parts = last + cut.length - 1 <= mostLines ? cut : one
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

/** An amount alone, and below a name alone: the two are one line of a list. */
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
  return said && { ...said, day: dayIn(said.day, today) }
}

/** The messages of a line, which may be glued together. The words in front belong to the first. */
function messagesIn(text: string): string[] {
  const starts = [...text.matchAll(beginsMpesa)].map(({ index }) => index)
  // An Airtel message ends with its number where it does not begin with it; there is one of them in a line.
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

/** A chat calls a person who is in no address book by the number. */
export const speakerName = ({ speaker }: Piece): string | null => (speaker && phoneOf(speaker) ? null : speaker)
