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
const capital = /^[("“]?\p{Lu}[\p{L}'’.-]*[)"”,]?$/u

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
  return own.length > 0 && words.length <= 9 && own.every((word) => capital.test(word) && !noName.test(word))
}
