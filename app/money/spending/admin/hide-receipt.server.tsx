import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { tellHidden } from '#app/base/pictures/picture.server.ts'
import { hidingReceipt, showingReceipt } from '#app/drives/drive/admin/decisions.ts'
import { driveDecisionTexts } from '#app/drives/drive/admin/drive-admin.ts'
import { Refusal } from '#app/kit/says.ts'
import { payoutNumber } from '#app/money/spending/receipts.server.ts'
import { spendingTexts } from '#app/money/spending/spending.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

type Key = { slug: string; receipt: number }
type Found = { id: string; receipt: number; photo: string; hidden: boolean }

/** A receipt with a photo, of another person's drive. The wallet is locked: the receipt may be undone at this moment. */
const receipt: About<Key, Found> = {
  noun: 'drive',
  at: ({ params }) => ({ slug: params.slug!, receipt: payoutNumber(params.receipt) }),
  async find(tx, { slug, receipt }, by) {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select(['id', 'user_id'])
      .executeTakeFirst()
    if (drive) await lockWallet(tx, drive.id)
    const row =
      drive &&
      (await tx
        .selectFrom('payout_receipts')
        .where('id', '=', receipt)
        .where('fund_drive_id', '=', drive.id)
        .where('undone_at', 'is', null)
        .select(['photo_url as photo', sql<boolean>`hidden_at is not null`.as('hidden')])
        .executeTakeFirst())
    if (!row?.photo) throw new Refusal(spendingTexts.receiptMissing, { status: 404 })
    if (drive!.user_id === by.id) throw new Refusal(driveDecisionTexts.own, { status: 403 })
    return { id: drive!.id, receipt, photo: row.photo, hidden: row.hidden }
  },
}

/** Hides the photo of a receipt from everybody: its file is not served. What the receipt says stays, and counts. */
export const hideReceipt = decision({
  of: receipt,
  act: 'receipt photo hidden',
  words: hidingReceipt,
  run: (tx, found, { why, by }) => setHidden(tx, found, { why, by: by.id }),
})

/** Shows it again. */
export const showReceipt = decision({
  of: receipt,
  act: 'receipt photo shown',
  words: showingReceipt,
  run: (tx, found) => setHidden(tx, found, null),
})

async function setHidden(tx: Tx, { id, receipt, photo, hidden }: Found, hides: { why: string; by: string } | null) {
  if (hidden === (hides !== null)) throw new Refusal(driveDecisionTexts.meanwhile)
  await tx
    .updateTable('payout_receipts')
    .set({ hidden_at: hides && sql<Date>`now()`, hidden_by: hides && hides.by, hidden_why: hides?.why ?? '' })
    .where('fund_drive_id', '=', id)
    .where('photo_url', '=', photo)
    .where('undone_at', 'is', null)
    .execute()
  await tellHidden(tx, photo)
  await enqueue(tx, 'mail-receipt-hidden', { receiptId: receipt }, { key: String(receipt) })
  return {}
}

/** Tells those who manage the drive that we have hidden a receipt's photo, or show it again: whichever is true when the mail is written. */
export async function mailReceiptHidden(db: Db, { receiptId }: { receiptId: number }): Promise<void> {
  const row = await db
    .selectFrom('payout_receipts as r')
    .innerJoin('fund_drives as d', 'd.id', 'r.fund_drive_id')
    .where('r.id', '=', receiptId)
    .where('r.undone_at', 'is', null)
    .select(['r.fund_drive_id', 'r.what', 'd.title', 'd.slug', 'r.hidden_at', 'r.hidden_why'])
    .select((is) =>
      is
        .selectFrom('payout_requests as o')
        .whereRef('o.whole', '=', 'r.whole')
        .select(({ fn }) => fn.min<number>('o.id').as('id'))
        .as('payout'),
    )
    .executeTakeFirst()
  if (!row) return
  const { title, what } = row
  const told = { title, what, link: `${publicAddress()}/fund-drive/${row.slug}/money/${row.payout}` }
  const mail = row.hidden_at ? hiddenMail(told, { why: row.hidden_why, support: supportInWords() }) : shownMail(told)
  await mailManagers(db, row.fund_drive_id, 'money', () => mail)
}

type Told = { title: string; what: string; link: string }

const hiddenMail = ({ title, what, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`The photo of a receipt is hidden: ${title}`,
    heading: <Trans>The photo of a receipt is hidden</Trans>,
    text: (
      <Trans>
        An administrator of {'{brand}'} has hidden the photo of the receipt “<Typed text={what} />” of “
        <Typed text={title} />
        ”. Nobody can open it. The receipt counts as before. You can undo it and add another one with a photo that
        everyone may see.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the receipts</Trans>,
  })

const shownMail = ({ title, what, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`The photo of a receipt is shown again: ${title}`,
    heading: <Trans>The photo of a receipt is shown again</Trans>,
    text: (
      <Trans>
        Visitors can open the photo of the receipt “<Typed text={what} />” of “<Typed text={title} />” again.
      </Trans>
    ),
    link,
    open: <Trans>Open the receipts</Trans>,
  })
