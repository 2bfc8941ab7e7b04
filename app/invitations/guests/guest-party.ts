import { seatsMax } from './invitation.ts'

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
