import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { leftToBook } from '#app/money/mpesa/book.server.ts'
import { squareCharges, tariffOn } from '#app/money/mpesa/charges.server.ts'
import { isResting } from '#app/money/mpesa/requests.server.ts'
import { bookReturned } from '#app/money/mpesa/returns.server.ts'
import { nextStep, orderBack, ordersOf, otherCode, shortPause } from '#app/money/mpesa/reversals.server.ts'
import { askWhatBecame, leftNow, orderSend, type SentNow, whatBecame } from '#app/money/mpesa/send.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mobileMoney, type SendEnd } from '#app/platform/providers/mobile-money.server.ts'
import { beforeAsking, leaveToAdministrator, releaseRefund, type TakenRefund } from './refund-lease.server.ts'
import { ofPaid, type PaidPayment, type Reversed, refundRefused, settleRefund } from './reversal.server.ts'

// Refunds by M-Pesa. A whole payment goes back by a reversal. A part, or what M-Pesa does not reverse, is sent to the
// phone that paid; else an administrator sends it by hand in M-Pesa's portal, and records its code.

type Money = { reference: string; receipt: string | null; paid: number; reversed: number; isOld: boolean }

const moneyOf = (db: Db, reversalId: number): Promise<Money | undefined> =>
  db
    .selectFrom('reversals as v')
    .innerJoin('payments as p', 'p.id', 'v.payment_id')
    .leftJoin('mpesa_receipts as r', 'r.payment_id', 'p.id')
    .where('v.id', '=', reversalId)
    .where('v.kind', '=', 'refund')
    .where('p.provider', '=', 'mpesa')
    .select(['p.reference', 'p.amount as paid', 'p.reversed', 'r.receipt'])
    .select(sql<boolean>`p.settled_at < now() - interval '2 days'`.as('isOld'))
    .executeTakeFirst()

/**
 * Books what M-Pesa has said of a refund's orders. Any process that learns of it does so, without a lease, and also
 * after the refund was given up: the money left all the same.
 */
export async function learnOrders(db: Db, reversalId: number): Promise<void> {
  await learnSends(db, reversalId)
  const money = await moneyOf(db, reversalId)
  if (!money?.receipt) return
  const { receipt, paid } = money
  for (const { end, back } of await ordersOf(db, { receipt, cause: { refund: reversalId } }))
    if (end === 'done' || end === 'before') await reversalMade(db, money.reference, { of: receipt, back, amount: paid })
}

type Made = {
  /** The code of the payment, and of its reversal if it is told. */
  of: string
  back: string | null
  amount: number
  at?: Date | undefined
}

/** Books that M-Pesa gave a payment back, asked by us or by nobody here: once, however often and under whichever code. */
const reversalMade = (db: Db, reference: string, made: Made): Promise<Reversed> =>
  ofPaid(db, reference, async (tx, payment) => {
    const { of, back, amount, at } = made
    // A payment is reversed once: a report without a code means the same reversal.
    if (back ? await nameReversal(tx, payment, { of, back }) : payment.reversed === payment.amount) return 'already'
    return settleRefund(tx, payment, { extId: back ?? nameless(of), amount, state: 'processed', at })
  })

/** Names a reversal that M-Pesa made before an order of ours, and whose code it does not tell then. */
const nameless = (receipt: string) => `reversal of ${receipt}`

async function nameReversal(tx: Tx, { id }: PaidPayment, { of, back }: { of: string; back: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reversals')
    .set({ ext_id: back })
    .where('payment_id', '=', id)
    .where('ext_id', '=', nameless(of))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Books a reversal that nobody who looks after refunds has asked for: a statement says so, or the end of an order that
 * was given while its money had another place, or none.
 */
export async function bookReversal(db: Db, told: { line: number } | { ask: number }): Promise<void> {
  if ('ask' in told) await bookUnplaced(db, told.ask)
  const one = await ('line' in told ? lineAbout(db, told.line) : orderAbout(db, told.ask)).executeTakeFirst()
  if (!one) return
  await reversalMade(db, one.reference, one)
  // A refund that nobody has to send any more ends now.
  if (one.open) await enqueue(db, 'send-refund', { reversalId: one.open }, { key: String(one.open) })
}

/** Books the return of money that has no place now, whatever it was ordered back for. */
async function bookUnplaced(db: Db, ask: number): Promise<void> {
  const { rows } = await sql<{ suspenseId: number; back: string | null }>`
    select s.id as "suspenseId", o.facts ->> 'back' as back from mpesa_asks o
      join mpesa_receipts r on r.receipt = o.subject join suspense s on s.id = r.suspense_id and s.state = 'open'
    where o.id = ${ask}::bigint`.execute(db)
  for (const one of rows) await db.transaction().execute((tx) => bookReturned(tx, one))
}

/** Takes what M-Pesa gave back out of the books, whatever became of the job for it. Run by cron. */
export async function bookLeftReversals(db: Db): Promise<void> {
  for (const ask of await leftToBook(db)) await enqueue(db, 'book-reversal', { ask }, { key: `ask ${ask}` })
}

/** Selects payments with a code of M-Pesa's, and the open refund of each. */
const paidUnderCode = (db: Db) =>
  db
    .selectFrom('mpesa_receipts as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('reversals as open', (on) =>
      on.onRef('open.payment_id', '=', 'p.id').on('open.kind', '=', 'refund').on('open.state', '=', 'open'),
    )
    .select(['p.reference', 'r.receipt as of', 'open.id as open'])

const lineAbout = (db: Db, line: number) =>
  paidUnderCode(db)
    .innerJoin('mpesa_lines as l', 'l.linked', 'r.receipt')
    .where('l.id', '=', line)
    .where('l.kind', '=', 'back')
    .select(['l.receipt as back', 'l.withdrawn as amount', 'l.at'])

const orderAbout = (db: Db, ask: number) =>
  paidUnderCode(db)
    .innerJoin('mpesa_asks as o', 'o.subject', 'r.receipt')
    .where('o.id', '=', ask)
    .select('p.amount')
    .select([
      sql<string | null>`o.facts ->> 'back'`.as('back'),
      sql<Date>`coalesce(o.answered_at, o.asked_at)`.as('at'),
    ])

/** Continues an open refund of a payment by M-Pesa. */
export async function sendByPhone(db: Db, refund: TakenRefund): Promise<void> {
  const money = (await moneyOf(db, refund.id))!
  const { receipt, paid } = money
  const open = await openSend(db, refund.id)
  if (open) return askAboutSend(db, refund, open)
  // The money went back meanwhile without us, so nothing is left to send, not by hand either.
  if (refund.amount > paid - money.reversed)
    return refundRefused(db, refund.reference, { id: refund.id, lease: refund.lease, why: 'it was reversed at M-Pesa' })
  const isWhole = refund.amount === paid && money.reversed === 0
  if (refund.progress === 'by hand') return releaseRefund(db, refund)
  if (!isWhole) return toPhoneOrHand(db, { refund, receipt, why: 'a part' })
  const cause = { refund: refund.id }
  const step = await nextStep(db, { receipt, cause, isOld: money.isOld })
  if (step.is === 'by hand') return toPhoneOrHand(db, { refund, receipt, why: step.why })
  if (step.isShort) await callForMoney(db, refund)
  if (step.is !== 'order') return releaseRefund(db, refund, { stopped: step.is === 'rest' })
  const asking = await beforeAsking(db, refund, [])
  if (!asking) return
  await orderBack(db, { receipt: receipt!, cents: paid, cause })
  await learnOrders(db, refund.id)
  await releaseRefund(db, asking)
}

/** Sends a part, or what M-Pesa does not reverse, to the phone that paid where that can be; else leaves it to a person. */
async function toPhoneOrHand(
  db: Db,
  asked: { refund: TakenRefund; receipt: string | null; why: string },
): Promise<void> {
  const to = ['not set up', 'no code', otherCode].includes(asked.why) ? asked : await phoneForRefund(db, asked)
  if (!('phone' in to)) return byHand(db, asked.refund, to.why)
  if ((await sendTo(db, asked.refund, to.phone)) === 'short') await callForMoney(db, asked.refund)
}

/** Leaves it to a person from now on; what M-Pesa says of earlier orders counts all the same. */
async function byHand(db: Db, refund: TakenRefund, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await leaveToAdministrator(tx, refund))) return
    await raiseDiscrepancy(tx, 'refund by hand', refund.reference, { amount: refund.amount, why })
    await tell(tx, `payment:${refund.paymentId}`)
  })
  await releaseRefund(db, refund)
}

const callForMoney = (db: Db, { reference, amount }: TakenRefund): Promise<void> =>
  db.transaction().execute((tx) => raiseDiscrepancy(tx, 'refund waits for money', reference, { amount }))

// Refunds sent to the phone that paid, where we know its number whole: a part of a payment, or what M-Pesa does not
// reverse. Each order has a reference of ours, which M-Pesa takes once; no second one exists while one is open.

type Send = { id: number; reference: string; amount: number }

const sendsOf = (db: Db, reversalId: number) =>
  db
    .selectFrom('refund_sends')
    .where('reversal_id', '=', reversalId)
    .select(['id', 'reference', 'amount', 'state', 'why'])

/** Returns the order whose end is not known. */
const openSend = (db: Db, reversalId: number): Promise<Send | undefined> =>
  sendsOf(db, reversalId).where('state', '=', 'open').executeTakeFirst()

/** Books what M-Pesa has said of the orders. Any process that learns of it does so, without a lease; a success may come at any age. */
async function learnSends(db: Db, reversalId: number): Promise<void> {
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
async function phoneForRefund(db: Db, { refund, receipt, why }: Asked): Promise<{ phone: string } | { why: string }> {
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
export async function phoneThatPaid(db: Db | Tx, paymentId: number): Promise<string | null> {
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
async function sendTo(db: Db, refund: TakenRefund, phone: string): Promise<'short' | 'done'> {
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
async function askAboutSend(db: Db, refund: TakenRefund, open: Send): Promise<void> {
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
