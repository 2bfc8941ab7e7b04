import { endOfOccasion } from '#app/invitations/occasions/times.ts'

// When the follow-up page opens. Thanks and photos can follow the first occasion; an account is final when no occasion is still to come.

export type Past = { startsAt: Date; endsAt: Date | null; status: 'planned' | 'cancelled' }
/** `nothing`: no occasion is over. `some`: at least one is over. `all`: none is still to come. */
export type Over = 'nothing' | 'some' | 'all'

/** Tells how much of a gathering is over. If all its occasions were cancelled it is over, too: money may have been given for it. */
export function overOf(occasions: Past[], now: Date): Over {
  const isPast = (one: Past) => one.status === 'cancelled' || endOfOccasion(one) <= now
  if (occasions.length > 0 && occasions.every(isPast)) return 'all'
  return occasions.some((one) => one.status === 'planned' && isPast(one)) ? 'some' : 'nothing'
}
