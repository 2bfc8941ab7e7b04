import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText, plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import type { PaidForKind } from '#app/money/payments/paid-for.server.ts'
import { wordsOfPaidFor } from '#app/money/payments/result.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { buttonFor } from './ask-back.server.ts'
import { phoneThatPaid } from './refund-by-phone.server.ts'

// The mail jobs for money that went back.

/** Writes to the person who had paid, in the language they paid in; by text where there is no email, for a refund of ours. */
export async function mailPaidBack(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  if (!row) return
  const link = `${publicAddress()}/fundraiser/${row.slug}`
  if (row.donor_email) await mailTo(row.donor_email, knownLanguage(row.language), paidBackMail(told(row), link))
  else if (row.asked_as) {
    const amount = plainMoney(row.amount)
    await textPayer(db, row, (drive) => msg`${amount} of your gift to ${drive} was sent back to you.`)
  }
}

/** Sends the button that asks for a gift back, to the gift's own address. */
export async function mailAskBack(db: Db, { donationId }: { donationId: number }): Promise<void> {
  const gift = await buttonFor(db, donationId)
  if (gift) await mailTo(gift.email, knownLanguage(gift.language), askBackMail(gift))
}

/** Tells a giver that an administrator did not send their gift back. */
export async function mailBackRefused(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId, 'failed')
  if (!row) return
  const support = `${publicAddress()}/about/help/write`
  if (row.donor_email) await mailTo(row.donor_email, knownLanguage(row.language), backRefusedMail(told(row), support))
  else await textPayer(db, row, (drive) => msg`We did not send your gift to ${drive} back. Questions: ${support}`)
}

/** Sends a text to the phone that paid, once. A title is shortened until it fits, and left out in a script that phones lack. */
async function textPayer(db: Db, { id, payment_id, language, title }: Row, words: (drive: string) => Words) {
  const phone = await phoneThatPaid(db, payment_id)
  if (!phone) return
  const reader = wordsIn(knownLanguage(language), catalogues[knownLanguage(language)])
  const text = smsWith(inGsm7(title) || smsBrand(), (drive) => reader._(words(drive)))
  await db.transaction().execute((tx) => sendSms(tx, { key: `back ${id}`, phone, text, money: true }))
}

/** Writes to those who manage the drive, unless they want no news of it. */
export async function mailGiftGone(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  const row = await reversalOf(db, reversalId)
  // Where everything is given back, one email at the end tells of all gifts.
  if (!row || (row.asked_as === 'owner' && row.withAll)) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/donations`
  await mailManagers(db, row.drive_id, 'activity', () => giftGoneMail(told(row), link))
}

const reversalOf = (db: Db, id: number, state: 'done' | 'failed' = 'done') =>
  db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('view_claims as v', 'v.payment_id', 'p.id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('r.id', '=', id)
    .where('r.state', '=', state)
    .select([
      'r.id',
      'r.payment_id',
      'r.asked_as',
      'r.kind as how',
      'r.amount',
      'p.kind',
      'p.amount as paid',
      'p.reference',
      'p.donor_email',
      'p.language',
    ])
    .select(
      sql<boolean>`exists (select from give_backs a where a.fund_drive_id = d.id and a.begun_at <= r.created_at)`.as(
        'withAll',
      ),
    )
    .select(['d.id as drive_id', 'd.title', 'd.slug', 'v.taken as views', 'g.id as gift', 'g.created_at as given'])
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof reversalOf>>>

const told = ({ title, how, kind, amount, paid, reference, views, gift, given, asked_as }: Row): BackTold => ({
  title,
  askedBy: asked_as,
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
  askedBy: 'giver' | 'owner' | 'office' | null
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
  const { title, kind, askedBy } = back
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
          {askedBy === 'giver' ? (
            <Trans>Its giver asked for it back while the fund drive still held it.</Trans>
          ) : (
            <Trans>What you have already withdrawn of it will be taken from coming donations.</Trans>
          )}
        </MailNote>
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}

type Button = { title: string; amount: number; link: string }

/** Writes to the giver, who proves by its button that the gift is theirs. */
function askBackMail({ title, amount: cents, link }: Button): MailTemplate {
  const amount = moneyText(cents)
  return {
    subject: msg`Ask for ${amount} back`,
    preview: msg`The button is good for an hour.`,
    reason: msg`You're getting this because someone who has your receipt asked for it at {brand}.`,
    body: (
      <>
        <MailHeading>
          <Trans>Do you want {amount} back?</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            You gave it to <Typed text={title} />. All of it is sent back, the way it came.
          </Trans>
        </MailText>
        <MailButton href={link}>
          <Trans>Ask for {amount} back</Trans>
        </MailButton>
        <MailNote>
          <Trans>The button is good for an hour. If it was not you, do nothing: your gift stays where it is.</Trans>
        </MailNote>
      </>
    ),
  }
}

/** Writes to a giver whose gift an administrator did not send back. */
function backRefusedMail({ title, amount: cents, reference }: BackTold, support: string): MailTemplate {
  const amount = moneyText(cents)
  return {
    subject: msg`Your gift of ${amount} was not sent back`,
    preview: msg`Your gift stays where it is.`,
    reason: msg`You're getting this because you asked for a gift back at {brand}.`,
    body: (
      <>
        <MailHeading>
          <Trans>Your gift of {amount} was not sent back</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            We looked at it, and it stays with <Typed text={title} />. If you see it differently, please write to us and
            name {reference}.
          </Trans>
        </MailText>
        <MailButton href={support}>
          <Trans>Write to us</Trans>
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
