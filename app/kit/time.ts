import { type Language, localeOf } from './languages.ts'

// Dates as people write them, in Nairobi's time. A formatter costs more than formatting, so each is made once.

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

/** '20 Nov 2026, 16:04' */
export const momentIn = (language: Language, at: Date): string =>
  formatter(language, 'moment', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
