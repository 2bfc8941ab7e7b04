import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import { localAt, momentAt } from '#app/kit/zones.ts'

// The times of reminders, by the kind of an occasion. Pure: the current time is an argument.

export type Rule = { whom: 'coming' | 'silent'; of: 'start' | 'deadline'; hours: number }

const day = 24
/** Returns the reminders of an occasion of this kind. Without a deadline, silent guests are reminded before the start. */
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

/** Tells whether it is night there, from eight in the evening to seven in the morning: nobody is woken up. */
export const isNight = (at: Date, zone: string): boolean => {
  const clock = localAt(at, zone).slice(11)
  return clock >= evening || clock < morning
}

/**
 * Returns when a reminder so many hours before a moment is due. At night it moves to seven in the morning if that is at least two hours
 * before the moment; else to seven in the evening before.
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

/** Returns the calendar day in that zone, so many days later. */
function dayLater(at: Date, zone: string, days: number): string {
  const noon = momentAt(`${localAt(at, zone).slice(0, 10)}T12:00`, zone)
  return localAt(new Date(noon.getTime() + days * day * hour), zone).slice(0, 10)
}
