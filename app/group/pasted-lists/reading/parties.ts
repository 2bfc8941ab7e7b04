import { tidyName } from '#app/kit/pasted.ts'

// Payers and receivers: names as people write them, phones whole or with their middle hidden.

export const phones = /(?<!\d)(?:\+? ?254|0) ?[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?!\d)/g
export const hiddenPhones = /(?<!\d)(?:\+?254|0) ?[17]?[\d ]{0,5}[*x\u2022#]{2,8} ?(\d{2,4})(?!\d)/gi

/** Reads a Kenyan mobile number, however it is spaced, as +254712345678; else null. */
export function phoneOf(text: string): string | null {
  const [, number] = /^(?:\+?254|0)([17]\d{8})$/.exec(text.replace(/[ ()~-]/g, '')) ?? []
  return number ? `+254${number}` : null
}

/** Reads the number in a text; if its middle is hidden, its last digits alone. */
export function phoneInLine(text: string): { phone: string | null; phoneEnd: string | null } {
  // Airtel writes a number without its leading 0, after the name.
  const phone =
    phoneOf(text.match(phones)?.[0] ?? '') ?? phoneOf(`0${/(?<=\p{L} )[17]\d{8}$/u.exec(text.trim())?.[0] ?? ''}`)
  const [hidden] = phone ? [] : [...text.matchAll(hiddenPhones)]
  return { phone, phoneEnd: hidden?.[1] ?? null }
}

export type MoneyParty = { name: string | null; phone: string | null; phoneEnd: string | null }

/** Reads the person or firm in a message: 'WANJIRU  KAMAU 0723***873', '501901 - KCB Money Transfer Services'. */
export function partyInLine(text: string): MoneyParty {
  const name = text
    .replace(phones, ' ')
    .replace(hiddenPhones, ' ')
    .replace(/^ ?\d{4,7} ?-? ?(?=\D)/, '')
    .replace(/^ ?(?:airtel money|m-?pesa) ?[-:]? ?(?=\p{L}{2})/iu, '')
    .replace(/ \+?\d{1,6}\.{2,}$/, '')
    .replace(/ ?-? ?\d{4,}$/, '')
    .replace(/\( *\)/g, ' ')
    .replace(/^[ .,:-]+|[ .,:-]+$/g, '')
  return { name: tidyName(name) || null, ...phoneInLine(text) }
}

const titles = /^(?:mama|baba|mrs?|ms|dr|rev|pastor|hon|eng|prof|mzee|uncle|aunt(?:y|ie)|and|family|fam|na)$/

/** Returns the words by which two spellings of a name are compared, in one order. */
export const wordsOfParty = (name: string | null): string[] =>
  (name ?? '')
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && !titles.test(word))
    .sort()

const foldedName = (name: string | null): string => wordsOfParty(name).join(' ')

/** Checks whether money went to a collector, by phone or by name. */
export function isCollector({ name, phone }: MoneyParty, collectors: readonly string[]): boolean {
  return collectors.some((one) => {
    const own = phoneOf(one)
    if (own) return own === phone
    return foldedName(one) !== '' && foldedName(one) === foldedName(name)
  })
}

// Givers who do not want to be named: 'Otis (anonymous)', 'Otis - asitajwe'.

const hides = String.raw`\banon(?:ym\w*)?\b|\b(?:[au]si|wasi|lisi)tajwe\b|\b(?:do not|don'?t|not to be|never) (?:be )?(?:mention|name|publish|show|display|say)\w*(?: (?:my|his|her|the) name)?\b|\bname withheld\b|\bwithh[eo]ld (?:the |my )?name\b|\bincognito\b|\bbila jina\b`
const inText = new RegExp(hides, 'i')
const inName = new RegExp(String.raw`[([]? ?(?:${hides}) ?[)\]]?`, 'gi')

export const hidesName = (text: string): boolean => inText.test(text)

/** Removes these words from the name. A person called 'Anonymous', or 'Anonymous friend', is not named anyway. */
export function unnamed(name: string | null, said: string): { name: string | null; anonymous: boolean } {
  if (!hidesName(said)) return { name, anonymous: false }
  const rest = name
    ?.replace(inName, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ ,.-]+|[ ,-]+$/g, '')
  if (name && hidesName(name) && !/\p{Lu}/u.test(rest!)) return { name, anonymous: false }
  // 'Anonymous (USA)' has this as a name.
  const isCalledSo = name !== null && name.search(inText) === 0
  return { name: isCalledSo ? name : rest || name, anonymous: true }
}
