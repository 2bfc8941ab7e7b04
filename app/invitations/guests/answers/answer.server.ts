import { supporterAt } from '#app/invitations/guests/guest.server.ts'
import { type InvitationState, invitationTexts, mostPeople, type Party } from '#app/invitations/guests/invitation.ts'
import { tellAllGuests } from '#app/invitations/guests/kept-guest.server.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { standingOfOccasion } from '#app/invitations/occasions/times.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { type AnsweredGuests, finish, type GuestOutcome, type Locked, lockInvitation } from './outcome.server.ts'
import { lockSeats, moveSeats, type Next, type SeatedOccasion, seatsHeldBy } from './seats.server.ts'
import { repliesTaken } from './seats.ts'

// A guest's Yes, Maybe or No: one transaction, which locks the guest, then the invitation, then the seats (seats.server.ts), and
// writes what the answer leads to (outcome.server.ts).

/** Details of the guest that are saved with the answer, if given. `language`: the language of the page, used for mails too. */
type Beside = { listed?: boolean | undefined; email?: string | undefined; language?: string | undefined }

/** Books a guest's answer for one occasion, by the link that they hold. */
export const answer = (
  db: Db,
  link: string,
  { no, listed, email, language, ...asked }: AnsweredGuests & { no: number } & Beside,
  now = new Date(),
): Promise<GuestOutcome> =>
  inOneGo(db, async (tx) => {
    const supporter = isLink(link) ? await lockHolder(tx, link) : undefined
    const found = supporter && (await invitationAt(tx, supporter.id, no))
    if (!found) throw new Refusal(invitationTexts.missing, { status: 404 })
    const beside = Object.entries({ listed, email, language }).filter(([, value]) => value !== undefined)
    if (beside.length > 0)
      await tx.updateTable('supporters').set(Object.fromEntries(beside)).where('id', '=', supporter.id).execute()
    // Other guests read the names of those who want to be listed, also at another occasion.
    if (listed !== undefined) await tellAllGuests(tx, supporter.gathering_id)
    return settle(tx, found.id, asked, 'guest', now)
  })

/** Locks the guest who holds the link, so that nothing is written after the guest is forgotten. */
async function lockHolder(tx: Tx, link: string) {
  const found = await supporterAt(tx, link)
  return (
    found &&
    tx
      .selectFrom('supporters')
      .where('id', '=', found.id)
      .where('forgotten_at', 'is', null)
      .select(['id', 'gathering_id'])
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

const invitationAt = (tx: Tx, supporterId: string, no: number) =>
  tx
    .selectFrom('invitations as i')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .where('i.supporter_id', '=', supporterId)
    .where('o.no', '=', no)
    .select('i.id')
    .executeTakeFirst()

/** Decides what an answer leads to, moves the seats and writes it: for a guest, or for a host who answers for the guest. */
export async function settle(
  tx: Tx,
  id: string,
  asked: AnsweredGuests,
  by: 'guest' | 'host',
  now: Date,
): Promise<GuestOutcome> {
  const invitation = await lockInvitation(tx, id)
  const occasion = invitation && (await lockSeats(tx, invitation.occasionId))
  if (!occasion) throw new Refusal(invitationTexts.missing, { status: 404 })
  refuseUnlessTaken(invitation, occasion, asked, by, now)
  const party = { adults: asked.adults, children: asked.children }
  const next: Next =
    asked.reply === 'no'
      ? { state: 'no', party: null }
      : asked.reply === 'maybe'
        ? { state: 'maybe', party }
        : { state: await comingState(tx, invitation, occasion, { party, by, now }), party }
  if (asked.reply !== 'yes') await moveSeats(tx, occasion.id, -seatsHeldBy(invitation))
  return finish(tx, invitation, occasion, { next, by, now, asked })
}

function refuseUnlessTaken(
  invitation: Locked,
  occasion: SeatedOccasion,
  asked: AnsweredGuests,
  by: 'guest' | 'host',
  now: Date,
): void {
  const { reply, adults, children } = asked
  if (invitation.state === 'withdrawn' && by === 'guest') throw new Refusal(invitationTexts.missing, { status: 404 })
  const gathering = occasion.gathering === 'closed' ? 'closed' : 'open'
  const standing = standingOfOccasion(occasion, gathering, now)
  if (standing === 'cancelled' || standing === 'over') throw new Refusal(invitationTexts[standing])
  if (reply !== 'no' && adults + children < 1)
    throw new Refusal(invitationTexts.nobody, { status: 422, field: 'adults' })
  // The host may also answer after the deadline, and for as many people as there is room for.
  if (by === 'host') return
  if (standing === 'closed') throw new Refusal(invitationTexts.closed)
  if (!repliesTaken(invitation.state, standing).includes(reply)) throw new Refusal(invitationTexts.late)
  if (reply === 'no') return
  if (standing === 'late' && adults + children > seatsHeldBy(invitation)) throw new Refusal(invitationTexts.late)
  if (adults + children > mostPeople(invitation, occasion))
    throw new Refusal(invitationTexts.most, { status: 422, field: tooMany(asked, mostPeople(invitation, occasion)) })
}

/** The field in which there are too many: the children, where the adults alone would find room. */
const tooMany = ({ adults, children }: Party, most: number) => (children > 0 && adults <= most ? 'children' : 'adults')

/** Decides where a Yes leads: to seats, to the host who approves, or into the line. */
async function comingState(
  tx: Tx,
  invitation: Locked,
  occasion: SeatedOccasion,
  { party, by, now }: { party: Party; by: 'guest' | 'host'; now: Date },
): Promise<InvitationState> {
  const { state, origin, offerUntil, asks } = invitation
  if (by === 'guest' && state === 'offered' && offerUntil! <= now) throw new Refusal(invitationTexts.offerOver)
  const held = seatsHeldBy(invitation)
  const isLookedAt = asks || (occasion.approves && origin === 'shared')
  if (by === 'guest' && isLookedAt && held === 0 && state !== 'waiting') return 'asked'
  if (await moveSeats(tx, occasion.id, party.adults + party.children - held)) return 'yes'
  // A guest with seats keeps them: a larger party that does not fit changes nothing.
  if (held > 0) throw new Refusal(invitationTexts.noRoom, { field: tooMany(party, held) })
  if (!occasion.waits) throw new Refusal(invitationTexts.full)
  return 'waiting'
}
