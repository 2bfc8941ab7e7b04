import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { OccasionKind } from './occasion.ts'

// The form of a title in a sentence. Hosts write a name ('Mama Agnes Kilonzo'), the occasion itself ('Burial of Mama
// Agnes'), or something else ('Safari ya mwisho'). After 'invites you to' each form needs other words before it.

/** `name`: of one or two people. `the`: names the kind, with an article in English. `own`: names the kind, without one. */
export type TitleForm = 'name' | 'the' | 'own' | 'other'

/** The words for occasions of a kind, in English and in Swahili. */
const nouns: Record<OccasionKind, [english: string, swahili: string]> = {
  fundraising: ['fund-?rais(?:er|ing)|night|dinner|gala|concert', 'harambee|mchango|changisho|usiku|chakula'],
  ruracio: ['dowry|introduction', 'ruracio|mahari|koito|ngurario|ayie|utambulisho'],
  wedding: ['wedding|marriage', 'harusi|ndoa|nikah'],
  burial: ['burial|funeral|interment', 'mazishi|maziko'],
  memorial: ['memorial(?: service)?|remembrance|anniversary', 'kumbukumbu|ukumbusho'],
  graduation: ['graduation(?: party| ceremony)?|commencement', 'mahafali'],
  church: [
    'sunday|service|mass|prayers|crusade|fellowship|conference|concert|day',
    'jumapili|ibada|misa|maombi|kesha|siku',
  ],
  chama: ['meeting|agm|assembly|party|dinner', 'mkutano|chama'],
  school: ['day|sports|concert|fair|festival|meeting|reunion', 'siku|mkutano|tamasha|michezo'],
  other: ['', ''],
}

/** Words that no name contains, in upper or lower case. */
const noName =
  /^(our|my|your|we|the|in|to|for|with|day|night|party|life|love|big|weds?|marries|rip|rest|farewell|journey|send-?off|sending|celebrat\w*|thank\w*|safari|kwaheri|siku|asante|familia|family)$/i
const between =
  /^(and|&|\+|na|the|late|marehemu|wa|bin|binti|ole|arap|van|de|al|el|of|jr\.?|snr\.?|\(?\d{4}\)?|[-–—])$/i
const capitalWord = /^[("“]?\p{Lu}[\p{L}'’.-]*[)"”,]?$/u

export function titleForm(kind: OccasionKind, title: string): TitleForm {
  if (kind === 'other') return 'own'
  const [english, swahili] = nouns[kind]
  if (begins(title, swahili)) return 'own'
  if (begins(title, english)) return /^(the|an?|our|my)\s|['’]s?\s/i.test(title) ? 'own' : 'the'
  return isName(title) ? 'name' : 'other'
}

/** True if the title begins or ends with one of these words; a year may follow at its end. */
const begins = (title: string, some: string) =>
  new RegExp(`^((the|an?|our|my)\\s)?(${some})\\b|\\b(${some})(\\s+\\d{4})?\\W*$`, 'i').test(title)

function isName(title: string): boolean {
  const words = title.split(/\s+/)
  // 'the late Mzee Otieno' is a name; 'The night before' is none.
  const own = words.filter((word) => !between.test(word))
  return own.length > 0 && words.length <= 9 && own.every((word) => capitalWord.test(word) && !noName.test(word))
}

// The first line of a card whose host has not written one. No bright words where people mourn.

/** Lines above a title that names the kind of occasion. */
const plain: Record<OccasionKind, Words> = {
  fundraising: msg`Come and raise money with us`,
  ruracio: msg`Our families invite you`,
  wedding: msg`With joy we invite you`,
  burial: msg`With sorrow we invite you`,
  memorial: msg`We invite you to remember with us`,
  graduation: msg`Come and celebrate with us`,
  church: msg`Come and worship with us`,
  chama: msg`You are invited to our meeting`,
  school: msg`You are invited`,
  other: msg`You are invited`,
}
/** Lines above a person's name: both are read as one. */
const aboveName: Partial<Record<OccasionKind, Words>> = {
  ruracio: msg`Our families invite you to the ruracio of`,
  wedding: msg`With joy we invite you to the wedding of`,
  burial: msg`With sorrow we invite you to the burial of`,
  memorial: msg`We invite you to the memorial of`,
  graduation: msg`Come and celebrate with us the graduation of`,
}
/** Lines above any other title. */
const openingWithKind: Partial<Record<OccasionKind, Words>> = {
  fundraising: msg`Come to our fundraising night`,
  ruracio: msg`Our families invite you to the ruracio`,
  wedding: msg`With joy we invite you to the wedding`,
  burial: msg`With sorrow we invite you to the burial`,
  memorial: msg`We invite you to the memorial`,
  graduation: msg`Come and celebrate a graduation with us`,
  school: msg`You are invited to our school`,
}

export function openingOf(kind: OccasionKind, title: string): Words {
  const form = titleForm(kind, title)
  if (form === 'the' || form === 'own') return plain[kind]
  return (form === 'name' && aboveName[kind]) || openingWithKind[kind] || plain[kind]
}

// The sentence of an invitation, which names the kind of occasion: a title is often only the name of a person.

type Titled = (title: string) => Words

/** Titles that are the name of the person whose day it is. */
const ofName: Partial<Record<OccasionKind, Titled>> = {
  ruracio: (title) => msg`the ruracio of ${title}`,
  wedding: (title) => msg`the wedding of ${title}`,
  burial: (title) => msg`the burial of ${title}`,
  memorial: (title) => msg`the memorial of ${title}`,
  graduation: (title) => msg`the graduation of ${title}`,
}
/** Other titles that do not name the kind of occasion. */
const withKind: Record<Exclude<OccasionKind, 'other'>, Titled> = {
  fundraising: (title) => msg`the fundraising night “${title}”`,
  ruracio: (title) => msg`the ruracio “${title}”`,
  wedding: (title) => msg`the wedding “${title}”`,
  burial: (title) => msg`the burial “${title}”`,
  memorial: (title) => msg`the memorial “${title}”`,
  graduation: (title) => msg`the graduation “${title}”`,
  church: (title) => msg`the church day “${title}”`,
  chama: (title) => msg`the chama meeting “${title}”`,
  school: (title) => msg`the school event “${title}”`,
}

/** Returns the occasion for use in a sentence: 'the burial of Mama Agnes'. `form`: the whole title's, if only a part is used. */
export function whatIn(
  words: I18n,
  kind: OccasionKind,
  title: string,
  form: TitleForm = titleForm(kind, title),
): string {
  if (form === 'own' || kind === 'other') return title
  if (form === 'the') return words._(msg`the ${title}`)
  return words._(((form === 'name' && ofName[kind]) || withKind[kind])(title))
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a title for use on its own, such as in a calendar. A title that does not name the kind gets the kind in front. */
export function titleAlone(words: I18n, kind: OccasionKind, title: string): string {
  const form = titleForm(kind, title)
  return form === 'the' ? title : capital(whatIn(words, kind, title, form))
}

/** Returns the hosts' names for use within a sentence. */
export const hostsIn = (hosts: string): string =>
  hosts.replace(/^(The|Our|Familia|Wazazi|Watoto|Kamati)(?=\s)/, (word) => word.toLowerCase())

/** The hosts are several, one family, or anything else: English needs two forms of the verb here, Swahili three. */
export type Inviting = 'several' | 'family' | 'one'
export function invitingOf(hosts: string): Inviting {
  if (/^(the )?(families|parents|children|friends)\b|^(wazazi|watoto|marafiki)\b|\s(and|na)\s|&/i.test(hosts))
    return 'several'
  return /^(the )?familia\b|\bfamily\b/i.test(hosts) ? 'family' : 'one'
}

type Sentence = (hosts: string, what: string) => Words
const sentences: Record<'sorrow' | 'joy' | 'plain', Record<Inviting, Sentence>> = {
  sorrow: {
    several: (hosts, what) => msg({ message: `with sorrow ${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `with sorrow ${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `with sorrow ${hosts} invites you to ${what}.`, context: 'one' }),
  },
  joy: {
    several: (hosts, what) => msg({ message: `with joy ${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `with joy ${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `with joy ${hosts} invites you to ${what}.`, context: 'one' }),
  },
  plain: {
    several: (hosts, what) => msg({ message: `${hosts} invite you to ${what}.`, context: 'several' }),
    family: (hosts, what) => msg({ message: `${hosts} invites you to ${what}.`, context: 'family' }),
    one: (hosts, what) => msg({ message: `${hosts} invites you to ${what}.`, context: 'one' }),
  },
}
const moodOf = (kind: OccasionKind) => (kind === 'burial' ? 'sorrow' : kind === 'wedding' ? 'joy' : 'plain')

type Invites = { kind: OccasionKind; hosts: string; title: string }

/** Returns the complete sentence; after a guest's name it continues in lower case. */
export function invitesTo(words: I18n, { kind, hosts, title }: Invites, guest?: string): string {
  const sentence = sentences[moodOf(kind)][invitingOf(hosts)]
  const said = words._(sentence(hostsIn(hosts), whatIn(words, kind, title)))
  return guest === undefined ? capital(said) : `${guest}, ${said}`
}
