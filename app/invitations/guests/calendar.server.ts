import { sql } from 'kysely'
import { titleAlone } from '#app/invitations/occasions/invites.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { type CalendarMethod, calendarFile } from '#app/kit/calendar.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import type { GuestSeen } from './guest.server.ts'

// The event of one guest in calendars. Each invitation has one UID, and each file that goes out has a higher SEQUENCE.
// The invitation is locked before the occasion is read: of two files made at once, the one with the higher number has
// the newer time and place.

/**
 * Makes the file for a mail to one guest: their event alone, entered with Yes and Maybe, taken back with everything
 * else. Returns nothing if their calendar has nothing to take back.
 */
export const nextCalendar = (
  db: Db,
  { invitationId, link }: { invitationId: string; link: string },
  now = new Date(),
): Promise<Pick<Mail, 'calendar'>> =>
  db.transaction().execute(async (tx) => {
    const row = await lockedFacts(tx, invitationId)
    if (!row?.email) return {}
    const comes = (row.state === 'yes' || row.state === 'maybe') && row.status === 'planned'
    if (!comes && !row.inCalendar) return {}
    const method = comes ? 'REQUEST' : 'CANCEL'
    const answer = row.state === 'yes' ? 'ACCEPTED' : row.state === 'maybe' ? 'TENTATIVE' : 'DECLINED'
    const guest = { name: row.name, email: row.email, answer } as const
    const content = await nextFile(tx, row, { method, link, now, guest, inCalendar: comes })
    return { calendar: { method, content } }
  })

/** Makes the file that a guest takes along from their page; undefined for an occasion that is cancelled or not theirs. */
export async function fileFor(
  db: Db,
  { occasions }: GuestSeen,
  { link, no, now }: { link: string; no: number; now: Date },
): Promise<string | undefined> {
  const occasion = occasions.find((one) => one.no === no)
  if (!occasion) return undefined
  return db.transaction().execute(async (tx) => {
    const row = await lockedFacts(tx, occasion.invitation.id)
    if (row?.status !== 'planned') return undefined
    return nextFile(tx, row, { method: 'PUBLISH', link: `${publicAddress()}/i/${link}`, now })
  })
}

async function lockedFacts(tx: Tx, invitationId: string) {
  await tx.selectFrom('invitations').where('id', '=', invitationId).select('id').forUpdate().execute()
  return factsOf(tx, invitationId)
}

/** Reads the facts in a statement of its own, after the lock. */
const factsOf = (tx: Tx, invitationId: string) =>
  tx
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('i.id', '=', invitationId)
    .select([
      'i.id',
      'i.state',
      'i.in_calendar as inCalendar',
      's.name',
      's.email',
      's.language',
      'g.hosts',
      'o.kind',
      'o.name as title',
    ])
    .select(['o.place', 'o.landmark', 'o.status', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .executeTakeFirst()

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
type File = {
  method: CalendarMethod
  link: string
  now: Date
  /** The owner of the calendar; left out of a file for everybody. */
  guest?: { name: string; email: string; answer: 'ACCEPTED' | 'TENTATIVE' | 'DECLINED' }
  /** Whether the event is afterwards in the calendar that our mails reach; left out for files that are not mailed. */
  inCalendar?: boolean
}

/** A file with the next number. */
async function nextFile(tx: Tx, row: Facts, { method, link, now, guest, inCalendar }: File): Promise<string> {
  const { sequence } = await tx
    .updateTable('invitations')
    .set({ sequence: sql<number>`sequence + 1`, ...(inCalendar !== undefined && { in_calendar: inCalendar }) })
    .where('id', '=', row.id)
    .returning('sequence')
    .executeTakeFirstOrThrow()
  const language = knownLanguage(row.language)
  const from = settings.MAIL_FROM.match(/<([^<>]+)>\s*$/)?.[1] ?? settings.MAIL_FROM
  return calendarFile(
    {
      uid: `invitation-${row.id}@harambee`,
      sequence,
      method,
      begins: row.startsAt,
      ends: endOfOccasion(row),
      title: titleAlone(wordsIn(language, catalogues[language]), row.kind, row.title),
      place: row.place,
      notes: row.landmark ? [row.landmark] : [],
      link,
      organizer: { name: row.hosts, email: from },
      ...(guest && { attendee: guest }),
    },
    now,
  )
}
