import { endOfOccasion } from '#app/invitations/occasions/times.ts'

// When the page of what follows opens. What an occasion brings, such as thanks and photos, can follow the first one; an
// account is final when nothing is left to come.

export type Past = { startsAt: Date; endsAt: Date | null; status: 'planned' | 'cancelled' }
/** `nothing`: no occasion is over. `some`: one is. `all`: none is still to come. */
export type Over = 'nothing' | 'some' | 'all'

/** How much of a gathering is over. One whose occasions were all cancelled is over, too: money may have come for it. */
export function overOf(occasions: Past[], now: Date): Over {
  const isPast = (one: Past) => one.status === 'cancelled' || endOfOccasion(one) <= now
  if (occasions.length > 0 && occasions.every(isPast)) return 'all'
  return occasions.some((one) => one.status === 'planned' && isPast(one)) ? 'some' : 'nothing'
}
