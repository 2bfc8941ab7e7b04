import { sql } from 'kysely'
import type { InvitationState, Party } from '#app/invitations/guests/invitation.ts'
import { tellAllGuests } from '#app/invitations/guests/kept-guest.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { Times } from '#app/invitations/occasions/times.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { holdsSeats, offerEnds, offersGoOut } from './seats.ts'

// The seats of an occasion are counted in one row. A change of the seats, the capacity or the state of the occasion first locks that row
// and then reads the occasion, so that the last seat is given once. The order of locks is always invitation, then seats; a transaction that
// holds the seats and needs further invitations takes only those that nobody else has locked.

/** An occasion under the lock of its seats: its rules, capacity and seats cannot change meanwhile. */
export type SeatedOccasion = NonNullable<Awaited<ReturnType<typeof lockSeats>>>

export async function lockSeats(tx: Tx, occasionId: string) {
  await tx.selectFrom('occasion_seats').where('occasion_id', '=', occasionId).select('taken').forUpdate().execute()
  // The read is a statement of its own, after the lock, so that it sees the changes of other transactions while we waited.
  return tx
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('o.id', '=', occasionId)
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['o.id', 'o.gathering_id as gatheringId', 'o.zone', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .select(['o.answers_until as answersUntil', 'o.status', 'o.approves', 'o.waits', 'o.version', 'o.shared'])
    .select(['o.plus_ones as plusOnes', 'o.party_most as partyMost', 'g.status as gathering', 'o.capacity'])
    .select(['o.shows_count as counts', 'o.shows_list as lists'])
    .executeTakeFirst()
}

/** Takes or gives back seats; false if there are not enough. */
export async function moveSeats(tx: Tx, occasionId: string, by: number): Promise<boolean> {
  if (by === 0) return true
  const { rows } = await sql<{ taken: number }>`
    update occasion_seats s set taken = taken + ${by}::int from occasions o
    where s.occasion_id = ${occasionId} and o.id = s.occasion_id
      and (${by}::int <= 0 or o.capacity is null or s.taken + ${by}::int <= o.capacity)
    returning s.taken`.execute(tx)
  return rows.length > 0
}

export type SeatsBy = 'guest' | 'host' | 'door' | 'clock'
export type Next = { state: InvitationState; party: Party | null; offerUntil?: Date | null }

/**
 * Writes the new state of an invitation, and its step. Its seats have been moved before. `now` is the clock of the
 * mails to the host: an answer of the last moment is in one mail or in the next.
 */
export async function writeState(
  tx: Tx,
  id: string,
  { state, party, offerUntil = null }: Next,
  { by, now }: { by: SeatsBy; now: Date },
) {
  const lines = state === 'waiting' || state === 'offered'
  await tx
    .updateTable('invitations')
    .set({
      state,
      adults: party?.adults ?? null,
      children: party?.children ?? null,
      offer_until: offerUntil,
      waits_since: lines ? sql<Date>`coalesce(waits_since, clock_timestamp())` : null,
      touched: sql<string>`pg_current_xact_id()`,
    })
    .where('id', '=', id)
    .execute()
  return tx
    .insertInto('answers')
    .values({ invitation_id: id, state, adults: party?.adults ?? null, children: party?.children ?? null, by, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** How many seats an invitation holds. */
export const seatsHeldBy = ({
  state,
  adults,
  children,
}: {
  state: InvitationState
  adults: number | null
  children: number | null
}) => (holdsSeats(state) ? (adults ?? 0) + (children ?? 0) : 0)

/**
 * Offers the free seats to the first in line whose party fits, until none fits. Those who are passed over keep their
 * place. An invitation that another transaction has locked is left to a job that comes right after.
 */
export async function offerFree(tx: Tx, occasion: SeatedOccasion, now: Date): Promise<void> {
  if (occasion.status === 'cancelled' || occasion.gathering !== 'open' || !offersGoOut(occasion, now)) return
  let offered = 0
  for (;;) {
    const next = await firstFitting(tx, occasion.id)
    if (!next) break
    if (await offerTo(tx, occasion, next, { by: 'clock', now })) offered++
  }
  if (offered > 0) await tellAllGuests(tx, occasion.gatheringId)
  const { rows } = await sql`select 1 from (${fitting(occasion.id)}) w limit 1`.execute(tx)
  if (rows.length > 0) await enqueue(tx, 'offer-seats', { occasionId: occasion.id }, { key: occasion.id })
}

const fitting = (occasionId: string) => sql`
  select i.id, i.adults, i.children from invitations i
    join occasions o on o.id = i.occasion_id join occasion_seats s on s.occasion_id = o.id
  where i.occasion_id = ${occasionId} and i.state = 'waiting'
    and (o.capacity is null or s.taken + i.adults + i.children <= o.capacity)
  order by i.waits_since, i.id`

async function firstFitting(tx: Tx, occasionId: string) {
  const { rows } = await sql<
    Party & { id: string }
  >`${fitting(occasionId)} limit 1 for update of i skip locked`.execute(tx)
  return rows[0]
}

/** Offers seats to a waiting guest; false if their party does not fit. The invitation and the seats are locked. */
export async function offerTo(
  tx: Tx,
  occasion: Times & { id: string; zone: string },
  { id, adults, children }: Party & { id: string },
  { by, now }: { by: SeatsBy; now: Date },
): Promise<boolean> {
  if (!(await moveSeats(tx, occasion.id, adults + children))) return false
  const offerUntil = offerEnds(occasion, now)
  const { id: answer } = await writeState(
    tx,
    id,
    { state: 'offered', party: { adults, children }, offerUntil },
    { by, now },
  )
  await enqueue(tx, 'mail-answered', { answerId: answer }, { key: String(answer) })
  return true
}
