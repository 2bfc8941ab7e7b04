// Amounts in words: 'elfu mbili mia tano', 'mia mbili hamsini', 'thao', 'five hundred'.

const numbersOf = (words: string, step: number) =>
  words.split(' ').map((word, at): [string, number] => [word, (at + 1) * step])
const numbers = new Map([
  ...numbersOf('moja mbili tatu nne tano sita saba nane tisa kumi', 1),
  ...numbersOf('kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini', 10),
  ...numbersOf('one two three four five six seven eight nine ten', 1),
  ...numbersOf('ten twenty thirty forty fifty sixty seventy eighty ninety', 10),
])
/** In Swahili and Sheng a scale is before its number, in English after it. */
const before = new Map([
  ['mia', 100],
  ['soo', 100],
  ['elfu', 1000],
  ['thao', 1000],
  ['ngiri', 1000],
  ['laki', 100_000],
])
const behind = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])
const words = [...numbers.keys(), ...before.keys(), ...behind.keys()].join('|')
const spoken = new RegExp(String.raw`\b(?:${words})\b(?: (?:(?:na|and) )?(?:${words})\b){0,8}`, 'gi')
const goesOn = /^ ?(?:na )?nusu\b/i

/** An amount in words. `odd` if it can be understood in two ways, such as 'elfu kumi na mbili'. */
export type SpokenAmount = { cents: number; index: number; end: number; odd: boolean }

/** Finds the first amount in words. Without 'hundred' or 'elfu' it is a number of something else. */
export function spokenAmount(text: string): SpokenAmount | null {
  for (const { 0: said, index } of text.matchAll(spoken)) {
    const tokens = said.toLowerCase().split(' ')
    if (!tokens.some((one) => before.has(one) || behind.has(one))) continue
    const end = index + said.length
    const { shillings, odd } = worthOf(tokens)
    // 'Aunty Mia' is a name.
    const isName = tokens.length === 1 && /^\p{Lu}/u.test(said)
    return { cents: shillings * 100, index, end, odd: odd || isName || goesOn.test(text.slice(end)) }
  }
  return null
}

function worthOf(tokens: string[]): { shillings: number; odd: boolean } {
  let [total, scale, loose] = [0, 0, 0]
  let odd = false
  for (const one of tokens) {
    const number = numbers.get(one)
    if (number !== undefined) {
      // 'mia mbili hamsini' is 250; 'elfu kumi na mbili' is 12,000 for one and 10,002 for another.
      if (scale === 0 && total >= 1000) odd = true
      if (scale > 0) total += number * scale
      else loose += number
      scale = 0
    } else if (behind.has(one)) {
      total += Math.max(1, loose) * behind.get(one)!
      ;[loose, odd] = [0, false]
    } else {
      // 'Mama Tatu mia tano': a number in front does not belong to it.
      if (loose > 0) odd = true
      total += scale
      scale = before.get(one) ?? 0
    }
  }
  return { shillings: total + scale + loose, odd }
}
