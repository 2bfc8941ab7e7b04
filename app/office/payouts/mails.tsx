import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { driveDecidedMail } from '#app/features/audit/decided-mail.tsx'
import type { MailTemplate } from '#app/ui/mail.tsx'

// What an owner is written when an administrator lets no money out, or again.

type Told = { title: string; link: string }

export const frozenMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`Withdrawals are frozen: ${title}`,
    heading: <Trans>Withdrawals are frozen</Trans>,
    text: (
      <Trans>
        An administrator of Harambee has frozen the withdrawals of “<Typed text={title} />
        ”. Donations still arrive; nothing is paid out for now.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the payouts</Trans>,
  })

export const freedMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`Withdrawals are enabled again: ${title}`,
    heading: <Trans>Withdrawals are enabled again</Trans>,
    text: (
      <Trans>
        You can withdraw what was given to “<Typed text={title} />” again.
      </Trans>
    ),
    link,
    open: <Trans>Open the payouts</Trans>,
  })

/** What a person typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => text
