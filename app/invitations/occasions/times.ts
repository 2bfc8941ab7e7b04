// When an occasion is over, and whether answers to it are taken. Without words: commands of the operator need it, too.

const hour = 3_600_000

/** What decides whether answers are taken. */
export type Times = { startsAt: Date; endsAt: Date | null; answersUntil: Date | null }

/** An occasion that does not say when it ends is over six hours after its beginning. */
export const endOfOccasion = ({ startsAt, endsAt }: Pick<Times, 'startsAt' | 'endsAt'>): Date =>
  endsAt ?? new Date(startsAt.getTime() + 6 * hour)

/** How an occasion stands for those who want to answer. `late`: Yes is closed, No is still taken. */
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

/** Of some occasions the one that a card tells of: what comes next is what people look for; when nothing does, the first. */
export const nextOf = <Seen extends { standing: OccasionStanding }>(occasions: Seen[]): Seen =>
  occasions.find(({ standing }) => standing !== 'over' && standing !== 'cancelled') ?? occasions[0]!

/** The zone in which the days of a gathering are read: that of the occasion which begins first. */
export const zoneIn = (occasions: { startsAt: Date; zone: string }[]): string =>
  occasions.reduce((one, other) => (other.startsAt < one.startsAt ? other : one)).zone
