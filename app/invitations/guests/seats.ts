import { endOfOccasion, type OccasionStanding, type Times } from '#app/invitations/occasions/times.ts'
import { localAt, momentAt } from '#app/kit/zones.ts'
import type { InvitationState, Reply } from './invitation.ts'

// Which invitations hold seats, what is taken from a guest when, and how long an offer is good. Without words: commands of the operator need it, too.

/** True in the states in which a party is kept: those of all who did not say No. */
export const hasParty = (state: InvitationState): boolean => !['invited', 'no', 'withdrawn'].includes(state)
/** Those who come, and those who may come until their offer ends, hold seats. */
export const holdsSeats = (state: InvitationState): boolean => state === 'yes' || state === 'offered'

/**
 * The replies that are taken from a guest now. Who comes may always say that fewer come: that is a Yes too, which the
 * server takes when it is late only if the party is not larger.
 */
export function repliesTaken(state: InvitationState, standing: OccasionStanding): Reply[] {
  if (state === 'withdrawn' || standing === 'cancelled' || standing === 'over' || standing === 'closed') return []
  if (standing === 'open') return ['yes', 'maybe', 'no']
  // An offer is good until it ends, whatever day answers ended.
  return holdsSeats(state) ? ['yes', 'no'] : ['no']
}

const hour = 3_600_000
const between = (at: Date, zone: string) => {
  const clock = localAt(at, zone).slice(11)
  return clock >= '20:00' || clock < '08:00'
}

/** The last moment that matters for offers: the beginning, or the end of answers where that is still to come. */
const closingOf = ({ startsAt, answersUntil }: Times, now: Date): Date =>
  answersUntil && answersUntil > now && answersUntil < startsAt ? answersUntil : startsAt

/** Whether a place that is free is offered by itself: not in the last six hours, when nobody could be sure to read it. */
export const offersGoOut = (occasion: Times, now: Date): boolean => {
  const { answersUntil, startsAt } = occasion
  if (answersUntil && answersUntil <= now && answersUntil < startsAt) return false
  return closingOf(occasion, now).getTime() - 6 * hour > now.getTime()
}

/**
 * Until when an offer of now is good: for 24 hours, and on to the morning where that would be at night; never later than
 * three hours before the beginning or the end of answers. In the last hours the host alone offers, and it is good until then.
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

/** The next eight o'clock in the morning there. */
function morningAfter(at: Date, zone: string): Date {
  const local = localAt(at, zone)
  const day = local.slice(11) >= '20:00' ? localAt(new Date(at.getTime() + 12 * hour), zone) : local
  return momentAt(`${day.slice(0, 10)}T08:00`, zone)
}
