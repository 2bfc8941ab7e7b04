import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { dayIn, momentIn, noonOf } from '#app/kit/time.ts'
import { lastFingerprintOf } from '#app/money/public-book/book.server.ts'
import { fingerprintText } from '#app/money/public-book/book.ts'
import { mailEach, mailManagers, type Recipient, recipientsOf } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, MailLink, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { nameForOwner } from './donations.server.ts'
import { passOn } from './gift-words.ts'
import { receiptNumber } from './receipt.ts'

// The mails about gifts. A person who asked to be forgotten has no address any more, and gets nothing.

/** Mails the receipt to the giver, in the language they gave in. */
export async function mailReceipt(db: Db, { donationId }: { donationId: number }): Promise<void> {
  const [gift] = await giftsToTell(db, [donationId])
  if (gift) await sendReceipt(gift)
}

/** Mails a gift to those who manage the drive, unless they want no such mails. */
export async function mailGift(db: Db, { donationId }: { donationId: number }): Promise<void> {
  const [gift] = await giftsToTell(db, [donationId])
  if (gift) await sendGift(gift, (await recipientsOf(db, [gift.drive], 'activity')).get(gift.drive)!)
}

export async function sendReceipt(gift: GiftToTell): Promise<void> {
  if (!gift.donor_email) return
  const language = knownLanguage(gift.language)
  const links = { receipt: `${publicAddress()}/receipt/${gift.receipt}`, drive: publicPage(gift.slug) }
  const mail = receiptMail({ ...told(gift, language), book: gift.book }, links)
  await mailTo(gift.donor_email, language, mail)
}

export const sendGift = (gift: GiftToTell, recipients: Recipient[]): Promise<void> =>
  mailEach(recipients, (language) => giftMail(told(gift, language), ownPage(gift.slug)))

/** Mails all gifts since the last time. They are crossed off after the mail is sent: telling of one twice beats leaving it out. */
export async function mailGiftDigest(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const news = await newsOf(db, driveId)
  if (news.length === 0) return
  await tellManagers(db, driveId, news)
  await db
    .deleteFrom('gift_news')
    .where('fund_drive_id', '=', driveId)
    .where('donation_id', 'in', news.map(({ id }) => id).slice(0, most))
    .execute()
  if (news.length >= most) await mailGiftDigest(db, { driveId })
}

/** The number of gifts on one day from which there is a second mail. */
const most = 10_000

async function tellManagers(db: Db, driveId: string, news: Awaited<ReturnType<typeof newsOf>>) {
  const drive = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug'])
    .executeTakeFirstOrThrow()
  const total = news.reduce((sum, { amount }) => sum + amount, 0)
  const newest = news.slice(0, 10).map(({ name, anonymous, amount }) => ({ name, anonymous, amount }))
  const told = { title: drive.title, count: news.length, total, newest }
  await mailManagers(db, driveId, 'activity', (language) => digestMail({ ...told, language }, ownPage(drive.slug)))
}

const newsOf = (db: Db, driveId: string) =>
  db
    .selectFrom('gift_news as n')
    .innerJoin('donations as d', 'd.id', 'n.donation_id')
    .where('n.fund_drive_id', '=', driveId)
    .select(['d.id', 'd.amount', 'd.anonymous', nameForOwner.as('name')])
    .orderBy('d.id', 'desc')
    .limit(most)
    .execute()

/** The number of first gifts of a drive that get a mail each; later gifts of a day share a mail. */
export const oneByOne = 10

/** Reads the facts for the mails, the place of each gift in its drive, as far as it matters, and which mails are sent. */
export const giftsToTell = (db: Db, ids: number[]) =>
  db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
    .where('d.id', '=', sql<number>`any(${ids}::bigint[])`)
    .select(['d.id', 'd.amount', 'd.donor_email', 'd.message', 'd.receipt', 'd.created_at', 'd.fund_drive_id as drive'])
    .select([nameForOwner.as('name'), 'd.anonymous', 'p.language', 'f.title', 'f.slug'])
    .select([
      sql<number>`(select count(*)::int from (
        select from donations where fund_drive_id = d.fund_drive_id and id <= d.id limit ${oneByOne + 1}::int
      ) earlier)`.as('place'),
      sql<string[]>`array(select mail from gift_mails_sent where donation_id = d.id)`.as('sent'),
      lastFingerprintOf('d.fund_drive_id').as('book'),
    ])
    .orderBy('d.id')
    .execute()

export type GiftToTell = Awaited<ReturnType<typeof giftsToTell>>[number]

const told = ({ id, title, amount, name, anonymous, message, created_at: at }: GiftToTell, language: Language) => ({
  title,
  amount,
  name,
  anonymous,
  message,
  at,
  language,
  number: receiptNumber(id, at),
})

const publicPage = (slug: string) => `${publicAddress()}/fundraiser/${slug}`
const ownPage = (slug: string) => `${publicAddress()}/fund-drive/${slug}/donations`

// The mails about gifts to givers and owners.

type GiftMail = {
  title: string
  amount: number
  /** Null for an anonymous gift, or one without a name. */
  name: string | null
  anonymous: boolean
  message: string
  number: string
  at: Date
  language: Language
}

const reasonGiver = msg`You’re getting this because a donation was made with this email at {brand}.`
const reasonOwner = msg`You’re getting this because you own a fund drive at {brand}. You can turn these emails off in your settings.`

type ReceiptMail = GiftMail & { book: { day: string; hash: string } | null }

function receiptMail(gift: ReceiptMail, links: { receipt: string; drive: string }): MailTemplate {
  const { title } = gift
  const amount = moneyText(gift.amount)
  return {
    subject: msg`Your receipt: ${amount} for ${title}`,
    preview: msg`Your donation has arrived. Thank you!`,
    reason: reasonGiver,
    body: (
      <>
        <MailHeading>
          <Trans>Thank you for your donation</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            Your donation of {amount} to <Typed text={title} /> has arrived.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Amount</Trans>, value: amount },
            { name: <Trans>Date</Trans>, value: momentIn(gift.language, gift.at) },
            { name: <Trans>Reference</Trans>, value: gift.number },
            ...(gift.book
              ? [
                  {
                    name: <Trans>The book up to {dayIn(gift.language, noonOf(gift.book.day))}</Trans>,
                    value: fingerprintText(gift.book.hash),
                  },
                ]
              : []),
          ]}
        />
        <MailButton href={links.receipt}>
          <Trans>Open the receipt</Trans>
        </MailButton>
        <PassOn title={title} link={links.drive} />
        <MailLink href={links.drive}>
          <Trans>Open the fundraiser</Trans>
        </MailLink>
      </>
    ),
  }
}

function PassOn({ title, link }: { title: string; link: string }) {
  const { i18n } = useLingui()
  return (
    <MailLink href={passOn(i18n, { title, link })}>
      <Trans>Share on WhatsApp</Trans>
    </MailLink>
  )
}

function giftMail(gift: GiftMail, link: string): MailTemplate {
  const { title, name, anonymous, message } = gift
  const amount = moneyText(gift.amount)
  return {
    subject: msg`${amount} for ${title}`,
    preview: msg`A donation has arrived.`,
    reason: reasonOwner,
    body: (
      <>
        <MailHeading>
          <Trans>A donation of {amount} has arrived</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            It is for <Typed text={title} />.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>From</Trans>, value: name ?? <Nameless isAnonymous={anonymous} /> },
            { name: <Trans>Date</Trans>, value: momentIn(gift.language, gift.at) },
            ...(message ? [{ name: <Trans>Message</Trans>, value: message }] : []),
          ]}
        />
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Shows the words in place of a name, for those who manage the drive. */
function Nameless({ isAnonymous }: { isAnonymous: boolean }) {
  const { i18n } = useLingui()
  return i18n._(namelessOwn(isAnonymous))
}

type DigestTold = {
  title: string
  count: number
  total: number
  newest: { name: string | null; anonymous: boolean; amount: number }[]
  language: Language
}

function digestMail({ title, count, total, newest }: DigestTold, link: string): MailTemplate {
  const amount = moneyText(total)
  return {
    subject: msg`New donations for ${title}: ${amount}`,
    preview: msg`Your fund drive is moving.`,
    reason: reasonOwner,
    body: (
      <>
        <MailHeading>
          <Plural value={count} one="# new donation" other="# new donations" />
        </MailHeading>
        <MailText>
          <Trans>
            Together they bring {amount} to <Typed text={title} />. The newest:
          </Trans>
        </MailText>
        <MailFacts
          facts={newest.map((one) => ({
            name: one.name ?? <Nameless isAnonymous={one.anonymous} />,
            value: moneyText(one.amount),
          }))}
        />
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}
