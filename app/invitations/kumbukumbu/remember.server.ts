import { sql } from 'kysely'
import { lockGuest } from '#app/invitations/guests/host.server.ts'
import { invitationTexts as guestSays } from '#app/invitations/guests/invitation.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { lockBook, refuseFull } from './book.server.ts'
import { kumbukumbuTexts, peopleMax } from './kumbukumbu.ts'

// Adds a guest of a gathering to the book of the person who made it, once; removes the guest when they ask.

/**
 * Takes a guest's household into the host's own book: the day of the occasion that they came to, how many came, the name and the number.
 * The gifts are not copied: the book reads them. Only the person who made the gathering has the button.
 */
export const rememberGuest = (db: Db, mine: Hosting, guest: string, words: string, now = new Date()): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    if (!(await isOwner(tx, gathering.id, mine.personId))) throw new Refusal(kumbukumbuTexts.notOwner, { status: 403 })
    await lockGuest(tx, gathering.id, guest)
    await lockBook(tx, mine.personId)
    if (await remembers(tx, mine.personId, guest)) throw new Refusal(kumbukumbuTexts.already)
    await refuseFull(tx, mine.personId)
    const { numAffectedRows } =
      await sql`insert into remembered (user_id, supporter_id, name, phone, what, day, people, words)
      select ${mine.personId}, s.id, s.name, s.phone, coalesce(w.what, g.title), w.day, w.people, ${words}
      from supporters s join gatherings g on g.id = s.gathering_id left join lateral (${occasionOf(now)}) w on true
      where s.id = ${guest} and s.forgotten_at is null`.execute(tx)
    if (numAffectedRows !== 1n) throw new Refusal(guestSays.guestMissing, { status: 404 })
    await tell(tx, `person:${mine.personId}`)
  })

/** Selects the guest's occasion among those that have begun: the one they came to, else the last one they were invited to. */
const occasionOf = (now: Date) => sql`
  select nullif(o.name, '') as what, o.starts_local::date as day, case when c.people <= ${peopleMax} then c.people end as people
  from invitations i join occasions o on o.id = i.occasion_id
    left join guest_came c on c.supporter_id = i.supporter_id and c.occasion_id = o.id and c.people > 0
  where i.supporter_id = s.id and i.state <> 'withdrawn' and o.status = 'planned' and o.starts_at <= ${now}::timestamptz
  order by c.people is null, o.starts_at desc, o.no desc limit 1`

const isOwner = async (db: Db | Tx, gatheringId: string, person: string): Promise<boolean> =>
  (await db
    .selectFrom('gatherings')
    .where('id', '=', gatheringId)
    .where('user_id', '=', person)
    .select('id')
    .executeTakeFirst()) !== undefined

const remembers = (db: Db | Tx, owner: string, guest: string) =>
  db
    .selectFrom('remembered')
    .where('user_id', '=', owner)
    .where('supporter_id', '=', guest)
    .select('id')
    .executeTakeFirst()

/** Reads the book's entry for a guest's page, for the person who made the gathering; null for all other readers of the page. */
export async function rememberedOf(db: Db, mine: { gatheringId: string; personId: string }, guest: string) {
  const [owns, found] = await Promise.all([
    isOwner(db, mine.gatheringId, mine.personId),
    remembers(db, mine.personId, guest),
  ])
  return owns ? { id: found?.id ?? null } : null
}
