import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'

// What an owner is written when an administrator decides about their drive.

const reason = msg`You get this mail because the fund drive is yours.`

type Told = { title: string; why: string; link: string; support: string }

export const stoppedMail = ({ title, why, link, support }: Told): MailTemplate => ({
  subject: msg`Your fund drive was paused: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your fund drive was paused</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          An administrator of Harambee has paused “{title}”. Visitors don’t find it for now. What was given is still
          there.
        </Trans>
      </MailText>
      <MailText>
        <Trans>Reason: {why}</Trans>
      </MailText>
      <MailText>
        <Trans>If you think that this is a mistake, please write to {support}.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Open the fund drive</Trans>
      </MailButton>
    </>
  ),
})

export const openedMail = ({ title, link }: Pick<Told, 'title' | 'link'>): MailTemplate => ({
  subject: msg`Your fund drive is open again: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your fund drive is open again</Trans>
      </MailHeading>
      <MailText>
        <Trans>An administrator of Harambee has opened “{title}” again. It is as it was before.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Open the fund drive</Trans>
      </MailButton>
    </>
  ),
})
