import { sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { mailEach, mailManagers, type Recipient, recipientsOf } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { nameForOwner } from './donations.server.ts'
import * as mails from './mails.tsx'
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
  await mailTo(gift.donor_email, language, mails.receiptMail(told(gift, language), links))
}

export const sendGift = (gift: GiftToTell, recipients: Recipient[]): Promise<void> =>
  mailEach(recipients, (language) => mails.giftMail(told(gift, language), ownPage(gift.slug)))

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
  await mailManagers(db, driveId, 'activity', (language) =>
    mails.digestMail({ ...told, language }, ownPage(drive.slug)),
  )
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
