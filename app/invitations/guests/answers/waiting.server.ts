import { type SqlBool, sql } from 'kysely'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { finish, lockInvitation } from './outcome.server.ts'
import { lockSeats, moveSeats, offerFree, offerTo, seatsHeldBy } from './seats.server.ts'

// The guests who wait for a place, in the order of the line, and those who ask to come.

/** The most guests shown at once: a host decides about the first. */
const mostShown = 200

export type WaitingGuest = {
  /** The id of the invitation. */
  id: string
  guest: string
  name: string
  state: 'asked' | 'waiting' | 'offered'
  adults: number
  children: number
  /** The guest's number in the line, as on their own page; null for a guest who asks or has an offer. */
  place: number | null
  offerUntil: Date | null
}
/** The waiting guests of one occasion. */
export type WaitingFor = {
  no: number
  name: string
  zone: string
  /** The free seats; null if there is no limit. */
  free: number | null
  people: number
  rows: WaitingGuest[]
}

/** Reads the occasions with guests who wait or ask. */
export async function waitingGuests(db: Db, gatheringId: string): Promise<WaitingFor[]> {
  const { rows } = await sql<WaitingGuest & Omit<WaitingFor, 'rows'>>`
    select * from (
      select o.no, o.name as occasion, o.zone, greatest(0, o.capacity - t.taken) as free, i.id, s.id as guest, s.name, i.state,
        i.adults, i.children, i.offer_until as "offerUntil", o.starts_at,
        case when i.state = 'waiting' then row_number() over (partition by o.id, i.state order by i.waits_since, i.id)
          end as place,
        row_number() over (partition by o.id order by i.state <> 'asked', i.waits_since, i.id) as nr,
        sum(i.adults + i.children) over (partition by o.id) as people
      from invitations i join occasions o on o.id = i.occasion_id join occasion_seats t on t.occasion_id = o.id
        join supporters s on s.id = i.supporter_id
      where o.gathering_id = ${gatheringId} and o.status = 'planned' and i.state in ('asked', 'waiting', 'offered')) w
    where nr <= ${mostShown} order by starts_at, no, nr`.execute(db)
  const found = new Map<number, WaitingFor>()
  for (const row of rows as unknown as (WaitingGuest & Omit<WaitingFor, 'rows' | 'name'> & { occasion: string })[]) {
    const { no, occasion, zone, free, people, ...one } = row
    const known = found.get(no) ?? { no, name: occasion, zone, free, people, rows: [] }
    found.set(no, known)
    const { id, guest, name, state, adults, children, place, offerUntil } = one
    known.rows.push({ id, guest, name, state, adults, children, place, offerUntil })
  }
  return [...found.values()]
}

// The line of waiting guests, and the end of offers. When a guest takes an offer, cron ends it and a host turns the
// guest down at once, the first to lock the invitation decides; the others find another state.

/** Offers the free seats of an occasion to those who wait for it. */
export const offerSeats = (db: Db, { occasionId }: { occasionId: string }, now = new Date()): Promise<void> =>
  inOneGo(db, async (tx) => {
    const occasion = await lockSeats(tx, occasionId)
    if (occasion) await offerFree(tx, occasion, now)
  })

/**
 * Ends the offers whose time is over: the first time the guest goes to the end of the line, the second time it is a No.
 * Then offers the free seats to others. Returns how many ended.
 */
export async function expireOffers(db: Db, now = new Date()): Promise<number> {
  const over = await db
    .selectFrom('invitations')
    .where('state', '=', 'offered')
    .where('offer_until', '<=', now)
    .orderBy('offer_until')
    .select('id')
    .limit(500)
    .execute()
  let ended = 0
  for (const { id } of over) if (await inOneGo(db, (tx) => expire(tx, id, now))) ended++
  return ended
}

async function expire(tx: Tx, id: string, now: Date): Promise<boolean> {
  const invitation = await lockInvitation(tx, id)
  if (invitation?.state !== 'offered' || invitation.offerUntil! > now) return false
  const occasion = await lockSeats(tx, invitation.occasionId)
  // Nothing happens while the host is shut out or the gathering is stopped; the seats go back once that ends.
  if (!occasion) return false
  const again = (await expiredBefore(tx, id)) > 0
  await moveSeats(tx, occasion.id, -seatsHeldBy(invitation))
  const party = { adults: invitation.adults!, children: invitation.children! }
  // Puts the guest at the end of the line, behind all who wait now.
  await sql`update invitations set waits_since = clock_timestamp() where id = ${id}`.execute(tx)
  const next = again ? ({ state: 'no', party: null } as const) : ({ state: 'waiting', party } as const)
  await finish(tx, invitation, occasion, { next, by: 'clock', now })
  return true
}

/** Counts the offers that ended without an answer since the guest last said anything. */
async function expiredBefore(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('answers')
    .where('invitation_id', '=', id)
    .where('by', '=', 'clock')
    .where('state', '=', 'waiting')
    .where(
      sql<SqlBool>`id > coalesce((select max(a.id) from answers a where a.invitation_id = ${id} and a.by <> 'clock'), 0)`,
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The host's three decisions about those who wait or ask: each only from the state that the window showed. */
export type WaitingDecision = 'offer' | 'approve' | 'turn-down'
const from: Record<WaitingDecision, string[]> = {
  offer: ['waiting'],
  approve: ['asked'],
  'turn-down': ['asked', 'waiting', 'offered'],
}

/** Offers a place out of turn, approves a guest who asks, or turns one down. The gathering is the host's: see host.server.ts. */
export const decide = (
  db: Db,
  gatheringId: string,
  decided: { invitation: string; decision: WaitingDecision },
  now = new Date(),
) => inOneGo(db, (tx) => decideIn(tx, gatheringId, decided, now))

/** Decides within a transaction that has found the gathering through its host. */
export async function decideIn(
  tx: Tx,
  gatheringId: string,
  { invitation: id, decision }: { invitation: string; decision: WaitingDecision },
  now = new Date(),
) {
  const invitation = await lockInvitation(tx, id)
  if (!invitation || invitation.gatheringId !== gatheringId)
    throw new Refusal(invitationTexts.guestMissing, { status: 404 })
  const occasion = await lockSeats(tx, invitation.occasionId)
  if (!occasion) throw new Refusal(invitationTexts.guestMissing, { status: 404 })
  if (!from[decision].includes(invitation.state)) throw new Refusal(invitationTexts.decidedElsewhere)
  if (decision !== 'turn-down' && occasion.status === 'cancelled') throw new Refusal(invitationTexts.cancelled)
  const party = { adults: invitation.adults!, children: invitation.children! }
  if (decision === 'offer') {
    if (!(await offerTo(tx, occasion, { id, ...party }, { by: 'host', now })))
      throw new Refusal(invitationTexts.tooManyFor)
    return finish(tx, { ...invitation, state: 'offered' }, occasion, {
      next: { state: 'offered', party },
      by: 'host',
      now,
    })
  }
  if (decision === 'turn-down') {
    await moveSeats(tx, occasion.id, -seatsHeldBy(invitation))
    return finish(tx, invitation, occasion, { next: { state: 'no', party: null }, by: 'host', now })
  }
  const fits = await moveSeats(tx, occasion.id, party.adults + party.children)
  if (!fits && !occasion.waits) throw new Refusal(invitationTexts.tooManyFor)
  return finish(tx, invitation, occasion, { next: { state: fits ? 'yes' : 'waiting', party }, by: 'host', now })
}
