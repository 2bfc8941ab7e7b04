import { groupMax, groupsMax, guestNameMax, guestNoteMax, seatsMax } from '#app/invitations/guests/invitation.ts'
import { itemNumber, tidyName, withoutCrossedOut, withoutPictograms } from '#app/kit/pasted.ts'
import { emailIn, phonesIn } from './guest-contacts.ts'

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

// Lines of a pasted chat that are messages of its people, not guests. They are marked, never left out: the host may
// know a guest of that name.

const wordsOf = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Words that are nobody's name. A line with one of them is a message if all its other words are used in chats too. */
const chatWords = wordsOf(`
  ok okay okey oky okie kk k yes yeah yea yep yup no nope noted thanks thank thankyou thx tnx thnx amen ameen
  hi hello hey helo congrats congratulations welldone lol haha hahaha wow aha sure alright yaay
  please pls plz kindly sorry
  asante asanteni ahsante ahsanteni sawa sawasawa poa fiti ndio ndiyo ndiooo hapana hongera hongereni pole poleni
  habari habarini hujambo hamjambo jambo mambo vipi niaje karibu karibuni nimeona tumeona nimesoma nimepata nimeelewa
  tafadhali tafadhalini naomba samahani samahanini inshallah inshaallah mashallah alhamdulillah
  nitakuja nitafika nitakuwepo tutakuja tutafika tutakuwepo tupo nipo tuko tukopamoja nimefika tumefika sitakuja sitaweza
  mungu`)
/** Other words used in chats; some of them alone are names. */
const beside = wordsOf(`
  a all and also am are at be bless blessed blessings can come coming day dear done everyone evening family fine for friends from god
  good great group guys i im ill in is it its joy know let like lord love lot lovely man may me morning most much my na nice night
  not of oh on one our peace praise prayers safe see so soon sir that the them there they this to today tomorrow too u us very
  we welcome well what when where who will with work you your ya wa
  akubariki atubariki awabariki bwana asifiwe baraka jamani jioni kabisa kaka kwa kwenu kwetu kesho leo mchana dada ndugu njema nzuri
  pamoja pia sana salama safi siku sisi tena usiku uwe vizuri wapendwa watu wema wote yangu yako yetu zangu zenu asubuhi yote hii huyo
  mimi wangu niko aki hakika kweli taarifa`)

/** Whole sentences that people write, and those that the chat program writes. */
const sentences = [
  /^(?:please|pls|kindly|tafadhali|naomba|nisaidie|i ?am|i'm|i'll|i will|i can|i have|we are|we're|we will|we'll|let us|let's|can (?:you|we|i)|who (?:is|are)|what (?:is|time)|when (?:is|are)|where (?:is|are)|count me|add me|don'?t|do not|(?:please )?remember to|remind |usisahau|msisahau|tusisahau|see you|thank(?:s| you)|happy (?:birthday|new year)|good (?:morning|afternoon|evening|night|job|work)|god bless|well done|be blessed|you(?:'re| are) welcome|bwana asifiwe|habari (?:za|ya|yako|zenu)|(?:ah?santeni?|poleni?|hongereni?) (?:sana )?kwa|mungu (?:a|i)\p{L}+riki)(?!\p{L})/iu,
  /^you (?:were |have )?(?:added|removed|joined|left|created|changed|pinned|turned|deleted)(?!\p{L})/iu,
  /^(?:messages (?:and calls )?are end-to-end|ujumbe na simu |your security code|waiting for this message|this message (?:was|can)|ujumbe huu |umefuta ujumbe|ulifuta ujumbe)/iu,
  /^\S.{0,58} (?:added|removed|changed (?:the|this|their|to)|created (?:this )?group|pinned a message|turned (?:on|off)|is (?:now|no longer) an admin)(?! by)(?!\p{L})/iu,
  /^\S.{0,58} (?:left|joined)(?: (?:using|via|from|the) .*)?\.?$/iu,
  /^\S.{0,58} (?:alimwongeza|alikuongeza|amemwongeza|aliongeza|ameongeza|alimwondoa|amemwondoa|amejiunga|alijiunga|ameondoka|aliondoka|ametoka|alitoka)(?!\p{L})/iu,
]

/** True for a line that looks like a message of a chat, in English or Swahili: 'ok thanks', 'Sawa', 'Kamau added Njeri'. */
function looksSaid(line: string): boolean {
  if (/\?$/.test(line) || sentences.some((one) => one.test(line))) return true
  const words = foldedWords(line)
  return (
    words.length > 0 &&
    words.some((word) => chatWords.has(word)) &&
    words.every((word) => chatWords.has(word) || beside.has(word))
  )
}

/** Returns the words in lower case, without signs and figures, and okaaay as okay. */
const foldedWords = (line: string): string[] =>
  line
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)

// Reads how many people a line of a list is for: 'x4', '(4)', '4 seats', 'watu 4', '+3', which is four.

type Way = readonly [RegExp, (numbers: number[]) => number]

const people = 'seats?|pax|people|persons?|ppl|guests?|heads?|tickets?|nafasi|watu|viti|wageni'
const adults = 'adults?|wakubwa|watu wazima'
const kids = 'kids?|children|child|watoto|mtoto'
const spoken: Record<string, number> = {
  wawili: 2,
  watatu: 3,
  wanne: 4,
  watano: 5,
  sita: 6,
  saba: 7,
  wanane: 8,
  tisa: 9,
  kumi: 10,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
}

const first = ([one]: number[]) => one!
const way = (pattern: string, count: Way[1] = first): Way => [new RegExp(pattern, 'iu'), count]
const n = String.raw`(\d{1,3})(?!\d)`

const ways: readonly Way[] = [
  way(String.raw`\b${n} ?(?:${adults})\b[ ,&+]*(?:and|na)? ?${n} ?(?:${kids})\b`, ([a, b]) => a! + b!),
  way(String.raw`\b(?:${adults}) ?${n}[ ,&+]*(?:and|na)? ?(?:${kids}) ?${n}`, ([a, b]) => a! + b!),
  way(String.raw`(?:\+|\bplus) ?${n} ?(?:${people}|${kids}|others|more|wengine)?(?!\p{L})`, ([more]) => more! + 1),
  way(String.raw`(?:\+|\bplus|\bna) ?(?:${kids}) ?${n}`, ([more]) => more! + 1),
  way(String.raw`(?:\band|&|\bna) ${n} (?:others?|more|${kids})\b`, ([more]) => more! + 1),
  way(String.raw`(?:\bna|\band|&) (?:wengine|wenzake) ${n}`, ([more]) => more! + 1),
  way(String.raw`(?:\bna|\band|&) ?${n} *(?=$|[|,;)])`, ([more]) => more! + 1),
  way(String.raw`(?<![\p{L}\d])${n} ?(?:${people}|${adults})(?!\p{L})`),
  way(String.raw`(?<!\p{L})(?:${people}|party of|family of|familia ya|tuko|tutakuwa|wako) ?[:=-]? ?${n}`),
  way(String.raw`(?<![\p{L}\d])[x\u00d7*] ?${n}`),
  way(String.raw`(?<![\p{L}\d])${n} ?[x\u00d7](?![\p{L}\d])`),
  way(String.raw`[([{] ?${n} ?[)\]}]`),
]
const plusOne = /(?:\+|\bplus) ?(?:one|1)(?!\d)|\bna mwenzake\b|\b(?:and|&) (?:partner|spouse)\b/iu
const couple = /^ *(?:mr\.? (?:&|and|na) mrs|bw\.? na bi|bwana na bibi)\b/i
const noPerson =
  /\b(?:family|familia|fam|others?|wengine|wenzake|watoto|kids?|children|sons?|friends?|team|co|company|ltd|group|church|kanisa|ministry|ministries|choir|kwaya|committee|kamati|school|sacco|chama|women|youth|union|foundation|associates|advocates|department|office|staff)\b/i
const person = String.raw`\p{L}[\p{L}'’.-]*`
const two = new RegExp(String.raw`^(?:${person} ){0,2}${person} (?:&|and|na|\+) (?:${person} ){0,2}${person}$`, 'iu')
/** 'Otis na Achieng' are two people; 'Wafula & family' are some, and their number is unknown. */
export const isCouple = (name: string): boolean => couple.test(name) || (two.test(name) && !noPerson.test(name))

/** A number alone between signs, or beside the phone's place. */
const alone = /(?<=[|,;:\t]|(?:^| )- |[^\d]-) ?(\d{1,3}) ?(?=$|[|,;)\t])|(?<= )(\d{1,2}) ?(?=\|)/u

export type PartyIn = {
  seats: number | null
  /** The line's number of people is out of the range of one invitation. */
  isOutside: boolean
  rest: string
}

/** Returns the number of people, and the line without it. */
export function seatsInLine(text: string): PartyIn {
  for (const [pattern, count] of ways) {
    const match = pattern.exec(text)
    if (match) return party(text, match, count(match.slice(1).map(Number)))
  }
  const words = new RegExp(
    String.raw`(?<!\p{L})(?:watu|people|tuko|wako)? ?\b(${Object.keys(spoken).join('|')})\b ?(?:people|seats|pax)?`,
    'iu',
  ).exec(text)
  if (words && /watu|tuko|wako|people|seats|pax|wawili|watatu|wanne|watano|wanane/i.test(words[0]))
    return party(text, words, spoken[words[1]!.toLowerCase()]!)
  const one = plusOne.exec(text)
  if (one) return party(text, one, 2)
  const lone = alone.exec(text)
  if (lone) return party(text, lone, Number(lone[1] ?? lone[2]))
  return { seats: couple.test(text) ? 2 : null, isOutside: false, rest: text }
}

function party(text: string, match: RegExpExecArray, seats: number): PartyIn {
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  const isOutside = seats < 1 || seats > seatsMax
  return { seats: isOutside ? null : seats, isOutside, rest }
}
