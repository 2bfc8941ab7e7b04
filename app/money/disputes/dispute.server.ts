import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { plainMoney } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import type { ProviderEvent } from '#app/money/payments/events.server.ts'
import { wordsOfPaidFor } from '#app/money/payments/result.ts'
import { suspenseTold } from '#app/money/payments/suspense.server.ts'
import { syncRefunds } from '#app/money/refunds/refund.server.ts'
import { bookBack, ofPaid, type Reversed } from '#app/money/refunds/reversal.server.ts'
import { type Db, databaseNow, type Tx } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { pdfOf } from '#app/platform/pictures/pdf-pages.server.ts'
import { nameOf, provider, providerNamed, providers } from '#app/platform/providers/provider.server.ts'
import type { Between, DisputeFacts, Failure, Provider } from '#app/platform/providers/provider.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { disputeTexts, hoursToAnswer, openHours } from './dispute.ts'

/** Handles an event about a dispute: asks the provider how it is now. The payment's refunds come first. */
export async function disputeTold(
  db: Db,
  { extId, reference }: { extId: string; reference: string },
  by = nameOf(provider()),
): Promise<ProviderEvent> {
  const answer = await providerNamed(by).dispute(extId)
  if (answer.is === 'dispute') return applyDispute(db, answer, by)
  return answer.is === 'missing' && !(await paymentOf(db, reference)) ? 'unknown' : 'later'
}

const paymentOf = (db: Db, reference: string) =>
  db.selectFrom('payments').where('reference', '=', reference).select(['id', 'provider']).executeTakeFirst()

/** Applies what a provider says of a dispute, however often it says so. */
export async function applyDispute(db: Db, facts: DisputeFacts, by: string): Promise<'done' | 'later'> {
  const { extId, reference, amount, dueAt, status, resolution } = facts
  if ((await syncRefunds(db, reference, by)) === 'unknown') return 'later'
  const payment = await paymentOf(db, reference)
  try {
    if (payment && payment.provider !== by) throw new Refusal(disputeTexts.noDispute)
    if (status === 'open') await disputeOpened(db, reference, { extId, amount, dueAt })
    // A dispute that is closed without a word was not lost.
    else await disputeResolved(db, reference, { extId, amount, resolution: resolution ?? 'declined' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The money is not in the books: only a person can tell what it is about.
    const about = { reference: reference.slice(0, 200), amount, status, why: error.message }
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'dispute that fits no payment', extId, about))
  }
  return 'done'
}

/** Calls a person when half of the time to answer has passed, and again when little is left. Run by cron. */
export async function checkDisputes(db: Db, at?: Date): Promise<number> {
  const now = at ?? (await databaseNow(db))
  const open = await db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.status', '=', 'open')
    .where('q.alarms', '<', 2)
    .select(['q.id', 'q.ext_id', 'q.amount', 'q.alarms', 'q.due_at', 'q.created_at', 'p.reference'])
    .orderBy('q.due_at')
    .limit(1000)
    .execute()
  let called = 0
  for (const one of open) {
    const left = one.due_at ? openHours(now, one.due_at) : hoursToAnswer - openHours(one.created_at, now)
    const due = left <= 8 ? 2 : left <= 24 ? 1 : 0
    if (due > one.alarms) called += await callSomebody(db, one, { due, left: Math.max(0, Math.floor(left)) })
  }
  return called
}

type Open = { id: number; ext_id: string; amount: number; reference: string }

const callSomebody = (db: Db, { id, ext_id, amount, reference }: Open, { due, left }: { due: number; left: number }) =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('disputes')
      .set({ alarms: due })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('alarms', '<', due)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 0
    await raiseDiscrepancy(tx, 'dispute due', ext_id, { reference, amount, hoursLeft: left })
    return 1
  })

export type OurAnswer = { by: string; message: string } & (
  | { is: 'accept'; amount?: number | undefined }
  /** The message is the evidence that the payer's bank reads. */
  | { is: 'decline' }
)

/**
 * Answers a dispute for an administrator, and applies at once what the provider makes of it. A lost answer is not given
 * again before the provider was asked how the dispute is.
 */
export async function answerDispute(
  db: Db,
  extId: string,
  answer: OurAnswer,
  by = nameOf(provider()),
): Promise<DisputeFacts> {
  const dispute = await db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.ext_id', '=', extId)
    .where('q.provider', '=', by)
    .select(['q.id', 'q.amount', 'q.status', 'p.donor_name', 'p.donor_email'])
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeTexts.noDispute, { status: 404 })
  if (dispute.status !== 'open') throw new Refusal(disputeTexts.answered)
  const amount = answer.is === 'accept' ? (answer.amount ?? dispute.amount) : 0
  if (answer.is === 'accept' && (amount <= 0 || amount > dispute.amount))
    throw new Refusal(disputeTexts.tooMuch, { field: 'amount' })
  const given = await providerNamed(by).answerDispute({
    extId,
    message: answer.message,
    amountCents: amount,
    document: await documentFor(db, dispute.id, { is: answer.is, message: answer.message, amount }),
    resolution: answer.is === 'accept' ? 'merchant-accepted' : 'declined',
    payer: { name: dispute.donor_name || 'Anonymous', email: dispute.donor_email },
  })
  log.info({ audit: 'dispute answered', dispute: extId, is: answer.is, by: answer.by, outcome: given.is }, 'audit')
  const now = await providerNamed(by).dispute(extId)
  if (now.is !== 'dispute') throw new Refusal(disputeTexts.noAnswer, { status: 502 })
  await applyDispute(db, now, by)
  // The answer was refused, or lost on its way: the dispute still waits for one.
  if (given.is === 'failure' && now.status === 'open')
    throw new Refusal(disputeTexts.notAnswered, { code: 'answer not taken', status: 502 })
  return now
}

// Disputes in our books: opened, and resolved. Nothing here asks the provider.

/** Opens a dispute: until the bank's questions are answered, the amount can't be withdrawn. Told twice it counts once. */
export const disputeOpened = (
  db: Db,
  reference: string,
  { extId, amount, dueAt }: { extId: string; amount: number; dueAt: Date | null },
): Promise<void> =>
  ofPaid(db, reference, async (tx, payment) => {
    await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount, due_at: dueAt })
      .onConflict((same) => same.columns(['provider', 'ext_id']).doUpdateSet({ due_at: dueAt }))
      .execute()
    await notifyAdmins(tx, payment.id)
  })

/** Books the bank's decision. A lost dispute takes the money back; a won one frees it. May come before the opening. */
export const disputeResolved = (
  db: Db,
  reference: string,
  { extId, amount, resolution }: { extId: string; amount: number; resolution: Resolution },
): Promise<Reversed> =>
  ofPaid(db, reference, async (tx, payment) => {
    // An amount of nought: nothing goes back after a dispute that was won, the whole payment after one that was lost.
    const lost = amount > 0 ? amount : payment.amount
    const resolved = { status: 'resolved' as const, resolution, resolved_at: sql<Date>`now()` }
    const changed = await tx
      .insertInto('disputes')
      .values({ provider: payment.provider, ext_id: extId, payment_id: payment.id, amount: lost, ...resolved })
      .onConflict((same) =>
        same.columns(['provider', 'ext_id']).doUpdateSet(resolved).where('disputes.status', '=', 'open'),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed) return 'already'
    await notifyAdmins(tx, payment.id)
    if (resolution === 'declined') return 'failed'
    return bookBack(tx, payment, { kind: 'chargeback', extId, amount: lost })
  })

type Resolution = 'merchant-accepted' | 'auto-accepted' | 'declined'

/** Notifies administrators who have the payment open, or the list of disputes. */
async function notifyAdmins(tx: Tx, paymentId: number): Promise<void> {
  await tell(tx, `payment:${paymentId}`)
  await tell(tx, 'office:disputes')
}

// The file that goes to a payer's bank with our answer: the words of the person who answers, and the facts of the payment.

type Answer = { is: 'accept' | 'decline'; message: string; amount: number }

/** Makes the file, in English, which banks read. Nobody but the payer is named in it. */
async function documentFor(db: Db, disputeId: number, answer: Answer) {
  const facts = await factsOf(db, disputeId)
  return { name: `dispute-${facts.dispute}.pdf`, type: 'application/pdf', body: pdfOf(linesOf(facts, answer)) }
}

type Facts = Awaited<ReturnType<typeof factsOf>>

const factsOf = (db: Db, disputeId: number) =>
  db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('q.id', '=', disputeId)
    .select(['q.ext_id as dispute', 'q.amount as disputed', 'q.created_at as disputedAt'])
    .select(['p.kind', 'p.reference', 'p.provider_tx_id as providerId', 'p.amount', 'p.reversed', 'p.channel'])
    .select(['p.created_at as begunAt', 'p.settled_at as paidAt', 'p.donor_name as name', 'p.donor_email as email'])
    .select(['d.title', 'd.slug', 'g.id as donation', 'g.created_at as bookedAt'])
    .executeTakeFirstOrThrow()

const at = (moment: Date | null): string =>
  moment ? `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'not known'
const channels: Record<string, string> = { online: 'card or bank', mobile: 'mobile money', other: 'other' }

function linesOf(facts: Facts, { is, message, amount }: Answer): string[] {
  const { dispute, disputed, kind, reference, providerId, title, slug, donation, bookedAt } = facts
  const rows: [string, string][] = [
    ['Dispute', dispute],
    ['Amount questioned', plainMoney(disputed)],
    ['Told of it', at(facts.disputedAt)],
    ['Our answer', is === 'accept' ? `accepted: ${plainMoney(amount)} goes back` : 'declined: the payment was right'],
    ['Payment', reference],
    ["Paystack's number of it", providerId ?? 'not known'],
    ['What it was for', wordsOfPaidFor(kind).forBanks],
    ['Fund drive', title ?? 'not known'],
    ...(slug ? [['Its page', `${publicAddress()}/fundraiser/${slug}`] satisfies [string, string]] : []),
    ['Amount paid', plainMoney(facts.amount)],
    ...(facts.reversed > 0 ? [['Refunded before', plainMoney(facts.reversed)] satisfies [string, string]] : []),
    ['Paid by', channels[facts.channel ?? ''] ?? 'not known'],
    ['Begun by the payer', at(facts.begunAt)],
    ['Paid', at(facts.paidAt)],
    ...(donation && bookedAt ? [['Receipt', receiptNumber(donation, bookedAt)] satisfies [string, string]] : []),
    ['Name given by the payer', facts.name || 'Anonymous'],
    ['E-mail given by the payer', facts.email],
  ]
  return [
    'Answer to a dispute',
    '',
    ...rows.map(([name, value]) => `${`${name}:`.padEnd(27)}${value}`),
    '',
    'What we say',
    '',
    message,
  ]
}

const days = 35
const mostPages = 500

/**
 * Applies every refund and every dispute that each provider lists for the last weeks, should no event have told us: a
 * dispute may be opened and lost without an answer of ours. Run by cron, each day.
 */
export async function compareBack(db: Db): Promise<'compared' | 'not compared'> {
  const all = await Promise.all(providers().map((one) => compareWith(db, one)))
  return all.every((isCompared) => isCompared) ? 'compared' : 'not compared'
}

async function compareWith(db: Db, by: Provider): Promise<boolean> {
  const to = await databaseNow(db)
  const from = new Date(to.getTime() - days * 86_400_000)
  const refunds = await everyPage({ from, to }, async (asked) => {
    const answer = await by.refundsBetween(asked)
    return answer.is === 'failure' ? answer : { rows: answer.refunds, next: answer.next }
  })
  const disputes = await everyPage({ from, to }, async (asked) => {
    const answer = await by.listDisputes(asked)
    return answer.is === 'failure' ? answer : { rows: answer.disputes, next: answer.next }
  })
  const each = keepingOn()
  for (const [id, extId] of new Map(refunds?.map((one) => [one.providerId, one.extId])))
    await each.go(() => syncOf(db, nameOf(by), { id, extId }))
  for (const facts of disputes ?? []) await each.go(() => applyDispute(db, facts, nameOf(by)))
  each.end()
  return refunds !== undefined && disputes !== undefined
}

type Refunded = { id: string; extId: string }

async function syncOf(db: Db, name: string, { id: providerId, extId }: Refunded): Promise<void> {
  const ours = await db
    .selectFrom('payments')
    .where('provider', '=', name)
    .where('provider_tx_id', '=', providerId)
    .select('reference')
    .executeTakeFirst()
  if (ours) return void (await syncRefunds(db, ours.reference))
  const money = await db
    .selectFrom('suspense')
    .where('provider', '=', name)
    .where('provider_tx_id', '=', providerId)
    .select('id')
    .executeTakeFirst()
  if (money) await suspenseTold(db, { provider: name, provider_tx_id: providerId })
  else
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'refund that fits no payment', extId, { providerId }))
}

type Page<Row> = { rows: Row[]; next: number | null }

/** Reads all pages; undefined if they could not be read to the end. */
async function everyPage<Row>(
  between: Omit<Between, 'page'>,
  read: (asked: Between) => Promise<Page<Row> | Failure>,
): Promise<Row[] | undefined> {
  const all: Row[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer: Page<Row> | Failure = await read({ ...between, page })
    if ('is' in answer || page > mostPages) {
      log.warn({ page, code: 'is' in answer ? answer.code : 'too many' }, 'what went back could not be compared')
      return undefined
    }
    all.push(...answer.rows)
    page = answer.next
  }
  return all
}
