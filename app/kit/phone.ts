// Phone numbers as people write them, stored in the international form. Those of seven countries are checked.

export const phoneCountries = ['KE', 'UG', 'TZ', 'RW', 'NG', 'GH', 'ZA'] as const
export type PhoneCountry = (typeof phoneCountries)[number]

type Plan = { code: string; mobile: RegExp; any: RegExp }
/** The digits after each country's code. Within all these countries a 0 is dialled before them. */
const plans: Record<PhoneCountry, Plan> = {
  // The test of landlines must not accept a mobile number that is a digit short.
  KE: { code: '254', mobile: /^[17]\d{8}$/, any: /^(?:[17]\d|[2-689]\d?)\d{7}$/ },
  UG: { code: '256', mobile: /^7\d{8}$/, any: /^[1-9]\d{8}$/ },
  TZ: { code: '255', mobile: /^[67]\d{8}$/, any: /^[1-9]\d{8}$/ },
  RW: { code: '250', mobile: /^7[2389]\d{7}$/, any: /^[1-9]\d{8}$/ },
  NG: { code: '234', mobile: /^[789][01]\d{8}$/, any: /^[1-9]\d{6,9}$/ },
  GH: { code: '233', mobile: /^[25]\d{8}$/, any: /^[1-9]\d{8}$/ },
  ZA: { code: '27', mobile: /^[678]\d{8}$/, any: /^[1-9]\d{8}$/ },
}

/**
 * Returns '+254712345678' for 0712 345 678, 254712345678 or +254 712 345 678; undefined for what can't be a number. A number without
 * a country's code is of this country. Digits of other scripts are refused: people who see them can't say aloud which number is
 * called.
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

/** Drops the home 0 behind the country's code: many write both. */
function healed(number: string | undefined): string | undefined {
  const home = number && countryOf(number)
  if (!home || !within(number, home).startsWith('0')) return number
  return `+${plans[home].code}${within(number, home).slice(1)}`
}

/** Returns which of the seven countries a number belongs to. No code of them begins another. */
export const countryOf = (number: string): PhoneCountry | undefined =>
  phoneCountries.find((country) => number.startsWith(`+${plans[country].code}`))

/** Returns the digits common to all spellings of a number, such as 712345678; undefined for what can't be a number. */
export function digitsIn(text: string): string | undefined {
  const number = phoneIn(text)
  const home = number && countryOf(number)
  return home ? within(number, home) : number?.slice(1)
}

const within = (number: string, country: PhoneCountry) => number.slice(1 + plans[country].code.length)

/** Returns a mobile number of the seven countries, which texts reach; undefined for all others. */
export function mobileIn(text: string, country?: PhoneCountry): string | undefined {
  const number = phoneIn(text, country)
  const home = number && countryOf(number)
  return home && plans[home].mobile.test(within(number, home)) ? number : undefined
}

/** Checks for a Kenyan mobile number: it can have a wallet, and be sent a prompt by M-Pesa. */
export const isKenyanMobile = (number: string): boolean => /^\+254[17]\d{8}$/.test(number)

/** Masks a number, '0712 … 678', for those who may recognise it but not read it; '+256 … 456' of another country. */
export const phoneShown = (number: string): string => `${partsOf(number)[0]} … ${number.slice(-3)}`

/**
 * Returns those digits of a search that `phoneShown` shows: the last three and, of a whole number, its start. A search thus reveals
 * no other digits. Undefined for a text that is not digits.
 */
export function shownDigits(text: string): { start: string; end: string } | undefined {
  const end = /^[\d\s+().…-]*$/.test(text) ? text.replace(/\D/g, '').slice(-3) : ''
  if (end.length < 3) return undefined
  const number = phoneIn(text)
  return { start: number ? number.slice(0, -partsOf(number)[1].length) : '', end }
}

/** Writes a number for its owner, '0712 345 678'; '+256 772 123 456' of another country. */
export function phoneWhole(number: string): string {
  const [start, rest] = partsOf(number)
  return [start, ...(rest.match(/\d{3}(?=\d{3})|\d+/g) ?? [])].join(' ')
}

/** Splits a number into its prefix and the rest: in Kenya as it is dialled there, else with the country's code. */
function partsOf(number: string): [string, string] {
  const home = countryOf(number)
  if (!home) return [number.slice(0, 4), number.slice(4)]
  const own = within(number, home)
  return home === 'KE' ? [`0${own.slice(0, 3)}`, own.slice(3)] : [`+${plans[home].code}`, own]
}
