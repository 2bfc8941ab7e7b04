import type { InvitationState, Reply } from '#app/invitations/guests/invitation.ts'
import { endOfOccasion, type OccasionStanding, type Times } from '#app/invitations/occasions/times.ts'
import { localAt, momentAt } from '#app/kit/zones.ts'

// The rules of seats, of the answers taken and of the time of offers. Imports no translated texts: operator commands use it, too.

/** True in the states that keep a party: those of all guests who answered other than No. */
export const hasParty = (state: InvitationState): boolean => !['invited', 'no', 'withdrawn'].includes(state)
/** True for guests who come, and for those with an offer until it ends. */
export const holdsSeats = (state: InvitationState): boolean => state === 'yes' || state === 'offered'

/**
 * Returns the replies that a guest may give now. A guest who comes may always reduce the party: that is a Yes too,
 * which the server takes after the deadline only if the party is not larger.
 */
export function repliesTaken(state: InvitationState, standing: OccasionStanding): Reply[] {
  if (state === 'withdrawn' || standing === 'cancelled' || standing === 'over' || standing === 'closed') return []
  if (standing === 'open') return ['yes', 'maybe', 'no']
  // An offer is good until it ends, even after the deadline for answers.
  return holdsSeats(state) ? ['yes', 'no'] : ['no']
}

const hour = 3_600_000
const between = (at: Date, zone: string) => {
  const clock = localAt(at, zone).slice(11)
  return clock >= '20:00' || clock < '08:00'
}

/** Returns the last moment that matters for offers: the beginning, or the deadline for answers if that is still to come. */
const closingOf = ({ startsAt, answersUntil }: Times, now: Date): Date =>
  answersUntil && answersUntil > now && answersUntil < startsAt ? answersUntil : startsAt

/** True if a free place is offered automatically: not in the last six hours, when nobody could be sure to read it. */
export const offersGoOut = (occasion: Times, now: Date): boolean => {
  const { answersUntil, startsAt } = occasion
  if (answersUntil && answersUntil <= now && answersUntil < startsAt) return false
  return closingOf(occasion, now).getTime() - 6 * hour > now.getTime()
}

/**
 * Returns the end of an offer made now: in 24 hours, moved to the morning if that is at night, and never later than three hours before the
 * beginning or the deadline. In the last hours only the host offers, and the offer is good until then.
 */
export function offerEnds(occasion: Times & { zone: string }, now: Date): Date {
  const closing = closingOf(occasion, now)
  const latest = new Date(closing.getTime() - 3 * hour)
  if (latest.getTime() < now.getTime() + hour) return closing > now ? closing : endOfOccasion(occasion)
  const wished = new Date(Math.min(now.getTime() + 24 * hour, latest.getTime()))
  if (!between(wished, occasion.zone)) return wished
  const morning = morningAfter(wished, occasion.zone)
  if (morning <= latest) return morning
  const evening = new Date(morning.getTime() - 12 * hour)
  return evening.getTime() >= now.getTime() + hour ? evening : wished
}

/** Returns the next eight o'clock in the morning there. */
function morningAfter(at: Date, zone: string): Date {
  const local = localAt(at, zone)
  const day = local.slice(11) >= '20:00' ? localAt(new Date(at.getTime() + 12 * hour), zone) : local
  return momentAt(`${day.slice(0, 10)}T08:00`, zone)
}
