import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'

type Told = { title: string; guests: number; link: string }

/** Tells a host, a month ahead, that the guests of an old gathering will be forgotten. */
export const forgettingMail = ({ title, guests, link }: Told): MailTemplate => ({
  subject: msg`Your guests of last year will be forgotten`,
  reason: msg`You’re getting this email because you invited guests on Harambee.`,
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
