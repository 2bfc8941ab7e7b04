import { type RawBuilder, sql } from 'kysely'
import { endOfOccasion, type Times } from '#app/invitations/occasions/times.ts'
import { endOfDay } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { rightsTopic } from '#app/platform/live/hub.server.ts'
import { tell, tellingAll } from '#app/platform/live/live.server.ts'
import type { Keep } from '#app/platform/request.server.ts'

// Guests' pages are kept by their link. Each change of what a page prints is told here: of one guest, or of all guests of a gathering.
// Imports no translated texts: operator commands use this file, too.

const ofGuest = (supporterId: string) => `guest:${supporterId}`
const ofGuests = (gatheringId: string) => `guests:${gatheringId}`

/** Tells that something changed which only these guests' own pages print, such as the words they were sent. */
export const tellGuestPages = (tx: Tx | Db, supporterIds: string[]) =>
  supporterIds.length > 0 ? tellingAll(supporterIds.map(ofGuest)).execute(tx) : undefined

/** Runs a change of message lines, whose words their guests' pages print, and tells of those guests. Ends with `returning supporter_id`. */
export const changeLines = (tx: Tx | Db, change: RawBuilder<unknown>) =>
  sql`with changed as (${change}) select count(tell_topic(${ofGuest('')} || supporter_id))
    from (select distinct supporter_id from changed) c`.execute(tx)

/** Tells that something changed which the pages of all guests of a gathering may print. */
export const tellAllGuests = (tx: Tx | Db, gatheringId: string) => tell(tx, ofGuests(gatheringId))

const minute = 60_000
/** The longest time for which a page is kept: the tables of guests have no triggers that tell of what is written by hand. */
const longest = 5 * minute

/** The times of an occasion on a guest's page. */
type PageTimes = Times & { invitation: { offerUntil: Date | null } }
/** The parts of a guest's page that say how long it is kept. */
type OfPage = { supporter: { id: string }; gathering: { id: string }; occasions: PageTimes[] }

/** Returns until when a guest's page is right, and which changes renew it. Called while the page is made for nobody. */
export async function keepOfGuest(db: Db, { supporter, gathering, occasions }: OfPage): Promise<Keep> {
  const { host, drive } = await db
    .selectFrom('gatherings')
    .where('id', '=', gathering.id)
    .select(['user_id as host', 'fund_drive_id as drive'])
    .executeTakeFirstOrThrow()
  const topics = [ofGuest(supporter.id), ofGuests(gathering.id), `person:${host}`, rightsTopic(host)]
  return { topics: drive ? [...topics, `drive:${drive}`] : topics, until: pageUntil(occasions, new Date()) }
}

/** Returns until when a page says the same by the clock: an occasion begins or ends, an answer is due, a drive's last day ends. */
export function pageUntil(occasions: PageTimes[], now: Date): number {
  const at = now.getTime()
  const times = occasions.flatMap((occasion) => {
    const [starts, ends] = [occasion.startsAt.getTime(), endOfOccasion(occasion).getTime()]
    // A livestream is shown from half an hour before the beginning until two hours after the end.
    const stream = [starts - 30 * minute, ends + 120 * minute]
    const dues = [occasion.answersUntil, occasion.invitation.offerUntil].flatMap((due) => due?.getTime() ?? [])
    return [starts, ends, ...stream, ...dues]
  })
  return Math.min(at + longest, endOfDay(now), ...times.filter((time) => time > at))
}
