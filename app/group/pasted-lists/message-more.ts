import { moneyAmountsIn } from './list-amounts.ts'
import { saysReceived } from './list-words.ts'
import { isCollector, phoneOf } from './parties.ts'
import { beginsMpesa, footer, longestMessage, type Piece } from './pieces.ts'
import type { KnownNames, LeftOut, PastedRow, RowLook } from './row.ts'
import { hidesName } from './unnamed.ts'

// Words that people write around a message: for whom the money is, how it is shared, or that it is no gift at all. The message proves
// the money and none of that, so a person looks.

/** Returns the doubts from a message's line beside the provider's own words, and from the person who shows it. */
export function looksAround({ speaker, text: whole }: Piece, { collectors = [] }: KnownNames): RowLook[] {
  const text = whole.slice(0, longestMessage)
  const looks: RowLook[] = []
  const [first] = text.matchAll(beginsMpesa)
  const inFront = text.slice(0, first?.index ?? 0)
  if (/\p{L}{2}/u.test(inFront.replace(label, '')) || isSaid(text, first !== undefined) || hidesName(text))
    looks.push('more words')
  // Money that another person than a collector received has not reached the fund drive.
  const isKnown =
    speaker === null ||
    role.test(speaker) ||
    isCollector({ name: speaker, phone: phoneOf(speaker), phoneEnd: null }, collectors)
  if (collectors.length > 0 && !isKnown) looks.push('other receiver')
  return looks
}

/** The collector's name in many phones. */
const role = /^(?:treasurer|mweka hazina|mhazini)\b/i
const label = /^\W*(?:(?:congratulations|fwd|fw|forwarded(?: message)?|m-?pesa|sms|message|from m-?pesa)\W*)+$/i
const balance =
  /(?: new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki|bal)\b)[^.]{0,40}?\d[\d,]*(?:\.\d\d)?|\bbal(?:ance)?:? ?(?:ksh|kes)?[. ]?\d[\d,]*(?:\.\d\d)?/i
const aboutWhom =
  /\b(?:hi[iy]o?|hizi|this|that|these) (?:ni|is|are|was)\b|\bni (?:ya|za|kwa|kutoka|mchango)\b|\bon behalf\b|\bniaba\b|\bm[ci]?i?chango\b|\bcontributions?\b|\bkwa ajili\b/i
const forPerson = /\bfor \p{Lu}\p{Ll}/u
/** The provider's own words. Providers write each amount with its cents. */
const ofProvider =
  /(?<=^|\.)[^.]*\b(?:hupiga|kurudisha|reverse|queries|call|piga|sms)\b[^.]*|\b(?:tid|(?:trans\w{0,8}|txn) ?id|muamala|ref(?:erence)?)\b[:. ]{1,3}[\w.]+|\bsaa \d{1,2}[:.]\d\d|\d[\d,]*\.\d\d|https?:\S+|\*\d+(?:\*\d+){0,6}#/gi

/** Checks for a person's words after the balance, as opposed to advertising. */
function isSaid(text: string, isMpesa: boolean): boolean {
  const found = balance.exec(text)
  if (!found) return false
  const behind = text.slice(found.index + found[0].length, found.index + found[0].length + longestAdded)
  const isShort =
    isMpesa && /\p{L}{2}/u.test(behind) && behind.length <= shortest && !isPlain(behind) && !ofAdvert.test(behind)
  return (
    isShort ||
    aboutWhom.test(behind) ||
    forPerson.test(behind) ||
    moneyAmountsIn(behind.replace(ofProvider, ' ')).length > 0
  )
}
const ofAdvert = /m-?pesa|\btumia\b/i
/** The longest short text after a balance. Advertising is rarely as short. */
const shortest = 60
const longestAdded = 400

const ofWhom =
  /^\W*(?:ya|ni ya|ni kutoka|for|from|kutoka|(?:kwa )?niaba|on behalf)\b|'s (?:contribution|money|share)\b/i
/** Two consecutive pieces of a paste, and their readings. */
type Read = { piece: Piece; found: object }

/** Marks a message if the line directly above it may say whose money it is, or share it. */
export function lookBelow({ piece, found }: Read, before: Read | undefined): void {
  if (piece.kind !== 'message' || !before || before.piece.line !== piece.line - 1) return
  // Most lines above a message are titles, and say nothing about the owner of the money.
  if (!isRowOfList(before.found) && !ofWhom.test(before.piece.text)) return
  lookAbove('looks' in found ? (found as PastedRow) : undefined, piece, before.piece, before.found)
}

/** Marks a message by the line directly below in its post: one that is no gift may name the giver, and a gift may share the money. */
export function lookAbove(row: PastedRow | undefined, before: Piece | undefined, piece: Piece, found: object): void {
  if (!row || row.source === 'list' || before?.kind !== 'message' || before.nr !== row.nr) return
  if (piece.kind !== 'line' || piece.post !== before.post) return
  const said = piece.text.slice(0, longestAdded)
  if (!/\p{L}{2}/u.test(said.replace(ofScreen, ' ')) || isPlain(said)) return
  const look: RowLook | null = isLeftOut(found) ? 'odd name' : isRowOfList(found) ? 'more words' : null
  if (look) row.looks = [...new Set([...row.looks, look])]
}

/** Words that a phone shows between two messages. */
const ofScreen =
  /\b(?:m-?pesa|fwd|forwarded|message|am|pm|(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?|today|yesterday|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/gi
const thanks = /^\W*(?:asante|ahsante|thank|mungu|god|amen|barikiwa|be blessed|shukran|hongera|pole)/i
const isPlain = (text: string): boolean =>
  thanks.test(text) || footer.test(text) || saysReceived.test(text) || /\b(?:ziidi|interest|dial|app)\b/i.test(text)

const isLeftOut = (found: object): found is LeftOut => 'reason' in found
/** Checks for a numbered line, which begins a list. */
const isRowOfList = (found: object): boolean =>
  'source' in found && found.source === 'list' && 'text' in found && !/^\W*\d/.test(String(found.text))
