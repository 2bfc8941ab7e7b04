import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Emails to guests and owners about visits.

export type VisitTold = {
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

const reasonGuest = msg`You’re getting this email because this address was used to book a visit on Harambee.`
const reasonOwner = msg`You’re getting this email because you have a fund drive on Harambee. You can turn these emails off in your settings.`

export const bookedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit request has arrived`,
  preview: msg`The organiser will confirm your visit soon.`,
  reason: reasonGuest,
  body: (
    <VisitLetter
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
    </VisitLetter>
  ),
})

export const askedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Someone would like to visit`,
  preview: msg`Please confirm or cancel the visit.`,
  reason: reasonOwner,
  body: (
    <VisitLetter
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
    </VisitLetter>
  ),
})

export const confirmedMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit is confirmed`,
  reason: reasonGuest,
  body: (
    <VisitLetter
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
    </VisitLetter>
  ),
})

export const cancelledMail = (visit: VisitTold, link: string): MailTemplate => ({
  subject: msg`Your visit is cancelled`,
  reason: reasonGuest,
  body: (
    <VisitLetter
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
    </VisitLetter>
  ),
})

type Letter = {
  visit: VisitTold
  heading: ReactNode
  children: ReactNode
  link: string
  button: ReactNode
  note?: ReactNode
  /** How to reach the guest, which the owner is told and the guest knows. */
  contact?: boolean
}

function VisitLetter({ visit, heading, children, link, button, note, contact = false }: Letter) {
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
