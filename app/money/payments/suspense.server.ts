import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { discrepanciesDecided, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Payment } from '#app/base/ledger/paid-for.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { brand } from '#app/kit/brand.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import { type PaymentDetails, paymentTexts } from './payment.ts'

// Money in suspense has one way out, except at M-Pesa: back to the person who paid it. Nobody here guesses what it was meant for.

type Unplaced = { id: number; provider: string; provider_tx_id: string; amount: number; currency: string }

/**
 * Gives money back for an administrator. The provider's list of refunds is read first, so that nothing goes back twice.
 * The money is closed once the provider has done it: by this, by an event, or by the daily comparing.
 */
export async function returnSuspense(db: Db, id: number, { by }: { by: Actor }): Promise<'returned' | 'asked'> {
  const turn = await takeTurn(db, id, by)
  if (!turn) throw new Refusal(paymentTexts.returnAsked)
  const refused = await askRefundOf(turn)
  if (refused) {
    await layTurn(db, turn, by)
    throw refused
  }
  const look = await lookAgain(db, turn, by.id)
  return look === 'closed' ? 'returned' : 'asked'
}

/** Asks for the refund, unless that was done before. Returns why nothing went back, where that is certain; undefined where it isn't. */
async function askRefundOf(money: Unplaced): Promise<Refusal | undefined> {
  const before = await backOf(money)
  if (!before) return new Refusal(paymentTexts.notReached, { status: 502 })
  if (before.under + before.done > 0) return undefined
  const asked = await providerNamed(money.provider).refund({
    reference: money.provider_tx_id,
    amountCents: money.amount,
    note: `${brand()} suspense ${money.id}`,
  })
  if (asked.is !== 'failure' || asked.class === 'unknown') return undefined
  // A refusal may mean that it is there already, from a try whose answer was lost.
  const since = await backOf(money)
  if (since && since.under + since.done > 0) return undefined
  return new Refusal(asked.class === 'retry' ? paymentTexts.notReached : paymentTexts.returnFailed, { status: 502 })
}

/** `since`: `asked_at` as it is now, to the microsecond. `before`: as it was before. */
type Turn = Unplaced & { since: string; before: string | null }

/** Takes the turn: one administrator at a time; undefined within ten minutes of another. The decision is logged with it. */
const takeTurn = (db: Db, id: number, by: Actor): Promise<Turn | undefined> =>
  db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('suspense')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('currency', '=', 'KES')
      .where(({ eb }) =>
        eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', sql<Date>`now() - interval '10 minutes'`)]),
      )
      .select(sql<string | null>`asked_at::text`.as('before'))
      .forUpdate()
      .executeTakeFirst()
    if (!last) return undefined
    const money = await tx
      .updateTable('suspense')
      .set({ asked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(['id', 'provider', 'provider_tx_id', 'amount', 'currency', sql<string>`asked_at::text`.as('since')])
      .executeTakeFirstOrThrow()
    const after = { amount: money.amount, providerId: money.provider_tx_id }
    await record(tx, { by, act: 'suspense returned', noun: 'suspense', subject: id, after })
    return { ...money, ...last }
  })

/** Gives the turn back, as nothing went back. Logs that, too; the next one need not wait. */
const layTurn = (db: Db, { id, since, before }: Turn, by: Actor): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('suspense')
      .set({ asked_at: sql<Date | null>`${before}::timestamptz` })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('asked_at', '=', sql<Date>`${since}::timestamptz`)
      .execute()
    const after = { refused: true }
    await record(tx, { by, act: 'suspense returned', noun: 'suspense', subject: id, after })
  })

/** Money by its provider's number. */
type Numbered = Pick<Unplaced, 'provider' | 'provider_tx_id'>

/** Sums what went back and what is under way; undefined if the provider does not say. */
async function backOf({ provider, provider_tx_id }: Numbered): Promise<{ done: number; under: number } | undefined> {
  const answer = await providerNamed(provider).listRefunds(provider_tx_id)
  if (answer.is === 'failure') return undefined
  const sum = (states: string[]) =>
    answer.refunds.filter(({ state }) => states.includes(state)).reduce((total, { amount }) => total + amount, 0)
  return { done: sum(['processed']), under: sum(['pending', 'attention']) }
}

/** Closes money that the provider has refunded wholly, however often it is called; false while it has not. */
export async function suspenseTold(db: Db, numbered: Numbered): Promise<boolean> {
  const look = await lookAgain(db, numbered)
  if (look === 'no answer') throw new Refusal(paymentTexts.noAnswer, { status: 502 })
  return look === 'closed'
}

async function lookAgain(db: Db, numbered: Numbered, by?: string): Promise<'closed' | 'open' | 'no answer'> {
  const money = await db
    .selectFrom('suspense')
    .where('provider', '=', numbered.provider)
    .where('provider_tx_id', '=', numbered.provider_tx_id)
    .where('state', '=', 'open')
    .where('currency', '=', 'KES')
    .select(['id', 'provider', 'provider_tx_id', 'amount', 'currency'])
    .executeTakeFirst()
  if (!money) return 'open'
  const back = await backOf(money)
  if (!back) return 'no answer'
  if (back.done < money.amount) return 'open'
  await db.transaction().execute(async (tx) => {
    const closed = { state: 'closed' as const, closed_at: sql<Date>`now()`, closed_by: by ?? null, note: 'refunded' }
    const { numUpdatedRows } = await tx
      .updateTable('suspense')
      .set(closed)
      .where('id', '=', money.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await post(tx, 'suspense', money.id, [
      { leg: 3, debit: 'suspense', credit: clearingOf(money.provider), amount: money.amount },
    ])
    await tell(tx, 'office:desk')
  })
  return 'closed'
}

/** Closes money in another currency, which never was in the books, with a person's note on how it was handled. */
export const closeForeign = (db: Db, id: number, { by, note }: { by: Actor; note: string }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const money = await tx
      .updateTable('suspense')
      .set({ state: 'closed', closed_at: sql<Date>`now()`, closed_by: by.id, note: note.slice(0, 1000) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('currency', '<>', 'KES')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (!money) throw new Refusal(paymentTexts.returnAsked)
    const [before, after] = [{ state: 'open', ...money }, { state: 'closed' }]
    await record(tx, { by, act: 'suspense closed', noun: 'suspense', subject: id, before, after, why: note })
    await tell(tx, 'office:desk')
  })

// Money that can't be booked: it waits in suspense for a person, or two payments claim one provider's number.

/** Selects another payment with the same provider's number. */
const other = (tx: Tx, { id, provider }: Payment, { providerId }: PaymentDetails) =>
  tx
    .selectFrom('payments as other')
    .where('other.provider', '=', provider)
    .where('other.provider_tx_id', '=', providerId)
    .where('other.id', '<>', id)
    .select('other.reference')

export async function clash(tx: Tx, payment: Payment, facts: PaymentDetails): Promise<'clash'> {
  const { reference } = await other(tx, payment, facts).executeTakeFirstOrThrow()
  await raiseDiscrepancy(tx, 'one number for two payments', payment.reference, {
    providerId: facts.providerId,
    other: reference,
  })
  return 'clash'
}

/** Tells whether it waited here before and became a gift of its own. */
async function wasPlaced(tx: Tx, provider: string, number: string): Promise<boolean> {
  const row = await tx
    .selectFrom('suspense')
    .where('provider', '=', provider)
    .where('provider_tx_id', '=', number)
    .where('state', '=', 'placed')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reasons why money fits no payment. */
export type UnplacedWhy =
  | 'unknown reference'
  | 'wrong currency'
  | 'wrong amount'
  | 'drive is gone'
  | 'paid twice'
  | 'unknown account'
type Unbooked = { provider: string; reference: string; why: UnplacedWhy; payment: Payment | undefined }

/** Books money that fits nothing, once, and calls a person. Other currencies are only noted: the books are in shillings. */
export async function keepUnplaced(
  tx: Tx,
  { provider, reference, why, payment }: Unbooked,
  facts: PaymentDetails,
): Promise<'unplaced' | 'clash'> {
  const { providerId, amount, currency, fee } = facts
  if (payment && !(await wasPlaced(tx, provider, providerId)) && (await other(tx, payment, facts).executeTakeFirst()))
    return clash(tx, payment, facts)
  const row = await tx
    .insertInto('suspense')
    .values({
      provider,
      provider_tx_id: providerId,
      reference: reference.slice(0, 200),
      why,
      amount,
      currency,
      payment_id: payment?.id ?? null,
      provider_fee: fee,
    })
    .onConflict((same) => same.columns(['provider', 'provider_tx_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Two requests of one payment, both paid: the first is the gift, and nothing about it changes.
  if (payment && why !== 'paid twice')
    await tx
      .updateTable('payments')
      .set({ status: 'mismatch', failure: why, next_check_at: null, updated_at: sql<Date>`now()` })
      .where('id', '=', payment.id)
      .execute()
  if (!row) return 'unplaced'
  if (currency === 'KES')
    await post(tx, 'suspense', row.id, [
      { leg: 1, debit: clearingOf(provider), credit: 'suspense', amount },
      { leg: 2, debit: 'provider_fees', credit: clearingOf(provider), amount: fee ?? 0 },
    ])
  await callFor(tx, { provider, reference, why }, facts)
  return 'unplaced'
}

async function callFor(
  tx: Tx,
  { provider, reference, why }: Omit<Unbooked, 'payment'>,
  facts: PaymentDetails,
): Promise<void> {
  const { providerId, amount, currency } = facts
  const about = { why, amount, currency }
  // A payer may have typed their name or number. It is read on the page of the money, and nowhere else.
  await raiseDiscrepancy(
    tx,
    'money in suspense',
    subjectOf(provider, providerId),
    why === 'unknown account' ? about : { reference, ...about },
  )
}

/** Closes the discrepancy: the money has its place, or has gone back, and nobody needs to look at it any more. */
export const unplacedDecided = (tx: Tx, provider: string, providerId: string, by: string | null) =>
  discrepanciesDecided(tx, ['money in suspense'], subjectOf(provider, providerId), by)

const subjectOf = (provider: string, providerId: string) => `${provider} ${providerId}`.slice(0, 200)
