import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Words } from '#app/kit/says.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Mails to a person when an administrator has decided about something of theirs.

type Against = { why: string; support: string }
type Decided = {
  subject: Words
  heading: ReactNode
  text: ReactNode
  /** Set if the decision is against them: why, and whom they can write to. */
  against?: Against
  /** The page of the subject. */
  link: string
  open: ReactNode
}

/** Writes to the owner of a drive. */
export const driveDecidedMail = ({ subject, heading, text, against, link, open }: Decided): MailTemplate => ({
  subject,
  reason: msg`You get this email because the fund drive is yours.`,
  body: (
    <>
      <MailHeading>{heading}</MailHeading>
      <MailText>{text}</MailText>
      {against && <Against {...against} />}
      <MailButton href={link}>{open}</MailButton>
    </>
  ),
})

function Against({ why, support }: Against) {
  return (
    <>
      <MailText>
        <Trans>
          Reason: <Typed text={why} />
        </Trans>
      </MailText>
      <IfMistaken support={support} />
    </>
  )
}

/** Names the address to write to for a person who sees it differently. */
export function IfMistaken({ support }: { support: string }) {
  return (
    <MailText>
      <Trans>If you think that this is a mistake, please write to {support}.</Trans>
    </MailText>
  )
}
