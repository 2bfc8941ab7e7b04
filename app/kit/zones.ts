import { type Language, localeOf } from './languages.ts'

// Times as clocks of any place show them; see time.ts for Nairobi's.

/** Checks for the name of a time zone, such as 'Africa/Nairobi'. */
export function isZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(name) || name.length > 40) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const made = new Map<string, Intl.DateTimeFormat>()
function formatter(locale: string, zone: string, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${zone} ${name}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  // There are some hundred zones; made-up ones beyond this number are not cached.
  if (made.size < 2000) made.set(key, fresh)
  return fresh
}

/** Writes the local time of a zone, '2026-12-12T10:00', as a form's field for day and time has it. */
export function localAt(at: Date, zone: string): string {
  const parts = formatter('en', zone, 'local', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/**
 * Returns the moment of a local time, '2026-12-12T10:00'. A time skipped in spring is moved on by as much as the clocks; of a time
 * that comes twice in autumn the first is taken.
 */
export function momentAt(local: string, zone: string): Date {
  const asIfWorld = Date.parse(`${local}:00Z`)
  const ahead = (at: number) => Date.parse(`${localAt(new Date(at), zone)}:00Z`) - at
  const before = asIfWorld - ahead(asIfWorld - 86_400_000)
  const after = asIfWorld - ahead(asIfWorld + 86_400_000)
  const [first, last] = [Math.min(before, after), Math.max(before, after)]
  if (localAt(new Date(first), zone) === local) return new Date(first)
  // A skipped time is computed with the offset before the change: this is the time to which the clocks move on.
  return new Date(localAt(new Date(last), zone) === local ? last : before)
}

/** Writes '12 December 2026' preceded by the day of the week. */
export const dayThere = (language: Language, at: Date, zone: string): string =>
  formatter(localeOf[language], zone, 'day', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at)

/** 'Sat, 12 Dec' */
export const briefDayThere = (language: Language, at: Date, zone: string): string =>
  formatter(localeOf[language], zone, 'brief day', { weekday: 'short', day: 'numeric', month: 'short' }).format(at)

/** '10:00' */
export const clockThere = (language: Language, at: Date, zone: string): string =>
  formatter(localeOf[language], zone, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

/** Returns 'Nairobi' of 'Africa/Nairobi'. */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Zones with Kenya's time all year: readers there need no city beside 10:00. */
const asKenya = ['Africa/Nairobi', 'Africa/Kampala', 'Africa/Dar_es_Salaam', 'Africa/Addis_Ababa']
export const isKenyanTime = (zone: string): boolean => asKenya.includes(zone)

/** Returns ', London' to write behind a time that is not Kenya's; else an empty text. */
export const cityBeside = (zone: string): string => (isKenyanTime(zone) ? '' : `, ${cityOf(zone)}`)
