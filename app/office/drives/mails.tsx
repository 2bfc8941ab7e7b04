import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { driveDecidedMail } from '#app/features/audit/decided-mail.tsx'
import type { MailTemplate } from '#app/ui/mail.tsx'

// What an owner is written when an administrator decides about their drive.

type Told = { title: string; link: string }

export const stoppedMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`Your fund drive was paused: ${title}`,
    heading: <Trans>Your fund drive was paused</Trans>,
    text: (
      <Trans>
        An administrator of Harambee has paused “<Typed text={title} />
        ”. Visitors can’t find it for now. The money given is still there.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the fund drive</Trans>,
  })

export const openedMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`Your fund drive is open again: ${title}`,
    heading: <Trans>Your fund drive is open again</Trans>,
    text: (
      <Trans>
        An administrator of Harambee has opened “<Typed text={title} />” again. Nothing else has changed.
      </Trans>
    ),
    link,
    open: <Trans>Open the fund drive</Trans>,
  })

/** What a person typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => text
