import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

/** Tells those who manage a drive that we have paused it, or opened it again: whichever is true when the mail is written. */
export async function mailStopped(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug', 'stopped_at', 'stopped_why'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/home`
  const about = { title: row.title, link }
  const mail = row.stopped_at
    ? stoppedMail(about, { why: row.stopped_why, support: supportInWords() })
    : openedMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}

/** Tells them that we hide what was recorded by hand from visitors, or show it again: whichever is true by then. */
export async function mailRecordedHidden(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug', 'recorded_hidden_at', 'recorded_hidden_why'])
    .executeTakeFirst()
  if (!row) return
  const about = { title: row.title, link: `${publicAddress()}/fund-drive/${row.slug}/recorded` }
  const mail = row.recorded_hidden_at
    ? hiddenMail(about, { why: row.recorded_hidden_why, support: supportInWords() })
    : shownMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}

// Emails to an owner when an administrator decides about their drive.

type Told = { title: string; link: string }

const stoppedMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
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

const openedMail = ({ title, link }: Told): MailTemplate =>
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

const hiddenMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`Recorded gifts are hidden: ${title}`,
    heading: <Trans>Recorded gifts are hidden</Trans>,
    text: (
      <Trans>
        An administrator of Harambee has hidden the recorded gifts of “<Typed text={title} />
        ”. Visitors see what came through Harambee alone. Nothing was deleted.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the recorded gifts</Trans>,
  })

const shownMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`Recorded gifts are shown again: ${title}`,
    heading: <Trans>Recorded gifts are shown again</Trans>,
    text: (
      <Trans>
        Visitors see the recorded gifts of “<Typed text={title} />” again.
      </Trans>
    ),
    link,
    open: <Trans>Open the recorded gifts</Trans>,
  })
