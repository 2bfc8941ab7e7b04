import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import type { PaidForKind } from '#app/money/payments/paid-for.server.ts'
import { wordsOfPaidFor } from '#app/money/payments/result.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// The mail jobs for money that went back.

/** Writes to the person who had paid, in the language they paid in. */
export async function mailPaidBack(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  if (!row?.donor_email) return
  const link = `${publicAddress()}/fundraiser/${row.slug}`
  await mailTo(row.donor_email, knownLanguage(row.language), paidBackMail(told(row), link))
}

/** Writes to those who manage the drive, unless they want no news of it. */
export async function mailGiftGone(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/donations`
  await mailManagers(db, row.drive_id, 'activity', () => giftGoneMail(told(row), link))
}

const reversalOf = (db: Db, id: number) =>
  db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('view_claims as v', 'v.payment_id', 'p.id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('r.id', '=', id)
    .where('r.state', '=', 'done')
    .select(['r.kind as how', 'r.amount', 'p.kind', 'p.amount as paid', 'p.reference', 'p.donor_email', 'p.language'])
    .select(['d.id as drive_id', 'd.title', 'd.slug', 'v.taken as views', 'g.id as gift', 'g.created_at as given'])
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof reversalOf>>>

const told = ({ title, how, kind, amount, paid, reference, views, gift, given }: Row): BackTold => ({
  title,
  amount,
  paid,
  // A gift is named by its receipt; a purchase has none.
  reference: gift && given ? receiptNumber(gift, given) : reference,
  of: kind,
  views: views ?? 0,
  kind: how === 'chargeback' ? 'chargeback' : 'refund',
})

// Emails about money that goes back.

type BackTold = {
  title: string
  kind: 'refund' | 'chargeback'
  of: PaidForKind
  /** The amount that went back now, and the amount that had been paid. */
  amount: number
  paid: number
  reference: string
  /** Unused views of the purchase that are gone with it. */
  views: number
}

/** Writes to the person who had paid. */
function paidBackMail(back: BackTold, link: string): MailTemplate {
  const { title, kind, of, views } = back
  const { Refunded } = wordsOfPaidFor(of)
  const amount = moneyText(back.amount)
  return {
    subject: msg`Your ${amount} refund`,
    preview: msg`Your payment was refunded.`,
    reason: msg`You're getting this because you made a payment at {brand}.`,
    body: (
      <>
        <MailHeading>
          <Trans>Your {amount} refund</Trans>
        </MailHeading>
        <MailText>
          <Refunded title={title} />
        </MailText>
        {views > 0 && (
          <MailText>
            <Plural
              value={views}
              one="# unused view of this purchase was removed."
              other="# unused views of this purchase were removed."
            />
          </MailText>
        )}
        <Facts back={back} />
        {kind === 'refund' && (
          <MailNote>
            <Trans>It can take some days until your bank or your phone shows it.</Trans>
          </MailNote>
        )}
        <MailButton href={link}>
          <Trans>Open the fundraiser</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Writes to the owner of the drive that a gift is gone from. */
function giftGoneMail(back: BackTold, link: string): MailTemplate {
  const { title, kind } = back
  const amount = moneyText(back.amount)
  return {
    subject:
      kind === 'refund' ? msg`A donation to ${title} was refunded` : msg`A donation to ${title} was charged back`,
    preview: msg`The total of your fund drive is lower now.`,
    reason: msg`You're getting this because you own a fund drive at {brand}. You can turn off these emails in your settings.`,
    body: (
      <>
        <MailHeading>
          {kind === 'refund' ? <Trans>{amount} was refunded</Trans> : <Trans>{amount} was charged back</Trans>}
        </MailHeading>
        <MailText>
          {kind === 'refund' ? (
            <Trans>
              A donation to <Typed text={title} /> was refunded to its donor.
            </Trans>
          ) : (
            <Trans>
              The donor's bank has taken back a donation to <Typed text={title} />.
            </Trans>
          )}
        </MailText>
        <Facts back={back} />
        <MailNote>
          <Trans>What you have already withdrawn of it will be taken from coming donations.</Trans>
        </MailNote>
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}

function Facts({ back: { amount, paid, reference, kind } }: { back: BackTold }) {
  return (
    <MailFacts
      facts={[
        {
          name: kind === 'refund' ? <Trans>Refunded</Trans> : <Trans>Charged back</Trans>,
          value: moneyText(amount),
        },
        { name: <Trans>Paid</Trans>, value: moneyText(paid) },
        { name: <Trans>Reference</Trans>, value: reference },
      ]}
    />
  )
}
