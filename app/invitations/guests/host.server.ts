import { sql } from 'kysely'
import type { z } from 'zod'
import { settle } from '#app/invitations/guests/answers/answer.server.ts'
import { finish, type GuestOutcome, lockInvitation } from '#app/invitations/guests/answers/outcome.server.ts'
import { lockSeats, moveSeats, offerFree, seatsHeldBy } from '#app/invitations/guests/answers/seats.server.ts'
import { decideIn, type WaitingDecision } from '#app/invitations/guests/answers/waiting.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import { inviteGuest, isGuestListed } from './add.server.ts'
import type { decideAllForm, hostAnswerForm, saveGuestForm, seatsForm } from './host-forms.ts'
import { invitationTexts } from './invitation.ts'
import { isLink, newCode, newLink } from './link.server.ts'

// A host's actions on one guest. The gathering is found through its host, the guest through the gathering.

/** Locks the guest with this id on the list. Refuses one that became a part of another. */
export async function lockGuest(tx: Tx, gatheringId: string, id: string) {
  const row = await tx
    .selectFrom('supporters')
    .where('id', '=', id)
    .where('gathering_id', '=', gatheringId)
    .where('merged_into', 'is', null)
    .select(['id', 'name', 'phone', 'claimed_phone as claimed', 'version'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(invitationTexts.guestMissing, { status: 404 })
  return row
}

/** Saves who a guest is, or refuses when another window saved it meanwhile. */
export const saveGuest = (
  db: Db,
  mine: Hosting,
  id: string,
  { version, cardName, ...asked }: z.output<typeof saveGuestForm>,
) =>
  changingGathering(db, mine, async (tx, gathering) => {
    const before = await lockGuest(tx, gathering.id, id)
    if (before.version !== version) throw new Refusal(invitationTexts.stale)
    if (asked.phone && asked.phone !== before.phone && (await isGuestListed(tx, gathering.id, asked.phone)))
      throw new Refusal(invitationTexts.phoneTaken, { status: 422, field: 'phone' })
    if (cardName && !isDrawable(cardName))
      throw new Refusal(invitationTexts.cardNameLetters, { status: 422, field: 'cardName' })
    await tx
      .updateTable('supporters')
      .set({ ...asked, card_name: cardName, version: version + 1, ...(asked.phone && { claimed_phone: null }) })
      .where('id', '=', id)
      .execute()
  })

/** Finds a guest's invitation to an occasion; undefined if there is none. */
const invitationAt = (tx: Tx, gatheringId: string, guest: string, no: number) =>
  tx
    .selectFrom('occasions as o')
    .leftJoin('invitations as i', (join) => join.onRef('i.occasion_id', '=', 'o.id').on('i.supporter_id', '=', guest))
    .where('o.gathering_id', '=', gatheringId)
    .where('o.no', '=', no)
    .select(['o.id as occasionId', 'i.id'])
    .executeTakeFirst()

/** Sets a guest's seats at an occasion: invites them, changes the seats or, with none, takes the invitation back. */
export const setSeats = (
  db: Db,
  mine: Hosting,
  id: string,
  { no, seats }: z.output<typeof seatsForm>,
  now = new Date(),
): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    const found = await invitationAt(tx, gathering.id, id, no)
    if (!found) throw new Refusal(invitationTexts.missing, { status: 404 })
    if (!found.id) return seats > 0 ? void (await inviteGuest(tx, found.occasionId, id, seats)) : undefined
    const invitation = await lockInvitation(tx, found.id)
    const occasion = await lockSeats(tx, found.occasionId)
    if (!invitation || !occasion) throw new Refusal(invitationTexts.missing, { status: 404 })
    if (seats > 0) await tx.updateTable('invitations').set({ seats }).where('id', '=', found.id).execute()
    const state = seats === 0 ? 'withdrawn' : invitation.state === 'withdrawn' ? 'invited' : undefined
    if (!state) return
    await moveSeats(tx, occasion.id, -seatsHeldBy(invitation))
    await finish(tx, invitation, occasion, { next: { state, party: null }, by: 'host', now })
  })

/** Answers for a guest who told the host. A full occasion has the consequences that it has for a guest. */
export const answerFor = (
  db: Db,
  mine: Hosting,
  id: string,
  { no, ...asked }: z.output<typeof hostAnswerForm>,
  now = new Date(),
): Promise<GuestOutcome> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    const found = await invitationAt(tx, gathering.id, id, no)
    if (!found?.id) throw new Refusal(invitationTexts.missing, { status: 404 })
    const { wish, ...said } = asked
    return settle(tx, found.id, wish === undefined ? said : { ...said, wish }, 'host', now)
  })

/** Gives a guest another link. The old one opens nothing any more, nor do the links that were merged into it. */
export const replaceLink = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    const all = await tx
      .selectFrom('supporters')
      .where(({ or, eb }) => or([eb('id', '=', id), eb('merged_into', '=', id)]))
      .select('id')
      .execute()
    for (const one of all)
      await tx.updateTable('supporters').set({ link: newLink() }).where('id', '=', one.id).execute()
  })

/**
 * Gives a guest another pass for an occasion. A door that has learnt of it turns the old pass away and no longer knows
 * its code. A pass holds its version in one byte.
 */
export const replacePass = (db: Db, mine: Hosting, id: string, no: number): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    const found = await invitationAt(tx, gathering.id, id, no)
    if (!found?.id) throw new Refusal(invitationTexts.missing, { status: 404 })
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set({ pass_version: sql<number>`pass_version + 1`, code: newCode(), touched: sql<string>`pg_current_xact_id()` })
      .where('id', '=', found.id)
      .where('pass_version', '<', 255)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(invitationTexts.manyPasses)
  })

/** Approves all who ask to come to an occasion, as far as there is room, or turns them down. Returns how many. */
export const decideForAll = (
  db: Db,
  mine: Hosting,
  { no, decision }: z.output<typeof decideAllForm>,
  now = new Date(),
): Promise<number> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const asking = await tx
      .selectFrom('invitations as i')
      .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
      .where('o.gathering_id', '=', gatheringId)
      .where('o.no', '=', no)
      .where('i.state', '=', 'asked')
      .orderBy('i.answered_at')
      .orderBy('i.id')
      .select('i.id')
      .limit(mostAtOnce)
      .execute()
    let [many, refused]: [number, Refusal | undefined] = [0, undefined]
    for (const { id } of asking)
      try {
        await decideIn(tx, gatheringId, { invitation: id, decision }, now)
        many++
      } catch (error) {
        // A party that does not fit is skipped: a smaller one may fit.
        if (!(error instanceof Refusal)) throw error
        refused = error
      }
    if (many === 0 && refused) throw refused
    return many
  })
/** Equals the number of rows that the page shows. */
const mostAtOnce = 200

/** Offers a place out of turn, approves a guest who asks, or turns one down. */
export const decideFor = (
  db: Db,
  mine: Hosting,
  decided: { invitation: string; decision: WaitingDecision },
  now = new Date(),
) => changingGathering(db, mine, (tx, gathering) => decideIn(tx, gathering.id, decided, now))

// Merges two entries on the list that are one guest. The later answer counts, and both links open the same page.

/** Merges this guest into another, who is named by a number or a link; a claimed number names them already. */
export const mergeGuest = (
  db: Db,
  mine: Hosting,
  id: string,
  named: string,
  now = new Date(),
): Promise<{ into: string }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const gone = await lockGuest(tx, gathering.id, id)
    const into = await otherGuest(tx, gathering.id, named || gone.claimed || '')
    if (!into || into === id) throw new Refusal(invitationTexts.mergeMissing, { status: 422, field: 'with' })
    await lockGuest(tx, gathering.id, into)
    const theirs = await tx
      .selectFrom('invitations')
      .where('supporter_id', '=', id)
      .orderBy('id')
      .select(['id', 'occasion_id as occasionId'])
      .execute()
    for (const one of theirs) await mergeInvitation(tx, one, into, now)
    await mergePerson(tx, id, into)
    return { into }
  })

/** Keeps two guests apart: a number given on the open link belongs to the other guest. */
export const keepApart = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    await tx.updateTable('supporters').set({ claimed_phone: null }).where('id', '=', id).execute()
  })

async function otherGuest(tx: Tx, gatheringId: string, named: string): Promise<string | undefined> {
  const link = named.split(/[/?#]/).find(isLink)
  const phone = phoneIn(named.slice(0, 40))
  if (!link && !phone) return undefined
  const row = await tx
    .selectFrom('supporters')
    .where('gathering_id', '=', gatheringId)
    .where(link ? 'link' : 'phone', '=', link ?? phone!)
    .select(sql<string>`coalesce(merged_into, id)`.as('id'))
    .executeTakeFirst()
  return row?.id
}

/** Merges two invitations to one occasion: the later answer counts, and the seats of the other are free. */
async function mergeInvitation(
  tx: Tx,
  one: { id: string; occasionId: string },
  into: string,
  now: Date,
): Promise<void> {
  const known = await tx
    .selectFrom('invitations')
    .where('supporter_id', '=', into)
    .where('occasion_id', '=', one.occasionId)
    .select('id')
    .executeTakeFirst()
  if (!known)
    return void (await tx.updateTable('invitations').set({ supporter_id: into }).where('id', '=', one.id).execute())
  // The locks are taken in one order, in whichever direction the guests are merged.
  for (const id of [one.id, known.id].sort()) await lockInvitation(tx, id)
  const [from, to] = [await lockInvitation(tx, one.id), await lockInvitation(tx, known.id)]
  const occasion = await lockSeats(tx, one.occasionId)
  if (!from || !to || !occasion) throw new Refusal(invitationTexts.missing, { status: 404 })
  const isLater = await saidLater(tx, one.id, known.id)
  await moveSeats(tx, occasion.id, -seatsHeldBy(isLater ? to : from))
  if (isLater) await copyAnswer(tx, one.id, known.id)
  await sql`update invitations t set seats = greatest(t.seats, f.seats), touched = pg_current_xact_id()
    from invitations f where f.id = ${one.id} and t.id = ${known.id}`.execute(tx)
  await withdraw(tx, one.id)
  await offerFree(tx, occasion, now)
}

/** True if the first invitation was answered later; one without an answer never was. */
async function saidLater(tx: Tx, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`select coalesce(
      (select max(id) from answers where invitation_id = ${one} and state <> 'withdrawn'), 0)
    > coalesce((select max(id) from answers where invitation_id = ${other} and state <> 'withdrawn'), 0) as later`.execute(
    tx,
  )
  return rows[0]!.later
}

/** Copies the answer, the place in the line and the offer to the other invitation. */
const copyAnswer = (tx: Tx, from: string, to: string) =>
  sql`with copied as (
      update invitations t set state = f.state, adults = f.adults, children = f.children, wish = f.wish, gives = f.gives,
        answered_at = f.answered_at, answered_version = f.answered_version, waits_since = f.waits_since,
        offer_until = f.offer_until, touched = pg_current_xact_id()
      from invitations f where f.id = ${from} and t.id = ${to} returning t.id, t.state, t.adults, t.children)
    insert into answers (invitation_id, state, adults, children, by)
    select id, state, adults, children, 'host' from copied`.execute(tx)

const withdraw = (tx: Tx, id: string) =>
  sql`with gone as (
      update invitations set state = 'withdrawn', adults = null, children = null, waits_since = null, offer_until = null,
        touched = pg_current_xact_id() where id = ${id} and state <> 'withdrawn' returning id)
    insert into answers (invitation_id, state, by) select id, 'withdrawn', 'host' from gone`.execute(tx)

/** Keeps the details of both guests. Guests merged into the first one before now belong to the other. */
async function mergePerson(tx: Tx, from: string, into: string): Promise<void> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select phone, email from supporters where id = ${from}`.execute(tx)
  const { phone, email } = rows[0]!
  await tx.updateTable('supporters').set({ merged_into: into }).where('merged_into', '=', from).execute()
  await sql`update supporters set merged_into = ${into}, phone = null, claimed_phone = null, email = null,
    version = version + 1 where id = ${from}`.execute(tx)
  await sql`update supporters t set phone = coalesce(t.phone, ${phone}),
      claimed_phone = case when t.phone is null and ${phone}::text is null then t.claimed_phone end,
      email = coalesce(t.email, ${email}), note = case when t.note = '' then f.note else t.note end,
      groups = (select coalesce(array_agg(g order by g), '{}') from (
        select distinct unnest(t.groups || f.groups) as g limit 10) all_groups),
      seen_on = least(t.seen_on, f.seen_on), sent_at = coalesce(t.sent_at, f.sent_at),
      quiet_at = coalesce(t.quiet_at, f.quiet_at), listed = t.listed or f.listed, version = t.version + 1
    from supporters f where f.id = ${from} and t.id = ${into}`.execute(tx)
}
