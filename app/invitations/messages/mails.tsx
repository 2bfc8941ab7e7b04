import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MailEnds, type MailEndsAt } from '#app/invitations/guests/mails.tsx'
import { invitesTo } from '#app/invitations/occasions/invites.ts'
import type { Language } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { clockThere, dayThere, momentAt } from '#app/kit/zones.ts'
import {
  MailButton,
  MailFacts,
  MailHeading,
  MailNote,
  MailPicture,
  type MailTemplate,
  MailText,
} from '#app/ui/mail.tsx'
import type { OccasionTold, ToldMessage } from './message.ts'

// Emails to guests. The frame is ours and fixed; the host's words are shown in it exactly as typed.

export const guestMail = (
  told: ToldMessage & { ends: MailEndsAt; hasFile: boolean; picture?: string | undefined },
): MailTemplate => ({
  subject: subjectOf(told),
  reason: msg`You’re getting this email because the hosts put you on their list of guests on {brand}.`,
  unsubscribe: told.ends.unsubscribe,
  body: (
    <>
      <MailHeading>{headingOf(told)}</MailHeading>
      {told.picture && <MailPicture src={told.picture} alt={told.title} />}
      {sentenceOf(told)}
      <MailFacts facts={[{ name: <Trans>From</Trans>, value: told.hosts }]} />
      {told.words && <Paragraphs text={told.words} />}
      {told.kind !== 'thanks' && told.occasions.map((one) => <Occasion key={one.id} told={told} one={one} />)}
      {told.hasFile && (
        <MailNote>
          <Trans>Change your answer by the link. Replies from your calendar don’t reach us.</Trans>
        </MailNote>
      )}
      <MailButton href={told.url}>{buttonOf(told)}</MailButton>
      <MailEnds {...told.ends} />
    </>
  ),
})

function subjectOf({ kind, silent, title, what, hosts }: ToldMessage): Words {
  if (kind === 'invitation') return msg`You are invited to ${what}`
  if (kind === 'change') return msg`Changed: ${what}`
  if (kind === 'cancelled') return msg`Cancelled: ${what}`
  if (kind === 'offer') return msg`A place is free: ${what}`
  if (kind === 'reminder') return silent ? msg`Please answer: ${what}` : msg`Reminder: ${what}`
  return kind === 'thanks' ? msg`Thank you: ${title}` : msg`A word from ${hosts}`
}

const headings: Record<Exclude<ToldMessage['kind'], 'invitation' | 'reminder'>, ReactNode> = {
  note: <Trans>A word from the hosts</Trans>,
  thanks: <Trans>Thank you for standing with us</Trans>,
  change: <Trans>The time or place has changed</Trans>,
  cancelled: <Trans>This was cancelled</Trans>,
  offer: <Trans>A place is free</Trans>,
  account: <Trans>The final account</Trans>,
}
function headingOf({ kind, silent, title }: ToldMessage): ReactNode {
  if (kind === 'invitation') return title
  if (kind === 'reminder') return silent ? <Trans>Please answer</Trans> : <Trans>It is soon</Trans>
  return headings[kind]
}

function sentenceOf(told: ToldMessage): ReactNode {
  const { kind, silent, occasions } = told
  if (kind === 'invitation') return <Invites told={told} />
  const why = occasions[0]?.cancelledWhy
  if (kind === 'cancelled' && why) return <Paragraphs text={why} />
  if (kind === 'reminder' && silent)
    return (
      <MailText>
        <Trans>The hosts would like to know if you come.</Trans>
      </MailText>
    )
  return null
}

/** The hosts, and this guest's occasions. */
function Invites({ told: { name, hosts, occasions } }: { told: ToldMessage }) {
  const { i18n } = useLingui()
  const first = occasions[0]
  return first ? <MailText>{invitesTo(i18n, { kind: first.kind, hosts, title: first.name }, name)}</MailText> : null
}

const buttonOf = ({ kind, silent }: ToldMessage) =>
  kind === 'invitation' || (kind === 'reminder' && silent) ? (
    <Trans>Open and answer</Trans>
  ) : (
    <Trans>Open the invitation</Trans>
  )

const when = (language: Language, at: Date, zone: string) =>
  `${dayThere(language, at, zone)}, ${clockThere(language, at, zone)}`

/** An occasion with its facts; outdated facts are below the current ones. */
function Occasion({ told: { kind, language }, one }: { told: ToldMessage; one: OccasionTold }) {
  const { name, zone, startsAt, place, landmark, offerUntil, cancelledWhy, was } = one
  const before = was && [when(language, momentAt(was.starts, was.zone), was.zone), was.place].filter(Boolean).join(', ')
  return (
    <MailFacts
      facts={[
        { name: <Trans>Occasion</Trans>, value: name },
        { name: <Trans>Begins</Trans>, value: when(language, startsAt, zone) },
        ...(place ? [{ name: <Trans>Place</Trans>, value: [place, landmark].filter(Boolean).join(', ') }] : []),
        ...(offerUntil && kind === 'offer'
          ? [{ name: <Trans>Good until</Trans>, value: when(language, offerUntil, zone) }]
          : []),
        ...(cancelledWhy && kind !== 'cancelled' ? [{ name: <Trans>Cancelled</Trans>, value: cancelledWhy }] : []),
        ...(before && kind === 'change' ? [{ name: <Trans>Before</Trans>, value: <s>{before}</s> }] : []),
      ]}
    />
  )
}

/** A person's typed words, set apart from the words around them. */
const Paragraphs = ({ text }: { text: string }) =>
  text.split('\n\n').map((part) => <MailText key={part}>{part}</MailText>)
