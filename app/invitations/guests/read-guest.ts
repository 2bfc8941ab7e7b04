import { itemNumber, tidyName, withoutCrossedOut, withoutPictograms } from '#app/kit/pasted.ts'
import { looksSaid } from './chatter.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'
import { isCouple, seatsInLine } from './guest-party.ts'
import { groupMax, groupsMax, guestNameMax, guestNoteMax } from './invitation.ts'

// Reads one line of a guest list as people write it: a line number, a name, perhaps a phone, how many come, groups.

/** A guest to be invited, as one line of a list names them. */
export type ReadGuest = {
  name: string
  phone: string | null
  email: string | null
  /** The seats that the line asks for; null if it names no number. */
  seats: number | null
  groups: string[]
  note: string
  /** The line looks like a message of a chat: the host says whether it is a name. */
  isSaid?: boolean
  /** The reason to doubt how the line is read; the host decides. */
  doubt?: GuestDoubt
}

export type GuestDoubt = 'label' | 'not coming'

/** The reason why a line names no guest. */
export type NoGuest = 'no name' | 'number' | 'seats' | 'too long' | 'heading' | 'chat' | 'crossed out'

/** A longer line is a message, not a guest. */
export const longestLine = 400

const groupSign = /#(?=[\p{L}\p{N}_-]*\p{L})([\p{L}\p{N}_-]{1,40})/gu
const dates = /(?<![\d./-])\d{1,2}([./-])\d{1,2}\1(?:20)?\d\d(?![\d./-])/g
const money =
  /(?:\bkshs?|\bkes)\.? ?\d[\d,]*(?:\.\d\d)?(?: ?\/[=-])?|(?<![\p{L}\d.,])(?!(?:19|20)\d\d(?!\d))\d{1,3}(?:,?\d{3})*(?:(?<=\d{3})|(?= ?\/[=-]))(?:\.\d\d)?(?: ?\/[=-])?(?!\d)|(?<![\p{L}\d.,])\d+(?:\.\d)?k\b/giu
const newsOfChat =
  /^<[^>]{3,40}>$|^(?:(?:image|video|sticker|audio|gif|document) omitted|this message was deleted|you deleted this message|missed (?:voice|video) call|null)\.?$|^https?:\S+$/i
const headings =
  /^(?:the |our |my |updated |final )*(?:guest ?s?(?: list)?|list|names?|invited|invitees|wageni|orodha|majina|walioalikwa|waalikwa)\b/i
const sums = /^(?:grand |sub ?)?(?:total|jumla)\b/i
const said =
  /(?:^|[ ,-]+)(?:confirmed|coming|not sure|paid|anakuja|atakuja|wanakuja|watakuja|amekubali|amethibitisha|amelipa)$/i

/** Reads one line of clean text, without the stamp of a chat. */
export function readGuest(line: string): ReadGuest | NoGuest {
  if (line.length > longestLine) return 'too long'
  if (newsOfChat.test(line)) return 'chat'
  const unstruck = withoutCrossedOut(line)
  if (unstruck === null) return 'crossed out'
  const { isNumbered, text } = withoutNumber(unstruck)
  const { group, isLabel, rest: own } = labelIn(text)
  const { email, rest: withoutEmail } = emailIn(own)
  const { groups: signed, rest: bare } = groupsIn(withoutEmail)
  const groups = distinctGroups([...(group ? [group] : []), ...signed])
  const { phone, others, isBroken, rest } = phonesIn(bare.replace(dates, ' '))
  const party = seatsInLine(rest.replace(money, ' '))
  if (!isNumbered && !phone && !email && isHeading(text, party.seats)) return 'heading'
  const { name, note } = namedIn(party.rest)
  if (!phone && isBroken) return 'number'
  if (!name) return 'no name'
  if (name.length > guestNameMax) return 'too long'
  if (party.isOutside) return 'seats'
  const more = [note, ...others].filter(Boolean).join(', ').slice(0, guestNoteMax).trim()
  const isSaid = !isNumbered && !phone && !email && looksSaid(text)
  const seats = party.seats ?? (isCouple(name) ? 2 : null)
  return { name, phone, email, seats, groups, note: more, isSaid, ...(isLabel ? { doubt: 'label' as const } : {}) }
}

/** Returns the line without its number, bullet or tick. '4 watu' is no line number. */
function withoutNumber(line: string): { isNumbered: boolean; text: string } {
  const plain = line.replace(/(?<![\d*])\*+(?![\d*])|(?<![\p{L}\d_])_+|_+(?![\p{L}\d_])/gu, ' ').replace(/ {2,}/g, ' ')
  const bare = plain.replace(
    /^(?:[\s*_~>\u2022\u00b7\u25aa-\u25cf\u25e6\u2023\u27a2\u2794]|-(?!\d)|\p{Extended_Pictographic}(?!\d))+/u,
    '',
  )
  const number =
    itemNumber.exec(bare)?.[0] ??
    /^#?\(?\d{1,4}\)? +(?=[\p{L}+])(?!(?:watu|pax|people|persons?|seats?|guests?|nafasi)\b)/iu.exec(bare)?.[0]
  return { isNumbered: number !== undefined, text: (number ? bare.slice(number.length) : bare).trim() }
}

const labels =
  /^(?:v?vips?|v\.i\.p\.?|(?:table|meza|row|safu|block) ?(?:no\.? ?)?\d{1,3}[a-z]?|(?:table|meza) [a-z]|high table|meza kuu|(?:bride|groom|bibi harusi|bwana harusi)(?:'?s)?(?: side| family)?|family|familia|friends|marafiki|committee|kamati|clergy|wachungaji|elders|wazee|relatives|in-?laws|wakwe|neighbou?rs|majirani|colleagues|work|kazi|church|kanisa|chama|school|shule|choir|kwaya|youth|vijana|guests? of honou?r|speakers?|mcs?|dj|team|protocol|ushers?|media|press|government|serikali|leaders|viongozi|group [a-z0-9]|kundi [a-z0-9])$/i

/**
 * Splits a label off: 'VIP: Hon. Agnes Kavindu' is Agnes, of the VIPs. Other words before a colon and a name may be a
 * label, a speaker or the name: that can't be known, so the host decides.
 */
function labelIn(text: string): { group: string | null; isLabel: boolean; rest: string } {
  const [, label, rest] = /^([^:|,;]{1,40}?) ?: *(?=[("“]?\p{L}{2})(.*)$/u.exec(text) ?? []
  if (!label || !rest || !/\p{L}/u.test(label) || /\d{5}/.test(label))
    return { group: null, isLabel: false, rest: text }
  if (labels.test(label.trim())) return { group: label.trim(), isLabel: false, rest }
  const isSeats = /^(?:seats?|pax|people|watu|nafasi|viti|wageni|guests?|tel|phone|simu|email|note)\b/i.test(rest)
  return { group: null, isLabel: !isSeats && !headings.test(label), rest: text }
}

/** `#family` and `#wana-kamati` are groups; `#4` is none. */
function groupsIn(text: string): { groups: string[]; rest: string } {
  const found = [...text.matchAll(groupSign)].map(([, group]) => group!.replace(/_/g, ' ').trim())
  return { groups: distinctGroups(found), rest: text.replace(groupSign, ' ') }
}

/** Returns each group once, in whatever case, and no more than are kept. */
function distinctGroups(groups: readonly string[]): string[] {
  const byFold = new Map<string, string>()
  for (const group of groups) {
    const one = group.trim().slice(0, groupMax).trim()
    if (one && !byFold.has(one.toLowerCase())) byFold.set(one.toLowerCase(), one)
  }
  return [...byFold.values()].slice(0, groupsMax)
}

/** Returns the groups of tables and address books, without the one that calls everybody a contact. */
export const groupsInBook = (groups: readonly string[]): string[] =>
  distinctGroups(groups).filter((one) => !/^my ?contacts$/i.test(one))

/** Returns the name in a cell of a table or a card, without the sign that begins a formula, and the reason if it can't be a name. */
export function nameInBook(text: string): { name: string; why?: NoGuest } {
  const name = text.replace(/^[\s=+@-]+/, '').trim()
  if (!/\p{L}/u.test(name)) return { name, why: 'no name' }
  return name.length > guestNameMax ? { name, why: 'too long' } : { name }
}

const isHeading = (text: string, seats: number | null) =>
  sums.test(text) || (seats === null && (/: *$/.test(text) || headings.test(text)))

/** 'Hon. (Dr.) Wavinya Ndeti' and 'Maj. Gen. (Rtd) Musomba': after mere titles the name continues behind the bracket. */
const titlesBeforeBracket =
  /^((?:(?:hon|dr|prof|rev|revd|fr|pst|ev|eng|arch|adv|amb|maj|gen|col|lt|capt|cpt|brig|sgt|sir|mr|mrs|ms|sr|bro|bishop|canon|pastor|father|sister|judge|justice|lady|chief|mzee|mwalimu|gov|sen)(?:\.| ) ?)+)([([{][^)\]}]{1,20}[)\]}]) *(?=\p{L})([^([{]*)/iu

/** Reads the name, which comes first; other words between commas, dashes and brackets are a note. */
function namedIn(line: string): { name: string; note: string } {
  const text = line.replace(titlesBeforeBracket, '$1 $3 $2')
  const brackets = [...text.matchAll(/[([{]([^)\]}]{2,80})[)\]}]/g)].map(([, inner]) => inner!)
  const parts = text
    .replace(/[([{][^)\]}]{0,80}[)\]}]/g, ' | ')
    .split(/[|;\t=]|,(?!\d)| - |- | -|:(?!\d)|\.{2,}| \/ /)
    .map(plainPart)
    .filter((part) => /\p{L}/u.test(part))
  const at = parts.findIndex((part) => /\p{L}{2}/u.test(part))
  if (at < 0) return { name: '', note: '' }
  const note = [...parts.slice(0, at), ...parts.slice(at + 1), ...brackets.map(plainPart)]
  return { name: longOrTidy(parts[at]!), note: note.filter((part) => /\p{L}{2}/u.test(part)).join(', ') }
}

/** A name that is too long is refused, not cut. */
const longOrTidy = (name: string) => (name.length > guestNameMax ? name : tidyName(name))

/** Removes pictures, ticks, and signs at either end. */
const plainPart = (part: string): string =>
  withoutPictograms(part)
    .replace(/["\\<>{}[\]()~^|*_=]+/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[\s.,:;+@!?'&/%-]+|[\s,:;+@!?&/%-]+$/g, '')
    .replace(/(?<=\p{L}{4})\.$/u, '')
    .replace(said, '')
    .trim()
