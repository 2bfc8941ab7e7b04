import { type Language, localeOf } from './languages.ts'

// Dates in Nairobi's time. Creating a formatter costs more than formatting, so each is made once.

const zone = 'Africa/Nairobi'
const made = new Map<string, Intl.DateTimeFormat>()

function formatter(language: Language, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${name}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(localeOf[language], { timeZone: zone, ...options })
  made.set(key, fresh)
  return fresh
}

/** '20 November 2026' */
export const dayIn = (language: Language, at: Date): string =>
  formatter(language, 'day', { dateStyle: 'long' }).format(at)

/** Shortens months to three letters: only English writes one with four, 'Sept'. */
const three = (written: string) => written.replace(/\bSept\b/, 'Sep')

/** '20 Nov 2026' */
export const briefDayIn = (language: Language, at: Date): string =>
  three(formatter(language, 'brief day', { dateStyle: 'medium' }).format(at))

/** '20 Nov 2026, 16:04' */
export const momentIn = (language: Language, at: Date): string =>
  three(
    formatter(language, 'moment', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at),
  )

/** '20 Nov' */
export const shortDayIn = (language: Language, at: Date): string =>
  three(formatter(language, 'short day', { day: 'numeric', month: 'short' }).format(at))

/** 'November 2026', or short 'Nov 2026' */
export const monthIn = (language: Language, at: Date, length: 'long' | 'short' = 'long'): string =>
  three(formatter(language, `${length} month`, { month: length, year: 'numeric' }).format(at))

/** '16:04' */
export const clockIn = (language: Language, at: Date): string =>
  formatter(language, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

/** Milliseconds that Nairobi is ahead of UTC: three hours, all year. */
const ahead = 3 * 3_600_000
const dayLength = 86_400_000

/** Returns the day of Nairobi's calendar: '2026-11-20'. */
export const dayAt = (at: Date): string => new Date(at.getTime() + ahead).toISOString().slice(0, 10)

/** Returns a moment of that day, to format it with. */
export const noonOf = (day: string): Date => new Date(`${day}T09:00:00Z`)

/** Returns when the day of Nairobi's calendar ends. */
export const endOfDay = (at: Date): number => Date.parse(`${dayAt(at)}T00:00:00Z`) + dayLength - ahead

/** Returns the hour of Nairobi's clocks, from 0 to 23. */
export const hourAt = (at: Date): number => new Date(at.getTime() + ahead).getUTCHours()

/** Checks for a day of the calendar in the form's spelling: '2026-02-28' is one, '2026-02-30' is not. */
export const isDay = (text: string): boolean => {
  const at = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Reads the day of this name from an address; null if there is none. */
export function askedDay(query: URLSearchParams, name: string): string | null {
  const typed = query.get(name) ?? ''
  return isDay(typed) ? typed : null
}

/** Counts the days from one day to another; negative when the other was before. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength

export type Age = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number }

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Returns when the text for this age changes next. */
export function nextAge(at: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - at.getTime())
  const step = age < hour ? minute : age < day ? hour : day
  return at.getTime() + (Math.floor(age / step) + 1) * step
}

/** Returns how old something is: just now, minutes under 60, hours under 24, then days. A clock that is ahead makes none older. */
export function ageOf(at: Date, now: Date): Age {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return { unit: 'now' }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
