import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import type { ReactNode } from 'react'
import { type CalendarEvent, calendarFile } from '#app/kit/calendar.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Emails to guests and owners about visits.

type VisitTold = {
  title: string
  place: string
  /** Directions to the place; for guests who are confirmed. */
  directions: string | null
  placePhone: string | null
  guest: string
  email: string
  phone: string
  date: string
  time: string
  guests: number
  message: string | null
  language: Language
}

const reasonGuest = msg`You’re getting this email because this address was used to book a visit on {brand}.`
const reasonOwner = msg`You’re getting this email because you have a fund drive on {brand}. You can turn these emails off in your settings.`

const bookedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit request has arrived`,
  preview: msg`The organiser will confirm your visit soon.`,
  reason: reasonGuest,
  body: (
    <VisitMail
      visit={visit}
      heading={
        <Trans>
          Thank you, <Typed text={visit.guest} />
        </Trans>
      }
      link={link}
      button={<Trans>Open the fundraiser</Trans>}
    >
      <Trans>
        Your request has reached the organiser of <Typed text={visit.title} />. You will get an email with the answer.
      </Trans>
    </VisitMail>
  ),
})

const askedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Someone would like to visit`,
  preview: msg`Please confirm or cancel the visit.`,
  reason: reasonOwner,
  body: (
    <VisitMail
      visit={visit}
      heading={
        <Trans>
          <Typed text={visit.guest} /> would like to visit
        </Trans>
      }
      link={link}
      button={<Trans>Answer the request</Trans>}
      contact
    >
      <Trans>
        There is a new visit request for <Typed text={visit.title} />. The guest gets an email as soon as you answer.
      </Trans>
    </VisitMail>
  ),
})

const confirmedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit is confirmed`,
  reason: reasonGuest,
  body: (
    <VisitMail
      visit={visit}
      heading={
        <Trans>
          Karibu, <Typed text={visit.guest} />!
        </Trans>
      }
      link={link}
      button={<Trans>Open the fundraiser</Trans>}
      note={<Trans>Open the attached file to put the visit in your calendar.</Trans>}
    >
      <Trans>
        The organiser of <Typed text={visit.title} /> looks forward to your visit.
      </Trans>
    </VisitMail>
  ),
})

const cancelledMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit is cancelled`,
  reason: reasonGuest,
  body: (
    <VisitMail
      visit={visit}
      heading={
        <Trans>
          Pole, <Typed text={visit.guest} />
        </Trans>
      }
      link={link}
      button={<Trans>Open the fundraiser</Trans>}
    >
      <Trans>
        The organiser of <Typed text={visit.title} /> can't receive you at this time. You are welcome to ask for
        another.
      </Trans>
    </VisitMail>
  ),
})

type VisitMailProps = {
  visit: VisitTold
  heading: ReactNode
  children: ReactNode
  link: string
  button: ReactNode
  note?: ReactNode
  /** How to reach the guest, which the owner is told and the guest knows. */
  contact?: boolean
}

function VisitMail({ visit, heading, children, link, button, note, contact = false }: VisitMailProps) {
  const facts = [
    { name: <Trans>Visit date</Trans>, value: dayIn(visit.language, new Date(`${visit.date}T12:00:00+03:00`)) },
    { name: <Trans>Time</Trans>, value: visit.time },
    { name: <Trans>Guests</Trans>, value: visit.guests >= 5 ? '5+' : String(visit.guests) },
    contact
      ? { name: <Trans>Contact</Trans>, value: `${visit.phone}, ${visit.email}` }
      : { name: <Trans>Place</Trans>, value: visit.place },
    ...(visit.directions ? [{ name: <Trans>Directions</Trans>, value: visit.directions }] : []),
    ...(visit.placePhone ? [{ name: <Trans>Phone</Trans>, value: visit.placePhone }] : []),
    ...(visit.message ? [{ name: <Trans>Message</Trans>, value: visit.message }] : []),
  ]
  return (
    <>
      <MailHeading>{heading}</MailHeading>
      <MailText>{children}</MailText>
      <MailFacts facts={facts} />
      {note ? <MailNote>{note}</MailNote> : null}
      <MailButton href={link}>{button}</MailButton>
    </>
  )
}

// The mail jobs of visits. No mail is sent about a visit or drive that is gone meanwhile.

export async function mailVisitBooked(db: Db, { visitId }: { visitId: string }): Promise<void> {
  const row = await visitOf(db, visitId)
  if (row) await mailTo(row.email, told(row).language, bookedMail(told(row), publicPage(row.slug)))
}

/** Emails those who manage the drive, unless they want no such mails. */
export async function mailVisitAsked(db: Db, { visitId }: { visitId: string }): Promise<void> {
  const row = await visitOf(db, visitId)
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/rsvps`
  await mailManagers(db, row.drive_id, 'activity', (language) => askedMail({ ...told(row), language }, link))
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
  const mail = cancelled ? cancelledMail(visit, link) : confirmedMail(visit, link)
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
function hourOf({ date, time }: VisitTold) {
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

const told = (row: Row): VisitTold => ({
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
