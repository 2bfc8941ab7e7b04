import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { askBalance, isResting } from '#app/money/mpesa/asks.server.ts'
import { squareCharges, tariffOn } from '#app/money/mpesa/charges.server.ts'
import { shortPause } from '#app/money/mpesa/reversals.server.ts'
import { askWhatBecame, leftNow, orderSend, type SentNow, whatBecame } from '#app/money/mpesa/send.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mobileMoney, type SendEnd } from '#app/platform/providers/mobile-money.server.ts'
import { beforeAsking, releaseRefund, type TakenRefund } from './refund-lease.server.ts'
import { ofPaid, settleRefund } from './reversal.server.ts'

// Refunds sent to the phone that paid, where we know its number whole: a part of a payment, or what M-Pesa does not
// reverse. Each order has a reference of ours, which M-Pesa takes once; no second one exists while one is open.

type Send = { id: number; reference: string; amount: number }

const sendsOf = (db: Db, reversalId: number) =>
  db
    .selectFrom('refund_sends')
    .where('reversal_id', '=', reversalId)
    .select(['id', 'reference', 'amount', 'state', 'why'])

/** Returns the order whose end is not known. */
export const openSend = (db: Db, reversalId: number): Promise<Send | undefined> =>
  sendsOf(db, reversalId).where('state', '=', 'open').executeTakeFirst()

/** Books what M-Pesa has said of the orders. Any process that learns of it does so, without a lease; a success may come at any age. */
export async function learnSends(db: Db, reversalId: number): Promise<void> {
  for (const one of await sendsOf(db, reversalId).where('state', '<>', 'done').orderBy('id').execute()) {
    const now = await whatBecame(db, one.reference)
    if (now.is === 'done') await arrived(db, reversalId, one, now)
    else if (now.is === 'ended') await endWithout(db, one.id, now.end)
  }
}

async function arrived(db: Db, reversalId: number, { id, amount }: Send, { receipt, cents }: SentNow & { is: 'done' }) {
  const { reference } = await db
    .selectFrom('reversals as v')
    .innerJoin('payments as p', 'p.id', 'v.payment_id')
    .where('v.id', '=', reversalId)
    .select('p.reference')
    .executeTakeFirstOrThrow()
  await ofPaid(db, reference, async (tx, payment) => {
    // A sum other than the one asked for is for a person, and is not booked.
    if (cents !== amount) return raiseDiscrepancy(tx, 'refund of another amount', reference, { amount, sent: cents })
    const fee = await tariffOn(tx, 'b2c', amount, new Date())
    const { numUpdatedRows } = await tx
      .updateTable('refund_sends')
      .set({ state: 'done', code: receipt, fee, why: '', ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '<>', 'done')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await post(tx, 'refund_sent', id, [{ leg: 1, debit: 'provider_fees', credit: 'mpesa_clearing', amount: fee }])
    await settleRefund(tx, payment, { extId: receipt, amount, state: 'processed' })
    await squareCharges(tx, [receipt])
  })
}

const endWithout = (db: Db, id: number, why: string) =>
  db
    .updateTable('refund_sends')
    .set({ state: 'failed', why: why.slice(0, 500), ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()

/** Ends after which the same order may be given again, under another reference. */
const passing: SendEnd[] = ['no_money', 'ours']
/** M-Pesa's code for a payment it does not know: a person looks first. */
const nowhere = 'R000002'

type Asked = { refund: TakenRefund; receipt: string | null; why: string }

/** Returns the whole number that paid; or why it can't be sent there. */
export async function phoneForRefund(
  db: Db,
  { refund, receipt, why }: Asked,
): Promise<{ phone: string } | { why: string }> {
  const sends = mobileMoney()?.capabilities().sends
  const { amount } = refund
  if (!sends || amount < sends.minCents || amount > sends.maxCents || why === nowhere) return { why }
  const ended = await sendsOf(db, refund.id)
    .where('state', '=', 'failed')
    .where('why', 'not in', passing)
    .executeTakeFirst()
  if (ended) return { why: ended.why }
  // An order to reverse it whose end is unknown may still be carried out.
  if (receipt && (await isPerhapsReversed(db, receipt))) return { why }
  const phone = await phoneThatPaid(db, refund.paymentId)
  return phone ? { phone } : { why }
}

async function isPerhapsReversed(db: Db, receipt: string): Promise<boolean> {
  const { rows } = await sql`
    select from mpesa_asks where what = 'reversal' and subject = ${receipt} and state <> 'answered'
      and not (facts ?| array['isRefused', 'isRejected'])`.execute(db)
  return rows.length > 0
}

/**
 * Returns the phone that paid: for a request on a phone the one that was asked, unless the payer's last digits differ,
 * as the account of a request can be typed at the menu of any phone. Of money from a menu we know those digits alone.
 */
async function phoneThatPaid(db: Db, paymentId: number): Promise<string | null> {
  const asked = await db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.provider_tx_id', 'q.account')
    .where('p.id', '=', paymentId)
    .where('p.provider', '=', 'mpesa')
    .where(
      sql<boolean>`not exists (select from mpesa_receipts r where r.payment_id = p.id and right(r.tail, 3) <> right(q.phone, 3))`,
    )
    .select('q.phone')
    .executeTakeFirst()
  return asked?.phone ?? null
}

/** Sends it to the phone, once there is money for it. `short`: there is too little, and a person is called. */
export async function sendTo(db: Db, refund: TakenRefund, phone: string): Promise<'short' | 'done'> {
  if (await isResting(db)) return rest(db, refund)
  const left = (await wasShort(db, refund)) ? 0 : await leftNow(db)
  const needed = refund.amount + (await tariffOn(db, 'b2c', refund.amount, new Date()))
  if (left === 'not known' || left < needed) {
    await askBalance(db)
    await releaseRefund(db, refund)
    return left === 'not known' ? 'done' : 'short'
  }
  const asking = await beforeAsking(db, refund, [])
  if (!asking) return 'done'
  await order(db, await writtenDown(db, refund), phone)
  return laidDown(db, refund)
}

/** Tells whether M-Pesa reported too little money a moment ago, whatever we reckon. */
const wasShort = async (db: Db, { id }: TakenRefund): Promise<boolean> =>
  (await sendsOf(db, id)
    .where('why', '=', 'no_money')
    .where('ended_at', '>', sql<Date>`now() - ${shortPause}`)
    .executeTakeFirst()) !== undefined

const rest = async (db: Db, refund: TakenRefund) => {
  await releaseRefund(db, refund, { stopped: true })
  return 'done' as const
}

async function laidDown(db: Db, refund: TakenRefund) {
  await learnSends(db, refund.id)
  await releaseRefund(db, refund, { mostPause: 300 })
  return 'done' as const
}

/** Stores the order before M-Pesa hears of it. */
async function writtenDown(db: Db, { id, amount }: TakenRefund): Promise<Send> {
  const n = (await sendsOf(db, id).execute()).length + 1
  const reference = `back-${id}-${n}-${randomBytes(8).toString('hex')}`
  return db
    .insertInto('refund_sends')
    .values({ reference, reversal_id: id, amount })
    .returning(['id', 'reference', 'amount'])
    .executeTakeFirstOrThrow()
}

/** Orders it, again if need be: under one reference M-Pesa sends once. */
async function order(db: Db, { id, reference, amount: cents }: Send, phone: string): Promise<void> {
  const answer = await orderSend(db, { reference, cents, phone })
  if (answer.is !== 'failure' || answer.class !== 'rejected') return
  // M-Pesa may have it all the same, from a try whose answer was lost.
  if ((await whatBecame(db, reference)).is === 'missing') await endWithout(db, id, answer.code ?? 'rejected')
}

/** Orders again, under its reference, what M-Pesa does not have; asks about what it may have. */
export async function askAboutSend(db: Db, refund: TakenRefund, open: Send): Promise<void> {
  if ((await whatBecame(db, open.reference)).is !== 'missing') await askWhatBecame(db, open.reference)
  else {
    if (await isResting(db)) return void (await rest(db, refund))
    const phone = await phoneThatPaid(db, refund.paymentId)
    // The giver was forgotten meanwhile, and M-Pesa does not have the order.
    if (!phone) await endWithout(db, open.id, 'no number')
    else if (await beforeAsking(db, refund, [])) await order(db, open, phone)
    else return
  }
  await laidDown(db, refund)
}
