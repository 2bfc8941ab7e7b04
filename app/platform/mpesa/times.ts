// Times in Safaricom's formats: in the time zone of Nairobi, which is three hours ahead all year.

const ahead = 3 * 3_600_000
const inNairobi = (moment: Date) => new Date(moment.getTime() + ahead).toISOString()

/** Formats as 20261123165500. */
export const stampOf = (moment: Date): string => inNairobi(moment).replace(/\D/g, '').slice(0, 14)

/** Formats as 2026-11-23 16:55:00. */
export const wordsOfMoment = (moment: Date): string => inNairobi(moment).slice(0, 19).replace('T', ' ')

/** Parses a time; without a time zone it is Nairobi's. */
export function momentInNairobi(value: unknown): Date | undefined {
  const text = String(typeof value === 'number' || typeof value === 'string' ? value : '').trim()
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const written = day ? `${day}T${time}${zone ?? '+03:00'}` : `${y}-${mo}-${d}T${h}:${mi}:${s}+03:00`
  const moment = new Date(written)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
