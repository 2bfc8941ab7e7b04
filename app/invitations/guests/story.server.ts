import { sql } from 'kysely'
import type { SeatsBy } from '#app/invitations/guests/answers/seats.server.ts'
import { endsAt } from '#app/invitations/occasions/occasion.server.ts'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import type { InvitationState } from './invitation.ts'

// One guest as the host sees them: their details, and the story of their invitation to each occasion.

/** A step of an invitation. */
type Step = { id: number; state: InvitationState; people: number; by: SeatsBy; at: Date }

/** Reads the guest with this id; undefined if not on this list. `whole`: numbers and the link are for hosts alone. */
export async function guestStory(db: Db, gatheringId: string, id: string, whole: boolean) {
  const row = await db
    .selectFrom('supporters')
    .where('id', '=', id)
    .where('gathering_id', '=', gatheringId)
    .where('merged_into', 'is', null)
    .select([
      'id',
      'name',
      'phone',
      'claimed_phone as claimed',
      'card_name as cardName',
      'email',
      'note',
      'groups',
      'version',
      'link',
      'origin',
    ])
    .select(['quiet_at as quietAt', 'sent_at as sentAt'])
    .select(sql<string | null>`seen_on::text`.as('seenOn'))
    .executeTakeFirst()
  if (!row) return undefined
  const [invited, same] = await Promise.all([invitedTo(db, gatheringId, id), sameNumber(db, gatheringId, row.claimed)])
  const shown = (phone: string | null) => phone && (whole ? phoneWhole(phone) : phoneShown(phone))
  return {
    ...row,
    undrawn: !isDrawable(row.cardName ?? row.name),
    phone: shown(row.phone),
    claimed: shown(row.claimed),
    email: whole ? row.email : row.email && '…',
    link: whole ? row.link : null,
    same,
    invited,
  }
}
export type GuestStory = NonNullable<Awaited<ReturnType<typeof guestStory>>>

/** Finds the guest on the list with the number that this guest gave on the open link. */
const sameNumber = async (db: Db, gatheringId: string, claimed: string | null) =>
  (claimed &&
    (await db
      .selectFrom('supporters')
      .where('gathering_id', '=', gatheringId)
      .where('phone', '=', claimed)
      .select(['id', 'name'])
      .executeTakeFirst())) ||
  null

/** Reads each occasion of the gathering, with this guest's invitation if there is one. */
async function invitedTo(db: Db, gatheringId: string, guest: string) {
  const rows = await db
    .selectFrom('occasions as o')
    .leftJoin('invitations as i', (join) => join.onRef('i.occasion_id', '=', 'o.id').on('i.supporter_id', '=', guest))
    .where('o.gathering_id', '=', gatheringId)
    .orderBy(sql`${endsAt('o')} <= now()`)
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select(['o.no', 'o.name', 'o.status', 'i.id', 'i.state', 'i.seats', 'i.adults', 'i.children', 'i.wish', 'i.gives'])
    .select(sql<boolean>`${endsAt('o')} <= now()`.as('isOver'))
    .select(sql<boolean>`i.state = 'yes' and coalesce(i.answered_version, 0) < o.day_version`.as('otherDay'))
    .limit(20)
    .execute()
  const steps = await stepsOf(
    db,
    rows.flatMap(({ id }) => (id ? [id] : [])),
  )
  return rows.map((row) => ({ ...row, steps: steps.filter(({ invitation }) => invitation === row.id) }))
}
export type InvitedTo = Awaited<ReturnType<typeof invitedTo>>[number]

async function stepsOf(db: Db, invitations: string[]): Promise<(Step & { invitation: string })[]> {
  if (invitations.length === 0) return []
  return db
    .selectFrom('answers')
    .where('invitation_id', 'in', invitations)
    .orderBy('id', 'desc')
    .select(['id', 'invitation_id as invitation', 'state', 'by', 'at'])
    .select(sql<number>`coalesce(adults + children, 0)`.as('people'))
    .limit(200)
    .execute()
}

/** Reads the occasions to choose from when a guest is added. */
export const occasionChoices = (db: Db, gatheringId: string) =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where('status', '=', 'planned')
    .orderBy('starts_at')
    .orderBy('no')
    .select(['no', 'name'])
    .limit(20)
    .execute()

/** Reads the groups of a gathering's guests, for the filter of the list. */
export const groupsOf = async (db: Db, gatheringId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('supporters')
      .where('gathering_id', '=', gatheringId)
      .where('merged_into', 'is', null)
      .select(sql<string>`unnest(groups)`.as('name'))
      .distinct()
      .orderBy('name')
      .limit(100)
      .execute()
  ).map(({ name }) => name)
