import { saidInChat } from '#app/kit/pasted.ts'
import { dayIn } from './days.ts'
import { phoneOf } from './parties.ts'

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
}

/** Longer than any message. */
export const longestMessage = 1200

/** An M-Pesa message begins with its code and this word. */
export const beginsMpesa =
  /(?<![A-Z0-9])(?=[A-Z0-9]{0,11}\d)(?=[A-Z0-9]{0,11}[A-Z])([A-Z0-9]{8,12})[.,:]? ?(?:is )?(?:confirmed|imethibitishwa|imekubaliwa|umenunua)\b/gi
const beginsAirtel = /(?:\btrans(?:action)?\.? ?id|\btxn\.? ?id|\btid)[:. ]+[A-Z0-9][A-Z0-9.]{5,30}/gi

const beginsItem = /^ ?(?:[*_~>#\u2022\u00b7\u25aa-]|\(?\d{1,3} ?[.):\]-])/
/** With a balance behind it, a message is complete: what follows is another line. */
const saysBalance = /(?:balance|salio|baki)[^.]{0,40}?(?:ksh|kes)? ?[\d,]+\.\d\d|(?<![\d,])[\d,]{1,14}\.\d\d ?ksh\./i
/** What is found at the end of messages, and is no line of a list. */
export const footer =
  /transaction cost|gharama ya|amount you can transact|kiwango cha|pin yako|safaricom (?:only|hupiga)|dial ?\*|\*\d{3}(?:\*\d{1,12}){0,6}#|https?:|to reverse|kurudisha|m-?shwari|new m-?pesa|^on \d/i

/** Cuts lines of clean text into pieces, in order. */
export function piecesOf(lines: readonly string[], today?: string): Piece[] {
  return cut(lines, today).map((piece, at) => Object.assign(piece, { nr: at + 1 }))
}

function cut(lines: readonly string[], today?: string): Omit<Piece, 'nr'>[] {
  const pieces: Omit<Piece, 'nr'>[] = []
  let open: Omit<Piece, 'nr'> | null = null
  let said: Pick<Piece, 'speaker' | 'day'> = { speaker: null, day: null }
  for (const [at, whole] of lines.entries()) {
    const heard = heardIn(whole, today)
    if (heard) {
      said = { speaker: heard.speaker, day: heard.day }
      open = null
    }
    const text = (heard?.text ?? whole).trim()
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
