import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { decision } from '#app/admin/decision.server.ts'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { freeze, lockWallet } from '#app/base/ledger/wallet.server.ts'
import { drive } from '#app/drives/drive/admin/decide.server.tsx'
import { freezing, unfreezing } from '#app/drives/drive/admin/decisions.ts'
import { driveDecisionTexts } from '#app/drives/drive/admin/drive-admin.ts'
import { Refusal } from '#app/kit/says.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

/** Freezes the withdrawals of a drive: nothing can be requested, and open requests can't be completed. Its owner reads why. */
export const freezeWithdrawals = decision({
  of: drive,
  act: 'withdrawals frozen',
  words: freezing,
  run: (tx, { id }, { why }) => setFrozen(tx, id, why),
})

/** Unfreezes the withdrawals of a drive. */
export const freeWithdrawals = decision({
  of: drive,
  act: 'withdrawals freed',
  words: unfreezing,
  run: (tx, { id }) => setFrozen(tx, id, null),
})

/** Sets it with the wallet locked: a withdrawal at the same moment comes before or after it, and the second knows of the first. */
async function setFrozen(tx: Tx, driveId: string, why: string | null) {
  const frozen = why !== null
  const wallet = await lockWallet(tx, driveId)
  if ((wallet.frozen !== null) === frozen) throw new Refusal(driveDecisionTexts.meanwhile)
  await freeze(wallet, tx, why)
  await enqueue(tx, 'mail-frozen', { driveId }, { key: driveId })
  return { before: { frozen: !frozen }, after: { frozen } }
}

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
        An administrator of {'{brand}'} has frozen the withdrawals of “<Typed text={title} />
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
