import { sql } from 'kysely'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { lockGuest } from './host.server.ts'
import { invitationTexts } from './invitation.ts'
import { isLink } from './link.server.ts'
import { lockInvitation } from './outcome.server.ts'
import { lockSeats, moveSeats, offerFree, seatsHeldBy } from './seats.server.ts'

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
