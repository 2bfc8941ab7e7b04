// Phone numbers as people write them, kept in the one form the whole world dials. Those of seven countries are checked.

export const phoneCountries = ['KE', 'UG', 'TZ', 'RW', 'NG', 'GH', 'ZA'] as const
export type PhoneCountry = (typeof phoneCountries)[number]

type Plan = { code: string; mobile: RegExp; any: RegExp }
/** What follows the code of each country. Within all of them a 0 is dialled before it. */
const plans: Record<PhoneCountry, Plan> = {
  // A mobile number with a digit too few is not one of a house.
  KE: { code: '254', mobile: /^[17]\d{8}$/, any: /^(?:[17]\d|[2-689]\d?)\d{7}$/ },
  UG: { code: '256', mobile: /^7\d{8}$/, any: /^[1-9]\d{8}$/ },
  TZ: { code: '255', mobile: /^[67]\d{8}$/, any: /^[1-9]\d{8}$/ },
  RW: { code: '250', mobile: /^7[2389]\d{7}$/, any: /^[1-9]\d{8}$/ },
  NG: { code: '234', mobile: /^[789][01]\d{8}$/, any: /^[1-9]\d{6,9}$/ },
  GH: { code: '233', mobile: /^[25]\d{8}$/, any: /^[1-9]\d{8}$/ },
  ZA: { code: '27', mobile: /^[678]\d{8}$/, any: /^[1-9]\d{8}$/ },
}

/**
 * '+254712345678' for 0712 345 678, 254712345678 or +254 712 345 678; undefined for what can't be a number. What is written
 * without the code of a country is of this one. Digits of other scripts are refused: a person who sees them can't say aloud
 * what is rung.
 */
export function phoneIn(text: string, country: PhoneCountry = 'KE'): string | undefined {
  const typed = text.trim().replace(/[\s().\u2010-\u2015-]/g, '')
  if (!/^\+?\d{8,16}$/.test(typed)) return undefined
  const number = healed(dialled(typed, plans[country]))
  if (!number || !/^\+[1-9]\d{6,14}$/.test(number)) return undefined
  const home = countryOf(number)
  return home && !plans[home].any.test(within(number, home)) ? undefined : number
}

function dialled(typed: string, { code, mobile }: Plan): string | undefined {
  if (typed.startsWith('+')) return typed
  if (typed.startsWith('00')) return `+${typed.slice(2)}`
  if (typed.startsWith('0')) return `+${code}${typed.slice(1)}`
  if (mobile.test(typed)) return `+${code}${typed}`
  return typed.length >= 11 ? `+${typed}` : undefined
}

/** The 0 that is dialled at home is dropped behind the code of the country: many write both. */
function healed(number: string | undefined): string | undefined {
  const home = number && countryOf(number)
  if (!home || !within(number, home).startsWith('0')) return number
  return `+${plans[home].code}${within(number, home).slice(1)}`
}

/** Of the seven countries, the one whose number it is. No code of them begins another. */
export const countryOf = (number: string): PhoneCountry | undefined =>
  phoneCountries.find((country) => number.startsWith(`+${plans[country].code}`))

/** The digits that it has however it is written, such as 712345678; undefined for what can't be a number. */
export function digitsIn(text: string): string | undefined {
  const number = phoneIn(text)
  const home = number && countryOf(number)
  return home ? within(number, home) : number?.slice(1)
}

const within = (number: string, country: PhoneCountry) => number.slice(1 + plans[country].code.length)

/** The same of mobile phones of the seven countries, which texts reach; undefined for all others. */
export function mobileIn(text: string, country?: PhoneCountry): string | undefined {
  const number = phoneIn(text, country)
  const home = number && countryOf(number)
  return home && plans[home].mobile.test(within(number, home)) ? number : undefined
}

/** True for a number of a mobile phone of Kenya: it can have a wallet, and be sent a prompt by M-Pesa. */
export const isKenyanMobile = (number: string): boolean => /^\+254[17]\d{8}$/.test(number)

/** '0712 … 678' for those who may know which number it is, but not the number; '+256 … 456' of another country. */
export const phoneShown = (number: string): string => `${partsOf(number)[0]} … ${number.slice(-3)}`

/**
 * Of digits by which a number is looked for, those that `phoneShown` shows: the last three and, of a whole number, how it
 * begins. Nobody learns the others by looking for them. Undefined for what are no digits.
 */
export function shownDigits(text: string): { start: string; end: string } | undefined {
  const end = /^[\d\s+().…-]*$/.test(text) ? text.replace(/\D/g, '').slice(-3) : ''
  if (end.length < 3) return undefined
  const number = phoneIn(text)
  return { start: number ? number.slice(0, -partsOf(number)[1].length) : '', end }
}

/** '0712 345 678' for the person whose number it is; '+256 772 123 456' of another country. */
export function phoneWhole(number: string): string {
  const [start, rest] = partsOf(number)
  return [start, ...(rest.match(/\d{3}(?=\d{3})|\d+/g) ?? [])].join(' ')
}

/** How it begins, and what follows: in Kenya as it is dialled there, else with the code of the country. */
function partsOf(number: string): [string, string] {
  const home = countryOf(number)
  if (!home) return [number.slice(0, 4), number.slice(4)]
  const own = within(number, home)
  return home === 'KE' ? [`0${own.slice(0, 3)}`, own.slice(3)] : [`+${plans[home].code}`, own]
}
