import { sql } from 'kysely'
import type { InvitationState, Reply } from '#app/invitations/guests/invitation.ts'
import { tellAllGuests, tellGuestPages } from '#app/invitations/guests/kept-guest.server.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import {
  lockSeats,
  moveSeats,
  type Next,
  offerFree,
  type SeatedOccasion,
  type SeatsBy,
  seatsHeldBy,
  writeState,
} from './seats.server.ts'
import { hasParty } from './seats.ts'

// The outcome of an answer by guest, host or door: the state is written, free seats are offered, the host is notified.
// Imports no translated texts: operator commands use this file, too.

export type AnsweredGuests = { reply: Reply; adults: number; children: number; wish?: string; gives?: boolean }
/** The outcome of an answer. `place` is the guest's number in the line while waiting. */
export type GuestOutcome = { state: InvitationState; place: number | null }

export type Locked = NonNullable<Awaited<ReturnType<typeof lockInvitation>>>
export const lockInvitation = (tx: Tx, id: string) =>
  tx
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.id', '=', id)
    .select([
      'i.id',
      'i.occasion_id as occasionId',
      'i.state',
      'i.seats',
      'i.adults',
      'i.children',
      'i.wish',
      'i.gives',
    ])
    .select([
      's.id as supporterId',
      's.asks',
      'i.offer_until as offerUntil',
      's.origin',
      's.claimed_phone as claimed',
      's.gathering_id as gatheringId',
    ])
    .forUpdate('i')
    .executeTakeFirst()

/** Writes the next state, unless nothing changed; offers freed seats; and notifies the host. */
export async function finish(
  tx: Tx,
  invitation: Locked,
  occasion: SeatedOccasion,
  { next, by, now, asked }: { next: Next; by: SeatsBy; now: Date; asked?: Partial<AnsweredGuests> },
): Promise<GuestOutcome> {
  const party = hasParty(next.state) ? next.party : null
  const { state, adults, children } = invitation
  const same = state === next.state && adults === (party?.adults ?? null) && children === (party?.children ?? null)
  if (!same) {
    const { id: answerId } = await writeState(tx, invitation.id, { ...next, party }, { by, now })
    await enqueue(tx, 'mail-answered', { answerId }, { key: String(answerId) })
    await mailHostSoon(tx, occasion.gatheringId, by, now)
  }
  // A Yes from the host ends the check of a guest who asked.
  if (by === 'host' && invitation.asks && next.state !== 'no')
    await tx.updateTable('supporters').set({ asks: false }).where('id', '=', invitation.supporterId).execute()
  if (asked) await keepBeside(tx, invitation.id, { asked, occasion, reply: next.state, now })
  if (
    seatsHeldBy(invitation) >
    seatsHeldBy({ state: next.state, adults: party?.adults ?? 0, children: party?.children ?? 0 })
  )
    await offerFree(tx, occasion, now)
  await tell(tx, `gathering:${occasion.gatheringId}`)
  await tellGuestPages(tx, [invitation.supporterId])
  if (isSeenByOthers(occasion, [state, next.state])) await tellAllGuests(tx, occasion.gatheringId)
  return { state: next.state, place: next.state === 'waiting' ? await placeOf(tx, invitation.id) : null }
}

/** Checks whether an answer changes other guests' pages: free seats, how many come, their names, or places in the line. */
const isSeenByOthers = ({ capacity, counts, lists }: SeatedOccasion, states: InvitationState[]): boolean =>
  capacity !== null || counts || lists || states.includes('waiting')

/** Saves the rest of an answer: the wish, whether the guest gives instead, and the version of the occasion they answered. */
const keepBeside = (
  tx: Tx,
  id: string,
  {
    asked,
    occasion,
    reply,
    now,
  }: { asked: Partial<AnsweredGuests>; occasion: SeatedOccasion; reply: InvitationState; now: Date },
) =>
  tx
    .updateTable('invitations')
    .set({
      ...(asked.wish !== undefined && { wish: asked.wish }),
      gives: reply === 'no' && asked.gives === true,
      answered_at: now,
      answered_version: occasion.version,
      touched: sql<string>`pg_current_xact_id()`,
    })
    .where('id', '=', id)
    .execute()

/** Schedules one mail to the host at the end of ten minutes for all answers in them. The host's own entries need no mail. */
async function mailHostSoon(tx: Tx, gatheringId: string, by: SeatsBy, now: Date): Promise<void> {
  if (by !== 'guest') return
  const length = 600_000
  const until = (Math.floor(now.getTime() / length) + 1) * length
  await enqueue(tx, 'mail-answers', { gatheringId, until }, { key: `${gatheringId}:${until}`, runAt: new Date(until) })
}

async function placeOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from invitations w join invitations i on i.id = ${id}
    where w.occasion_id = i.occasion_id and w.state = 'waiting' and (w.waits_since, w.id) <= (i.waits_since, i.id)`.execute(
    tx,
  )
  return rows[0]!.n
}

/** Takes the invitation back, unless its occasion is over: then the invitation counts as before. */
export async function withdrawInvitation(tx: Tx, id: string, now: Date): Promise<void> {
  const invitation = (await lockInvitation(tx, id))!
  if (invitation.state === 'withdrawn') return
  const occasion = await lockSeats(tx, invitation.occasionId)
  if (occasion && endOfOccasion(occasion) <= now) return
  await moveSeats(tx, invitation.occasionId, -seatsHeldBy(invitation))
  const next = { state: 'withdrawn', party: null } as const
  // A gathering that is stopped offers its seats to nobody.
  if (occasion) await finish(tx, invitation, occasion, { next, by: 'guest', now })
  else await writeState(tx, id, next, { by: 'guest', now })
}
