import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'

// What an owner is written when an administrator lets no money out, or again.

const reason = msg`You get this mail because the fund drive is yours.`

type Told = { title: string; why: string; link: string; support: string }

export const frozenMail = ({ title, why, link, support }: Told): MailTemplate => ({
  subject: msg`Withdrawals are frozen: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Withdrawals are frozen</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          An administrator of Harambee has frozen the withdrawals of “{title}”. Donations still come in; nothing is paid
          out for now.
        </Trans>
      </MailText>
      <MailText>
        <Trans>Reason: {why}</Trans>
      </MailText>
      <MailText>
        <Trans>If you think that this is a mistake, please write to {support}.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Open the payouts</Trans>
      </MailButton>
    </>
  ),
})

export const freedMail = ({ title, link }: Pick<Told, 'title' | 'link'>): MailTemplate => ({
  subject: msg`Withdrawals are free again: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Withdrawals are free again</Trans>
      </MailHeading>
      <MailText>
        <Trans>You can withdraw what was given to “{title}” again.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Open the payouts</Trans>
      </MailButton>
    </>
  ),
})
