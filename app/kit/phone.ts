// Phone numbers as people in Kenya write them, kept in the one form the whole world dials.

/** '+254712345678' for 0712 345 678, 254712345678 or +254 712 345 678; undefined for what can't be a number. */
export function phoneIn(text: string): string | undefined {
  const typed = text.trim().replace(/[\s().\u2010-\u2015-]/g, '')
  if (!/^\+?\d{8,16}$/.test(typed)) return undefined
  const number = worldwide(typed)
  if (!number || !/^\+[1-9]\d{6,14}$/.test(number)) return undefined
  return number.startsWith('+254') && !/^\+254[1-9]\d{7,8}$/.test(number) ? undefined : number
}

/** The 0 that is dialled within Kenya is dropped behind its number: many write both. */
const worldwide = (typed: string): string | undefined => dialled(typed)?.replace(/^\+2540/, '+254')

function dialled(typed: string): string | undefined {
  if (typed.startsWith('+')) return typed
  if (typed.startsWith('00')) return `+${typed.slice(2)}`
  if (typed.startsWith('0')) return `+254${typed.slice(1)}`
  if (/^[17]\d{8}$/.test(typed)) return `+254${typed}`
  return typed.length >= 11 ? `+${typed}` : undefined
}
