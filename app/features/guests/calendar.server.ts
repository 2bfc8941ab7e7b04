import { sql } from 'kysely'
import { type CalendarMethod, calendarFile } from '#app/kit/calendar.ts'
import type { Db } from '#app/platform/db.server.ts'
import { publicAddress, settings } from '#app/platform/settings.server.ts'
import { endOf } from '../occasions/times.ts'
import type { GuestSeen } from './guest.server.ts'

// The event of one guest in calendars. Each invitation has one UID, and each file that goes out a higher SEQUENCE.

export type EventOf = {
  id: string
  title: string
  startsAt: Date
  endsAt: Date | null
  place: string
  landmark: string
  hosts: string
  link: string
  /** Whose calendar it is; left out of a file that anybody may have. */
  guest?: { name: string; email: string; answer: 'ACCEPTED' | 'TENTATIVE' | 'DECLINED' }
}

/** A file with the next number. `inCalendar`: whether the event then is in the calendar that our mails reach; left out where it is no mail. */
export async function nextFile(
  db: Db,
  event: EventOf,
  { method, inCalendar, now }: { method: CalendarMethod; inCalendar?: boolean; now: Date },
): Promise<string> {
  const { sequence } = await db
    .updateTable('invitations')
    .set({ sequence: sql<number>`sequence + 1`, ...(inCalendar !== undefined && { in_calendar: inCalendar }) })
    .where('id', '=', event.id)
    .returning('sequence')
    .executeTakeFirstOrThrow()
  const email = settings.MAIL_FROM.match(/<([^<>]+)>\s*$/)?.[1] ?? settings.MAIL_FROM
  return calendarFile(
    {
      uid: `invitation-${event.id}@harambee`,
      sequence,
      method,
      begins: event.startsAt,
      ends: endOf(event),
      title: event.title,
      place: event.place,
      notes: event.landmark ? [event.landmark] : [],
      link: event.link,
      organizer: { name: event.hosts, email },
      ...(event.guest && { attendee: event.guest }),
    },
    now,
  )
}

/** The file that a guest takes along from their page; undefined for an occasion that is cancelled or not theirs. */
export async function fileFor(
  db: Db,
  { gathering, occasions }: GuestSeen,
  { link, no, now }: { link: string; no: number; now: Date },
): Promise<string | undefined> {
  const occasion = occasions.find((one) => one.no === no)
  if (!occasion || occasion.standing === 'cancelled') return undefined
  const { invitation, name: title, startsAt, endsAt, place, landmark } = occasion
  const event = { id: invitation.id, title, startsAt, endsAt, place, landmark, hosts: gathering.hosts }
  return nextFile(db, { ...event, link: `${publicAddress()}/i/${link}` }, { method: 'PUBLISH', now })
}
