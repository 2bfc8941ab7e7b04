import { sql } from 'kysely'
import { supporterAt } from '#app/invitations/guests/guest.server.ts'
import { lockGuest } from '#app/invitations/guests/host.server.ts'
import { keepGuestPaste } from '#app/invitations/guests/import/import.server.ts'
import { invitationTexts as guestSays, seatsMax } from '#app/invitations/guests/invitation.ts'
import { tellGuestPages } from '#app/invitations/guests/kept-guest.server.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { lockBook, refuseFull } from './book.server.ts'
import { kumbukumbuTexts, mostHouseholds, peopleMax } from './kumbukumbu.ts'

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

// A household's rights in the book of their host: to know that they are in it, and to leave it. They never read it.

/** True if the host of this guest keeps a note of them. */
export const isRemembered = async (db: Db, supporterId: string): Promise<boolean> =>
  (await db.selectFrom('remembered').where('supporter_id', '=', supporterId).select('id').executeTakeFirst()) !==
  undefined

/** Takes the guest who holds this link out of the book. A second request succeeds as well. */
export const removeNote = (db: Db, link: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const supporter = isLink(link) ? await supporterAt(tx, link) : undefined
    if (!supporter) throw new Refusal(guestSays.missing, { status: 404 })
    const gone = await tx
      .deleteFrom('remembered')
      .where('supporter_id', '=', supporter.id)
      .returning('user_id as owner')
      .execute()
    for (const { owner } of gone) await tell(tx, `person:${owner}`)
    await tellGuestPages(tx, [supporter.id])
  })

// Households of a host's own book as a list of guests for their next gathering. The list is previewed like a pasted one.

type Chosen = { households: string[]; all: boolean; search: string }

/** Keeps the chosen households as a list of guests to be previewed; returns its number. Invites nobody. */
export async function keepChosen(db: Db, mine: Hosting, { households, all, search }: Chosen): Promise<number> {
  const rows = await db
    .selectFrom('remembered')
    .where('user_id', '=', mine.personId)
    .$if(!all, (some) => some.where('id', 'in', households.length > 0 ? households : [noHousehold]))
    .$if(all && search !== '', (some) => some.where('name', 'ilike', containing(search)))
    .select(['name', 'phone', 'people'])
    .orderBy('name')
    .orderBy('id')
    .limit(mostHouseholds)
    .execute()
  if (rows.length === 0) throw new Refusal(kumbukumbuTexts.noneChosen, { status: 422, field })
  return keepGuestPaste(db, mine, tableOf(rows), field)
}

const field = 'household[]'
const noHousehold = '00000000-0000-0000-0000-000000000000'

/** Writes a table with as many seats as people came; if that is not known, the host decides. */
const tableOf = (rows: { name: string; phone: string | null; people: number | null }[]): string =>
  [
    ['Name', 'Phone', 'Seats'],
    ...rows.map(({ name, phone, people }) => [name, phone ?? '', people && people <= seatsMax ? String(people) : '']),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
    .join('\n')
