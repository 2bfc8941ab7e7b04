import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import { localAt, momentAt } from '#app/kit/zones.ts'

// When guests are reminded, by the kind of an occasion. Pure: the clock is handed in.

export type Rule = { whom: 'coming' | 'silent'; of: 'start' | 'deadline'; hours: number }

const day = 24
/** What an occasion of this kind reminds of. Where answers have no end, the silent are asked before the beginning. */
export function rulesOf(kind: OccasionKind, hasDeadline: boolean): Rule[] {
  if (kind === 'burial' || kind === 'memorial')
    return [
      { whom: 'coming', of: 'start', hours: day },
      { whom: 'coming', of: 'start', hours: 3 },
      ...(hasDeadline ? [{ whom: 'silent', of: 'deadline', hours: day } as const] : []),
    ]
  if (kind === 'chama' || kind === 'church') return [{ whom: 'coming', of: 'start', hours: day }]
  return [
    { whom: 'coming', of: 'start', hours: 2 * day },
    hasDeadline ? { whom: 'silent', of: 'deadline', hours: 2 * day } : { whom: 'silent', of: 'start', hours: 7 * day },
  ]
}

const hour = 3_600_000
const [evening, morning] = ['20:00', '07:00']

/** Nobody is woken up: from eight in the evening to seven in the morning, by the clocks there. */
export const isNight = (at: Date, zone: string): boolean => {
  const clock = localAt(at, zone).slice(11)
  return clock >= evening || clock < morning
}

/**
 * When a reminder is due that stands so many hours before a moment. At night it is seven in the morning, if that is two hours
 * before at least; else seven in the evening before.
 */
export function dueAt(moment: Date, hours: number, zone: string): Date {
  const wished = new Date(moment.getTime() - hours * hour)
  if (!isNight(wished, zone)) return wished
  const clock = localAt(wished, zone).slice(11)
  const next = clock >= evening ? dayLater(wished, zone, 1) : localAt(wished, zone).slice(0, 10)
  const seven = momentAt(`${next}T${morning}`, zone)
  if (seven.getTime() + 2 * hour <= moment.getTime()) return seven
  return momentAt(`${dayLater(seven, zone, -1)}T19:00`, zone)
}

/** The day of that zone's calendar so many days later. */
function dayLater(at: Date, zone: string, days: number): string {
  const noon = momentAt(`${localAt(at, zone).slice(0, 10)}T12:00`, zone)
  return localAt(new Date(noon.getTime() + days * day * hour), zone).slice(0, 10)
}
