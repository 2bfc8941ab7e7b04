import { createHash, createHmac } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { balanceNow, heldOf, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { kes } from '#app/kit/money.ts'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import {
  type Asker,
  askCode,
  codeLimits,
  codesAreTexted,
  codeWait,
  returnCode,
  withCode,
} from '#app/people/accounts/phone-codes.server.ts'
import { type Db, databaseNow, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { type Limit, takeTry, waitIn } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { chosenNow } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { fileRefund } from './refund.server.ts'
import { type BackGift, type BackStanding, backTexts, refundTexts } from './refund.ts'
import { phoneThatPaid } from './refund-by-phone.server.ts'
import type { PaidPayment } from './reversal.server.ts'

// Gifts that their givers ask back, and gifts that organisers give back. Either goes back only while its drive still holds it.

/** Returns the day that is so many days after this moment's, in Nairobi. */
const dayAfter = (at: ReturnType<typeof sql.ref>, days: number) =>
  sql<string>`((${at} at time zone 'Africa/Nairobi')::date + ${days}::int)::text`
const todayInNairobi = sql<string>`((now() at time zone 'Africa/Nairobi')::date)::text`
const isDisputed = sql<boolean>`exists (select from disputes q where q.payment_id = p.id and q.status = 'open')`
const openProgress = sql<string | null>`(
  select o.progress from reversals o where o.payment_id = p.id and o.kind = 'refund' and o.state = 'open')`

const giftsWith = (db: Db | Tx, days: number) =>
  db
    .selectFrom('donations as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .select(['g.id', 'g.receipt', 'g.created_at as at', 'g.amount', 'g.fund_drive_id as driveId', 'd.slug', 'd.title'])
    .select(['p.id as paymentId', 'p.reference', 'p.reversed', 'p.donor_email as email', 'p.language'])
    .select([dayAfter(sql.ref('g.created_at'), days).as('until'), todayInNairobi.as('today')])
    .select([isDisputed.as('disputed'), openProgress.as('progress')])

/** Finds a gift by its receipt; undefined where there is none, and where givers can't ask for gifts back. */
async function giftBy(db: Db | Tx, receipt: string) {
  const days = await chosenNow(db, 'REFUND_DAYS')
  if (days === 0 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(receipt)) return undefined
  const gift = await giftsWith(db, days).where('g.receipt', '=', receipt).executeTakeFirst()
  return gift && { ...gift, days, contact: await contactOf(db, gift) }
}
type Gift = NonNullable<Awaited<ReturnType<typeof giftBy>>>

type Contact = { by: 'email' | 'phone'; to: string }

/**
 * Returns where a proof goes: the gift's own address, else the phone that paid. Null for a gift from a phone's menu, whose number we
 * don't know whole, and for a giver who was forgotten.
 */
async function contactOf(db: Db | Tx, gift: { paymentId: number; email: string }): Promise<Contact | null> {
  if (gift.email) return { by: 'email', to: gift.email }
  const phone = await phoneThatPaid(db, gift.paymentId)
  return phone ? { by: 'phone', to: phone } : null
}

/** Returns what a giver may read about their gift and its way back; undefined if there is no such gift. */
export async function backOf(db: Db, receipt: string): Promise<BackGift | undefined> {
  const gift = await giftBy(db, receipt)
  if (!gift) return undefined
  const { id, at, slug, title, amount, days, until, contact } = gift
  const [by, shown] = contact ? [contact.by, masked(contact)] : [null, '']
  const number = receiptNumber(id, at)
  return { receipt, number, slug, title, amount, days, until, is: await standingOf(db, gift), by, shown }
}

/** Returns which of these gifts can be asked back now, by their receipts. Most gifts are too old, and cost no further question. */
export async function askableOf(db: Db, receipts: string[]): Promise<Set<string>> {
  const days = await chosenNow(db, 'REFUND_DAYS')
  if (days === 0 || receipts.length === 0) return new Set()
  const young = await giftsWith(db, days)
    .where('g.receipt', 'in', receipts)
    .where('p.reversed', '=', 0)
    .where(sql<SqlBool>`${dayAfter(sql.ref('g.created_at'), days)} >= ${todayInNairobi}`)
    .execute()
  const askable = new Set<string>()
  for (const gift of young) {
    const is = await standingOf(db, { ...gift, days, contact: await contactOf(db, gift) })
    if (is === 'ask') askable.add(gift.receipt)
  }
  return askable
}

async function standingOf(db: Db, gift: Gift): Promise<BackStanding> {
  const { reversed, amount, progress, until, today, disputed, contact, driveId } = gift
  if (progress !== null) return progress === 'office' ? 'office' : 'on its way'
  if (reversed >= amount) return 'back'
  if (today > until) return 'over'
  if (disputed) return 'disputed'
  const { available, held } = await balanceNow(db, driveId)
  if (reversed > 0 || available - held < amount) return 'gone'
  return contact && (contact.by === 'email' || codesAreTexted()) ? 'ask' : 'no contact'
}

const masked = ({ by, to }: Contact) =>
  by === 'phone' ? phoneShown(to) : `${to.slice(0, 1)}…${to.slice(to.indexOf('@'))}`

type Asking = { asker: Asker; mark: string; language: Language; number: string }

/** Sends the proof to the gift's own address or phone, or refuses. Links get forwarded: who has the receipt need not be the giver. */
export async function sendProof(db: Db, receipt: string, { asker, ...asking }: Asking): Promise<'email' | 'phone'> {
  const gift = await giftBy(db, receipt)
  if (!gift) throw new Refusal(backTexts.missing, { status: 404 })
  const is = await standingOf(db, gift)
  if (is !== 'ask') throw refusalOf(is, gift.days)
  const { by, to } = gift.contact!
  if (by === 'phone') {
    await takeTry(codeLimits(to, asker))
    await askCode(db, { phone: to, purpose: 'ask back', ...asking })
  } else {
    await takeTry([{ name: 'ask-back-mail', key: to, times: 5, seconds: hour }])
    await enqueue(db, 'mail-ask-back', { donationId: gift.id }, { key: String(gift.id) })
  }
  return by
}

/** Returns the seconds until another code can be texted; undefined where no code is asked for. */
export async function waitForCode(db: Db, receipt: string, asker: Asker): Promise<number | undefined> {
  const gift = await giftBy(db, receipt)
  if (gift?.contact?.by !== 'phone' || (await standingOf(db, gift)) !== 'ask') return undefined
  return codeWait(gift.contact.to, asker)
}

function refusalOf(is: Exclude<BackStanding, 'ask'>, days: number): Refusal {
  const why = {
    'on its way': refundTexts.refundOpen,
    office: refundTexts.refundOpen,
    back: backTexts.isBack,
    gone: backTexts.gone,
    over: backTexts.over(days),
    disputed: backTexts.disputed,
    'no contact': backTexts.noContact,
  }
  return new Refusal(why[is])
}

const hour = 3600

/** Limits how often a proof is sent for one network. */
export const proofLimits = (address: string): Limit[] => [
  { name: 'ask-back-network', key: address, times: 10, seconds: hour },
]

// The proof by email: a link that is good for an hour, signed for one gift and one address. It asks once: the refund keeps it.

const signatureOf = (receipt: string, email: string, until: string, secret = currentSecret()) =>
  createHmac('sha256', secret).update(`ask ${receipt} back to ${email} until ${until}`).digest('base64url')

/** Returns the mail's facts: its reader, the gift, and the link; undefined where there is nobody to write to. */
export async function buttonFor(db: Db, donationId: number) {
  const gift = await giftsWith(db, 0).where('g.id', '=', donationId).executeTakeFirst()
  if (!gift?.email) return undefined
  const until = (Math.floor((await databaseNow(db)).getTime() / 1000) + hour).toString(36)
  const { receipt, email, language, title, amount } = gift
  const key = `${until}.${signatureOf(receipt, email, until)}`
  return { email, language, title, amount, link: `${publicAddress()}/receipt/${receipt}/back/${key}` }
}

/** Tells whether this link was made for this gift, and is still good. */
async function isKeyGood(db: Db | Tx, { receipt, email }: Gift, key: string): Promise<boolean> {
  const [until = '', signature = '', ...more] = key.split('.')
  if (!email || more.length > 0 || !/^[0-9a-z]{1,8}$/.test(until)) return false
  if (!isSignedByUs(signature, (secret) => signatureOf(receipt, email, until, secret))) return false
  return Number.parseInt(until, 36) * 1000 > (await databaseNow(db)).getTime()
}

/** Tells whether the link shows a button. Opening it asks for nothing: programs open links, too. */
export async function opensBack(db: Db, receipt: string, key: string): Promise<boolean> {
  const gift = await giftBy(db, receipt)
  return gift !== undefined && isKeyGood(db, gift, key)
}

/** Makes a form's key from the proof: the same proof asks once. */
function formKeyOf(proof: string): string {
  const hex = createHash('sha256').update(`ask back ${proof}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Asks for a gift back by the link of our email. Pressed twice, it asks once. */
export const askBackByKey = (db: Db, receipt: string, key: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const gift = await giftBy(tx, receipt)
    if (!gift || !(await isKeyGood(tx, gift, key))) throw new Refusal(backTexts.linkOver, { status: 410 })
    await fileGivers(tx, gift, { by: 'email', to: gift.email }, formKeyOf(key))
  })

type Shown = { mark: string; code: string; asker: Asker }

/** Asks for a gift back by the code that was texted to the phone that paid. */
export async function askBackByCode(db: Db, receipt: string, { asker, ...shown }: Shown): Promise<void> {
  const gift = await giftBy(db, receipt)
  if (gift?.contact?.by !== 'phone') throw new Refusal(backTexts.missing, { status: 404 })
  const { contact } = gift
  await withCode(db, { phone: contact.to, purpose: 'ask back', ...shown }, (tx) => fileGivers(tx, gift, contact))
  await returnCode(contact.to, asker)
}

async function fileGivers(tx: Tx, gift: Gift, contact: Contact, key: string = crypto.randomUUID()): Promise<void> {
  const asked = { by: null, as: 'giver' as const, form: { key, left: gift.amount } }
  await fileRefund(tx, gift.reference, { ...asked, heldOnly: (...locked) => heldForGiver(...locked, contact) })
}

// The rules, checked with the payment and the wallet locked.

/** Refuses a gift that is not whole, is disputed, or that the drive has sent on. Returns the gift as it is now. */
async function held(tx: Tx, payment: PaidPayment, wallet: Wallet) {
  const days = await chosenNow(tx, 'REFUND_DAYS')
  const gift = await giftsWith(tx, days).where('p.id', '=', payment.id).executeTakeFirst()
  if (!gift) throw new Refusal(backTexts.missing, { status: 404 })
  if (gift.progress !== null) throw new Refusal(refundTexts.refundOpen)
  if (gift.reversed > 0) throw new Refusal(gift.reversed < gift.amount ? backTexts.gone : backTexts.isBack)
  if (gift.disputed) throw new Refusal(backTexts.disputed)
  const { held } = await heldOf(tx, wallet.driveId)
  if (wallet.available - held < gift.amount) throw new Refusal(backTexts.gone)
  return { ...gift, days }
}

async function heldForGiver(tx: Tx, payment: PaidPayment, wallet: Wallet, contact: Contact) {
  const gift = await held(tx, payment, wallet)
  if (gift.today > gift.until) throw new Refusal(backTexts.over(gift.days))
  const now = await contactOf(tx, gift)
  if (now?.to !== contact.to) throw new Refusal(backTexts.noContact)
  const month = { name: 'asked-back', key: contact.to, times: 3, seconds: 30 * 24 * hour }
  if ((await waitIn(tx, [month])) > 0) throw new Refusal(backTexts.tooOften, { status: 429 })
  return { backUntil: gift.until, toOffice: await isRush(tx, wallet.driveId, gift.days) }
}

/** From this sum in a day on, and from this part of what came in, an administrator looks at each further gift that is asked back. */
const rush = { from: kes(20_000), percent: 20 }

/** Tells whether givers have asked much back in a day: the money may be another's, or a rumour may be about. */
async function isRush(tx: Tx, driveId: string, days: number): Promise<boolean> {
  const { asked } = await tx
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.asked_as', '=', 'giver')
    .where('r.created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('p.fund_drive_id', '=', driveId)
    .select(sql<number>`coalesce(sum(r.amount), 0)::bigint`.as('asked'))
    .executeTakeFirstOrThrow()
  if (asked <= rush.from) return false
  const { given } = await tx
    .selectFrom('donations')
    .where('fund_drive_id', '=', driveId)
    .where(sql<SqlBool>`created_at > now() - make_interval(days => ${days}::int)`)
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('given'))
    .executeTakeFirstOrThrow()
  return asked * 100 > given * rush.percent
}

// Gifts that the organiser gives back.

/** Returns a gift for the form of its drive's organiser; undefined if the drive has no such gift. */
export const giftToGiveBack = (db: Db, driveId: string, donationId: number) =>
  giftsWith(db, 0)
    .where('g.id', '=', donationId)
    .where('g.fund_drive_id', '=', driveId)
    .select('g.anonymous')
    .select(sql<string | null>`case when g.anonymous then null else nullif(g.donor_name, '') end`.as('name'))
    .executeTakeFirst()

type GivenBack = { driveId: string; donationId: number; why: string; key: string; by: Actor }

/** Gives a whole gift back for the organiser, while the drive holds it. The log's line is written with it or not at all. */
export const giveBack = (db: Db, { driveId, donationId, why, key, by }: GivenBack): Promise<void> =>
  inOneGo(db, async (tx) => {
    const gift = await giftToGiveBack(tx, driveId, donationId)
    if (!gift || !(await mayManage(tx, by.id, driveId, 'purse'))) throw new Refusal(backTexts.missing, { status: 404 })
    const { id, amount, again } = await fileRefund(tx, gift.reference, {
      by: by.id,
      as: 'owner',
      note: why,
      form: { key, left: gift.amount },
      heldOnly: async (...locked) => {
        await held(...locked)
        return { backUntil: null, toOffice: false }
      },
    })
    if (again) return
    const line = { by, act: 'refund asked', noun: 'donation', subject: gift.paymentId, why } as const
    await record(tx, { ...line, after: { amount, refund: id, drive: driveId } })
  })

/** Limits gifts given back, and with them guesses of a password. */
export const giveBackLimits = (userId: string): Limit[] => [
  { name: 'gift-back', key: userId, times: 60, seconds: hour },
]
