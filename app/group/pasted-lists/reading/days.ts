// Reads days and hours as messages and lists write them, day first.

const pad = (number: number) => String(number).padStart(2, '0')

/** Returns a day of the calendar, or null. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? `${year}-${pad(month)}-${pad(day)}` : null
}

/** Reads '2/10/26', '02.10.2026', and '2/10' of the last twelve months if today is known. */
export function dayWrittenIn(text: string, today?: string): string | null {
  const [day, month, year] = text.split(/[/.-]/).map(Number) as [number, number, number | undefined]
  if (year !== undefined) return dayOf(year < 100 ? 2000 + year : year, month, day)
  if (!today) return null
  const thisYear = Number(today.slice(0, 4))
  return (
    [thisYear, thisYear - 1].map((one) => dayOf(one, month, day)).find((one) => one !== null && one <= today) ?? null
  )
}

const moments =
  /(?<![\d/])(\d{1,2}[/.-]\d{1,2}[/.-](?:20)?\d\d)(?!\d)(?:,? ?(?:at|saa)? ?(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?(?: ?([ap])\.?m)?)?/gi

/** Reads the first moment in a message: '2/10/26 at 3:45 PM' is 2026-10-02T15:45. The due day of a loan does not count. */
export function firstMomentIn(text: string): string | null {
  for (const [, date, hour, minute, half] of text.replace(/due on [\d/]+/gi, '').matchAll(moments)) {
    const day = dayWrittenIn(date!)
    if (!day) continue
    if (!hour) return day
    const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
    return hours < 24 ? `${day}T${pad(hours)}:${minute}` : day
  }
  return null
}

/**
 * Reads the day in M-Pesa's code: since 2017 one of ten signs begins with the year (A is 2006), the month (A to L) and the day (1 to
 * 9, A to V). True of every sample but documented nowhere, so it may mark a row and never refuse it.
 */
export function dayOfCode(code: string): string | null {
  const [, year, month, day] = /^([A-Z])([A-L])([1-9A-V])[A-Z0-9]{7}$/.exec(code) ?? []
  if (!year || !month || !day) return null
  const [a, days] = ['A'.charCodeAt(0), /\d/.test(day) ? Number(day) : day.charCodeAt(0) - 55]
  return dayOf(2006 + year.charCodeAt(0) - a, 1 + month.charCodeAt(0) - a, days)
}

/** Counts the days from one day to the other. */
export const daysBetweenWritten = (one: string, other: string): number =>
  (Date.parse(other.slice(0, 10)) - Date.parse(one.slice(0, 10))) / 86_400_000

/** Returns true when more than a day lies between them. */
export const daysDiffer = (one: string, other: string): boolean => Math.abs(daysBetweenWritten(one, other)) > 1
