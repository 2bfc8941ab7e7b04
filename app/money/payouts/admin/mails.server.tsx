import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { mailManagers } from '#app/people/accounts/recipients.server.ts'
import { supportInWords } from '#app/platform/choices.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

/** Mails the managers of a drive that its withdrawals are frozen, or free again: whichever is true when the mail is written. */
export async function mailFrozen(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('wallets as w')
    .innerJoin('fund_drives as d', 'd.id', 'w.fund_drive_id')
    .where('d.id', '=', driveId)
    .select(['d.title', 'd.slug', 'w.frozen_at', 'w.frozen_why'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/payouts`
  const about = { title: row.title, link }
  const mail = row.frozen_at ? frozenMail(about, { why: row.frozen_why, support: supportInWords() }) : freedMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}

// The mails to managers when an administrator freezes or unfreezes withdrawals.

type Told = { title: string; link: string }

const frozenMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
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

const freedMail = ({ title, link }: Told): MailTemplate =>
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
