import { sql } from 'kysely'
import { type CalendarEvent, calendarFile } from '#app/kit/calendar.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { mailManagers } from '#app/people/accounts/recipients.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import * as mails from './mails.tsx'

// The mail jobs of visits. No mail is sent about a visit or drive that is gone meanwhile.

export async function mailVisitBooked(db: Db, { visitId }: { visitId: string }): Promise<void> {
  const row = await visitOf(db, visitId)
  if (row) await mailTo(row.email, told(row).language, mails.bookedMail(told(row), publicPage(row.slug)))
}

/** Emails those who manage the drive, unless they want no such mails. */
export async function mailVisitAsked(db: Db, { visitId }: { visitId: string }): Promise<void> {
  const row = await visitOf(db, visitId)
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/rsvps`
  await mailManagers(db, row.drive_id, 'activity', (language) => mails.askedMail({ ...told(row), language }, link))
}

/** Tells the guest what the owner decided, unless they decided again since: then that is told. */
export async function mailVisitDecided(
  db: Db,
  { visitId, sequence }: { visitId: string; sequence: number },
  now = new Date(),
): Promise<void> {
  const row = await visitOf(db, visitId)
  if (!row || row.sequence !== sequence) return
  const [visit, link] = [told(row), publicPage(row.slug)]
  const cancelled = row.status === 'cancelled'
  const mail = cancelled ? mails.cancelledMail(visit, link) : mails.confirmedMail(visit, link)
  const uid = `visit-${visitId}@harambee`
  const { begins, ends } = hourOf(visit)
  const method = cancelled ? 'CANCEL' : 'PUBLISH'
  const { title, place, directions, placePhone } = visit
  const notes = cancelled ? [] : [directions, placePhone].filter((one) => one !== null)
  const event: CalendarEvent = { uid, sequence, method, begins, ends, title, place, notes, link }
  const attachment = {
    name: 'visit.ics',
    type: 'text/calendar; charset=utf-8',
    content: calendarFile(event, now),
  }
  // A guest who was never confirmed has nothing in their calendar to take back.
  await mailTo(row.email, visit.language, mail, cancelled && sequence === 1 ? {} : { attachment })
}

/** Returns the hour that a visit is entered as, in Nairobi's time. */
function hourOf({ date, time }: mails.VisitTold) {
  const begins = new Date(`${date}T${time}:00+03:00`)
  return { begins, ends: new Date(begins.getTime() + 3_600_000) }
}

const visitOf = (db: Db, visitId: string) =>
  db
    .selectFrom('fund_drive_reservations as v')
    .innerJoin('fund_drives as d', 'd.id', 'v.fund_drive_id')
    .leftJoin('visit_places as p', 'p.fund_drive_id', 'd.id')
    .where('v.id', '=', visitId)
    .select(['v.name', 'v.email', 'v.phone', 'v.visit_time', 'v.number_of_guests', 'v.message', 'v.language'])
    .select(['v.status', 'v.sequence', 'd.title', 'd.location', 'd.slug', sql<string>`v.visit_date::text`.as('day')])
    .select(['p.address', 'p.directions', 'p.phone as place_phone'])
    .select('d.id as drive_id')
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof visitOf>>>

const told = (row: Row): mails.VisitTold => ({
  title: row.title,
  // The exact place is only for guests who are expected.
  place: row.status === 'confirmed' && row.address ? row.address : row.location,
  directions: row.status === 'confirmed' ? row.directions : null,
  placePhone: row.status === 'confirmed' ? row.place_phone : null,
  guest: row.name,
  email: row.email,
  phone: row.phone,
  date: row.day,
  time: row.visit_time,
  guests: row.number_of_guests,
  message: row.message,
  language: knownLanguage(row.language),
})

const publicPage = (slug: string) => `${publicAddress()}/fundraiser/${slug}`
