export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Morning before 12, afternoon before 17, else evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

const nairobi = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Nairobi' })
/** The hour in Nairobi, for a first guess where the visitor's own clock can't be seen. */
export const hourInNairobi = (at: Date): number => Number(nairobi.format(at))

/** What to call a person: the full name, or what is before the @. */
export const nameToGreet = (person: { fullName: string; email: string }): string =>
  person.fullName.trim() || person.email.split('@')[0]!
