// The end of an occasion, and whether it takes answers. Imports no translated texts: operator commands use this file, too.

const hour = 3_600_000

/** The times that decide whether answers are taken. */
export type Times = { startsAt: Date; endsAt: Date | null; answersUntil: Date | null }

/** Returns the end of an occasion; without one it is six hours after the beginning. */
export const endOfOccasion = ({ startsAt, endsAt }: Pick<Times, 'startsAt' | 'endsAt'>): Date =>
  endsAt ?? new Date(startsAt.getTime() + 6 * hour)

/** The state of an occasion for guests who want to answer. `late`: Yes is closed, No is still taken. */
export type OccasionStanding = 'open' | 'late' | 'over' | 'cancelled' | 'closed'
export function standingOfOccasion(
  occasion: Times & { status: 'planned' | 'cancelled' },
  gathering: 'open' | 'closed',
  now: Date,
): OccasionStanding {
  if (occasion.status === 'cancelled') return 'cancelled'
  if (endOfOccasion(occasion) <= now) return 'over'
  if (gathering === 'closed') return 'closed'
  return occasion.answersUntil && occasion.answersUntil <= now ? 'late' : 'open'
}

/** Returns the occasion for a gathering's card: the next one, which people look for; if none is to come, the first. */
export const nextOf = <Seen extends { standing: OccasionStanding }>(occasions: Seen[]): Seen =>
  occasions.find(({ standing }) => standing !== 'over' && standing !== 'cancelled') ?? occasions[0]!

/** Returns the time zone for the days of a gathering: that of the occasion which begins first. */
export const zoneIn = (occasions: { startsAt: Date; zone: string }[]): string =>
  occasions.reduce((one, other) => (other.startsAt < one.startsAt ? other : one)).zone
