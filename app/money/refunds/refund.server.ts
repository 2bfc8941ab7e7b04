import { sql } from 'kysely'
import { discrepanciesDecided, keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { lockWallet, type Wallet } from '#app/base/ledger/wallet.server.ts'
import { brand } from '#app/kit/brand.ts'
import { Refusal } from '#app/kit/says.ts'
import type { ProviderEvent } from '#app/money/payments/events.server.ts'
import { kindOfPayment } from '#app/money/payments/paid-for.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { suspenseTold } from '#app/money/payments/suspense.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, nameOf, provider, providerNamed } from '#app/platform/providers/provider.server.ts'
import type { Failure, RefundFacts } from '#app/platform/providers/provider.ts'
import { refundTexts } from './refund.ts'
import { bookLeftReversals, learnOrders, sendByPhone } from './refund-by-phone.server.ts'
import { beforeAsking, overdueRefunds, releaseRefund, type TakenRefund, takeRefund } from './refund-lease.server.ts'
import {
  bookBack,
  canBe,
  lockPaid,
  type PaidPayment,
  type Reversed,
  refundOpen,
  refundRefused,
  refundSettled,
  refundUnderWay,
} from './reversal.server.ts'

// Refunds through the provider. A refund has no reference of ours, so the list of a payment's refunds is what tells
// whether one was taken: it is read first, and only what is not in it is asked for.

/** Continues an open refund: asks for it, or what became of it. May run as often as it likes, and at the same time. */
export async function sendRefund(db: Db, { reversalId }: { reversalId: number }): Promise<void> {
  await learnOrders(db, reversalId)
  const refund = await takeRefund(db, reversalId)
  if (!refund) return
  if (await isStopped(db, refund.provider)) return releaseRefund(db, refund, { stopped: true })
  if (isMobileMoney(refund.provider)) return sendByPhone(db, refund)
  const found = await lookFor(db, refund)
  if (found.is === 'absent') return refund.extId ? releaseRefund(db, refund) : ask(db, refund, found.others)
  return found.is === 'failure' ? wait(db, refund, found) : learn(db, refund, found.facts)
}

type Found = { is: 'listed'; facts: RefundFacts } | Failure | { is: 'absent'; others: string[] }

/** Finds the refund in the provider's list: by its number, else one of this amount that is no other refund and can be this one. */
async function lookFor(db: Db, refund: TakenRefund): Promise<Found> {
  const { provider, providerId, extId, amount, reference } = refund
  const answer = await providerNamed(provider).listRefunds(providerId)
  if (answer.is === 'failure') return answer
  const known = extId ? [] : await knownRefunds(db, reference)
  const alike = answer.refunds.filter((one) =>
    extId ? one.extId === extId : one.amount === amount && !one.dispute && !known.includes(one.extId),
  )
  const facts = alike.find((one) => extId || canBe(refund, one))
  return facts ? { is: 'listed', facts } : { is: 'absent', others: alike.map((one) => one.extId) }
}

async function knownRefunds(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('p.reference', '=', reference)
    .where('r.kind', '=', 'refund')
    .where('r.ext_id', 'is not', null)
    .select('r.ext_id')
    .execute()
  return rows.map((row) => row.ext_id!)
}

async function ask(db: Db, taken: TakenRefund, others: string[]): Promise<void> {
  const refund = await beforeAsking(db, taken, others)
  if (!refund) return
  const { reference, provider, amount: amountCents } = refund
  const answer = await providerNamed(provider).refund({
    reference,
    amountCents,
    note: `${brand()} refund ${refund.id}`,
  })
  if (answer.is === 'refund') return learn(db, refund, answer)
  if (answer.class !== 'rejected') return wait(db, refund, answer)
  // The provider may have it already, from a try whose answer was lost.
  const found = await lookFor(db, refund)
  if (found.is === 'listed') return learn(db, refund, found.facts)
  if (found.is === 'failure') return wait(db, refund, found)
  if (refund.isFresh()) await refundRefused(db, reference, { id: refund.id, lease: refund.lease, why: answer.message })
}

async function wait(db: Db, refund: TakenRefund, failure: Failure): Promise<void> {
  const { class: kind, status, code } = failure
  log.warn({ reference: refund.reference, class: kind, status, code }, 'nobody knows what became of a refund')
  if (kind !== 'config') return releaseRefund(db, refund)
  await keyRefused(db, refund.provider, failure)
  return releaseRefund(db, refund, { stopped: true })
}

async function learn(db: Db, refund: TakenRefund, facts: RefundFacts): Promise<void> {
  await applyRefund(db, refund.reference, facts)
  // A refund that is closed by now stays closed.
  await releaseRefund(db, refund)
}

/** Applies what the provider says of a refund, ours or not, however often it says so. */
async function applyRefund(
  db: Db,
  reference: string,
  { extId, amount, state, dispute, at }: RefundFacts,
): Promise<Reversed | 'open'> {
  // The refund belongs to a dispute, whose end is what is booked.
  if (dispute) return 'already'
  if (state === 'processed' || state === 'failed') return refundSettled(db, reference, { extId, amount, state, at })
  await refundUnderWay(db, reference, { extId, amount, progress: state, at })
  return 'open'
}

/**
 * Brings a payment's refunds up to date: in whatever order events come, the provider is asked how the refunds are,
 * after the payment itself. `unpaid`: nothing came in, as far as we know. `nowhere`: neither we nor the provider know
 * it. `unknown`: the provider gives no answer.
 */
export async function syncRefunds(
  db: Db,
  reference: string,
  by = nameOf(provider()),
): Promise<'done' | 'unpaid' | 'nowhere' | 'unknown'> {
  const before = await paymentOf(db, reference)
  const settled = before?.status === 'succeeded' ? 'done' : await settleTold(db, reference, by)
  if (before && settled === 'later') return 'unknown'
  if (settled === 'unknown') return 'nowhere'
  const payment = await paymentOf(db, reference)
  if (payment?.status !== 'succeeded' || !payment.provider_tx_id) return 'unpaid'
  const answer = await providerNamed(payment.provider).listRefunds(payment.provider_tx_id)
  if (answer.is === 'failure') return 'unknown'
  const inOrder = answer.refunds.toSorted((a, b) => a.extId.length - b.extId.length || (a.extId < b.extId ? -1 : 1))
  for (const facts of inOrder) await applyRefund(db, reference, facts)
  return 'done'
}

/** Handles an event about a refund: of a payment of ours, or of money in suspense. */
export async function refundTold(db: Db, reference: string, by = nameOf(provider())): Promise<ProviderEvent> {
  const synced = await syncRefunds(db, reference, by)
  if (synced === 'done' || synced === 'unknown') return synced === 'done' ? 'done' : 'later'
  const unplaced = await db
    .selectFrom('suspense')
    .where('provider', '=', by)
    .where('reference', '=', reference)
    .select(['provider', 'provider_tx_id'])
    .limit(100)
    .execute()
  for (const money of unplaced) await suspenseTold(db, money)
  if (unplaced.length > 0) return 'done'
  return synced === 'nowhere' ? 'unknown' : 'later'
}

const paymentOf = (db: Db, reference: string) =>
  db
    .selectFrom('payments')
    .where('reference', '=', reference)
    .select(['status', 'provider', 'provider_tx_id'])
    .executeTakeFirst()

/** The provider may take ten working days for a refund; one that is open for longer needs a person. */
const longest = sql`interval '14 days'`

/** Has every overdue open refund continued, and calls a person about one that comes to no end. Run by cron. */
export async function checkRefunds(db: Db): Promise<void> {
  await overdueRefunds(db)
  await bookLeftReversals(db)
  const rows = await db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.kind', '=', 'refund')
    .where('r.state', '=', 'open')
    .where('r.created_at', '<', sql<Date>`now() - ${longest}`)
    .select(['p.reference', 'r.amount', 'r.progress', 'r.ext_id as extId'])
    .limit(500)
    .execute()
  for (const { reference, ...facts } of rows)
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'refund without an end', reference, facts))
}

// Requests for money to go back. The job that this leaves behind asks the provider.

type Refund = {
  amount?: number
  by: string | null
  note?: string
  /** The form's own key, and the amount that it showed as left to refund. */
  form?: { key: string; left: number }
  /** The person who asks for it; by default an administrator. */
  as?: 'giver' | 'owner' | 'office'
  /** Refuses what the drive does not hold any more, and says how it goes on. The payment and the wallet are locked by now. */
  heldOnly?: (tx: Tx, payment: PaidPayment, wallet: Wallet) => Promise<Held>
}

/** The last day on which its giver could ask for it, if a giver asks; and whether an administrator has to agree first. */
type Held = { backUntil: string | null; toOffice: boolean }

/** Opens a refund before the provider is asked, and with it the job that asks. */
export const askRefund = (db: Db, reference: string, refund: Refund): Promise<{ id: number; amount: number }> =>
  inOneGo(db, (tx) => fileRefund(tx, reference, refund))

/**
 * Opens a refund within a transaction. The index of open refunds is the lock: a second one is refused while the first
 * is under way. A form that is sent twice asks once; a form that was shown before something else went back is refused.
 */
export async function fileRefund(tx: Tx, reference: string, refund: Refund) {
  const { amount, form, heldOnly } = refund
  const payment = await lockPaid(tx, reference)
  // A withdrawal of the same money comes before this refund or sees it.
  const wallet = payment.fund_drive_id ? await lockWallet(tx, payment.fund_drive_id) : undefined
  const before = form && (await filedBy(tx, payment.id, form.key))
  if (before) return { ...before, again: true }
  const held = heldOnly && wallet ? await heldOnly(tx, payment, wallet) : undefined
  const left = payment.amount - payment.reversed
  const part = amount ?? left
  if (form && form.left !== left) throw new Refusal(refundTexts.leftChanged)
  if (part % 100 !== 0 && isMobileMoney(payment.provider))
    throw new Refusal(refundTexts.wholeShillings, { field: 'amount' })
  if (part <= 0 || part > left) throw new Refusal(refundTexts.tooMuch, { field: 'amount' })
  const id = await open(tx, payment, { ...refund, amount: part }, held)
  await kindOfPayment(payment.kind).claim?.(tx, payment.id)
  if (held?.toOffice) await tell(tx, 'office:desk')
  else await enqueue(tx, 'send-refund', { reversalId: id }, { key: String(id) })
  await tell(tx, `payment:${payment.id}`)
  if (payment.fund_drive_id) await tell(tx, `drive:${payment.fund_drive_id}`)
  return { id, amount: part, again: false }
}

type Opened = Refund & { amount: number }

async function open(tx: Tx, { id, provider }: PaidPayment, { amount, by, note = '', form, as }: Opened, held?: Held) {
  const row = await tx
    .insertInto('reversals')
    .values({
      payment_id: id,
      provider,
      kind: 'refund',
      amount,
      asked_by: by,
      asked_as: as ?? 'office',
      back_until: held?.backUntil ?? null,
      note,
      form_key: form?.key ?? null,
      ...(held?.toOffice ? { progress: 'office' as const } : { next_check_at: sql<Date>`now()` }),
    })
    .onConflict((open) => open.column('payment_id').where(refundOpen).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal(refundTexts.refundOpen)
  return row.id
}

const filedBy = (tx: Tx, paymentId: number, key: string) =>
  tx
    .selectFrom('reversals')
    .where('form_key', '=', key)
    .where('payment_id', '=', paymentId)
    .select(['id', 'amount'])
    .executeTakeFirst()

// The ends of a refund that an administrator sends from M-Pesa's portal.

/** Books that it was sent, under this code. Locks its payment. */
export async function recordSent(tx: Tx, reference: string, { id, code, amount }: Sent): Promise<void> {
  const payment = await lockPaid(tx, reference)
  await bookBack(tx, payment, { id, kind: 'refund', extId: code, amount })
  await seenTo(tx, reference)
}
type Sent = { id: number; code: string; amount: number }

/** Closes a refund that was not sent and that nobody sends any more. */
export async function giveUpRefund(tx: Tx, id: number): Promise<void> {
  const { payment_id: paymentId } = await tx
    .updateTable('reversals')
    .set({ state: 'failed', next_check_at: null, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  const payments = tx.selectFrom('payments').where('id', '=', paymentId).select('reference')
  await seenTo(tx, (await payments.executeTakeFirstOrThrow()).reference)
  await tell(tx, `payment:${paymentId}`)
}

/** Closes the discrepancy that had called a person. */
const seenTo = (tx: Tx, reference: string) => discrepanciesDecided(tx, ['refund by hand'], reference, null)
