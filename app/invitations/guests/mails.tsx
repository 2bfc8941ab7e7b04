import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { MailButton, MailFacts, MailHeading, MailLink, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import type { InvitationState } from './invitation.ts'

// The mails to guests about their answers, and to hosts about the answers of guests.

export type AnswerTold = {
  state: InvitationState
  name: string
  occasion: string
  hosts: string
  zone: string
  startsAt: Date
  place: string
  people: number
  offerUntil: Date | null
  /** The cause of a No that the guest did not say; otherwise null. */
  no: keyof typeof noSubjects | null
  language: Language
  link: string
} & MailEndsAt

const subjects: Record<InvitationState, Words> = {
  yes: msg`Your answer: coming`,
  maybe: msg`Your answer: maybe`,
  no: msg`Your answer: not coming`,
  asked: msg`Your request has reached the hosts`,
  waiting: msg`You are on the waitlist`,
  offered: msg`A place is free`,
  invited: msg`You are invited`,
  withdrawn: msg`You are no longer expected`,
}

const noSubjects = { turnedDown: msg`No place this time`, expired: msg`The offer has ended` } satisfies Record<
  string,
  Words
>

const sentences: Partial<Record<InvitationState, ReactNode>> = {
  yes: <Trans>The hosts know that you come. Your calendar has the day.</Trans>,
  maybe: <Trans>Please tell the hosts as soon as you know.</Trans>,
  no: <Trans>Your seats are free for others. You can change your answer by the link.</Trans>,
  asked: <Trans>You get an email as soon as they have answered.</Trans>,
  waiting: <Trans>It is full. You get an email when a place is free for you.</Trans>,
  offered: <Trans>A place is free. Please take it or leave it by the link.</Trans>,
}

/** The sentences about a No that the guest did not say. */
const noWithout = {
  turnedDown: <Trans>The hosts have no place for you this time.</Trans>,
  expired: <Trans>The offer has ended, and the place went to others.</Trans>,
}

export const answeredMail = (told: AnswerTold): MailTemplate => ({
  subject: told.no ? noSubjects[told.no] : subjects[told.state],
  reason: msg`You’re getting this email because you gave this address with your answer to an invitation on {brand}.`,
  unsubscribe: told.unsubscribe,
  body: (
    <>
      <MailHeading>{told.occasion}</MailHeading>
      <MailText>{told.no ? noWithout[told.no] : sentences[told.state]}</MailText>
      <MailFacts facts={factsOf(told)} />
      <MailNote>
        <Trans>Change your answer by the link. Replies from your calendar don’t reach us.</Trans>
      </MailNote>
      <MailButton href={told.link}>
        <Trans>Open the invitation</Trans>
      </MailButton>
      <MailEnds {...told} />
    </>
  ),
})

const when = (at: Date, { language, zone }: Pick<AnswerTold, 'language' | 'zone'>) =>
  `${dayThere(language, at, zone)}, ${clockThere(language, at, zone)}`

const factsOf = (told: AnswerTold) => [
  { name: <Trans>Invited by</Trans>, value: told.hosts },
  { name: <Trans>Begins</Trans>, value: when(told.startsAt, told) },
  ...(told.place ? [{ name: <Trans>Place</Trans>, value: told.place }] : []),
  ...(told.people > 0 ? [{ name: <Trans>People</Trans>, value: String(told.people) }] : []),
  ...(told.offerUntil ? [{ name: <Trans>Good until</Trans>, value: when(told.offerUntil, told) }] : []),
]

export type AnswersTold = { title: string; yes: number; no: number; maybe: number; waiting: number; link: string }

export const answersMail = ({ title, yes, no, maybe, waiting, link }: AnswersTold): MailTemplate => ({
  subject: msg`New answers to your invitation`,
  reason: msg`You’re getting this email because you invite guests on {brand}. You can turn these emails off in your settings.`,
  body: (
    <>
      <MailHeading>{title}</MailHeading>
      {yes > 0 && (
        <MailText>
          <Plural value={yes} one="# more person is coming" other="# more people are coming" />
        </MailText>
      )}
      {maybe > 0 && (
        <MailText>
          <Plural value={maybe} one="# guest answered Maybe" other="# guests answered Maybe" />
        </MailText>
      )}
      {no > 0 && (
        <MailText>
          <Plural value={no} one="# guest is not coming" other="# guests are not coming" />
        </MailText>
      )}
      {waiting > 0 && (
        <MailText>
          <Plural
            value={waiting}
            one="# guest waits for a place, or for your word"
            other="# guests wait for a place, or for your word"
          />
        </MailText>
      )}
      <MailButton href={link}>
        <Trans>See the answers</Trans>
      </MailButton>
    </>
  ),
})

/** The addresses where a guest stops mails: on their page, and by the button of a mail program. */
export type MailEndsAt = { quietUrl: string; forgetUrl: string; reportUrl: string; unsubscribe: string }

/** The footer of every mail of a gathering. */
export function MailEnds({ quietUrl, forgetUrl, reportUrl }: MailEndsAt) {
  return (
    <>
      <MailLink href={quietUrl}>
        <Trans>No more messages</Trans>
      </MailLink>
      <MailLink href={forgetUrl}>
        <Trans>Remove me</Trans>
      </MailLink>
      <MailLink href={reportUrl}>
        <Trans>Report</Trans>
      </MailLink>
    </>
  )
}

type Told = { title: string; guests: number; link: string }

/** Tells a host, a month ahead, that the guests of an old gathering will be forgotten. */
export const forgettingMail = ({ title, guests, link }: Told): MailTemplate => ({
  subject: msg`Your guests of last year will be forgotten`,
  reason: msg`You’re getting this email because you invited guests on {brand}.`,
  body: (
    <>
      <MailHeading>{title}</MailHeading>
      <MailText>
        <Plural
          value={guests}
          one="In 30 days we remove the name and number of # guest who neither gave nor pledged. The counts stay."
          other="In 30 days we remove the names and numbers of # guests who neither gave nor pledged. The counts stay."
        />
      </MailText>
      <MailText>
        <Trans>If you still need the list, export it before then.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>See the guests</Trans>
      </MailButton>
    </>
  ),
})
