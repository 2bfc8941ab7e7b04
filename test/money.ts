import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { credit } from '#app/money/mpesa/credit.server.ts'
import { newPrompt } from '#app/money/mpesa/prompts.server.ts'
import { storePostedCodes } from '#app/money/mpesa/receipts.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import type { For } from '#app/money/payments/paid-for.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import type { PaymentDetails } from '#app/money/payments/payment.ts'
import { addMethod } from '#app/money/payouts/method.server.ts'
import type { MethodTyped } from '#app/money/payouts/payout.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { bookBack, ofPaid } from '#app/money/refunds/reversal.server.ts'
import { type Db, type Tx, thePool } from '#app/platform/db.server.ts'
import { brokenBooks } from '#test/books.ts'
import { someDrive } from './make.ts'

// Money for tests: gifts as the provider reports them, and the books looked through after each test.

/** After every test of this file all rules of the books must hold. */
export const booksMustHold = (db: () => Db) =>
  afterEach(async () => {
    expect(await brokenBooks(db())).toEqual([])
  })

type Gift = Omit<For & { kind: 'donation' }, 'kind' | 'driveId' | 'amount'>
const giver: Gift = { donorName: 'Amina Yusuf', donorEmail: 'amina@example.test', message: '', anonymous: false }

/** A gift that was begun and not paid yet. */
export const begunGift = (db: Db, driveId: string, amount: number, own: Partial<Gift> = {}) =>
  createPayment(db, { kind: 'donation', driveId, amount, ...giver, ...own })

/** What the provider says of a payment of so many cents: paid by M-PESA, 1.5 % kept. */
export const paid = (amount: number, own: Partial<PaymentDetails> = {}): PaymentDetails => ({
  state: 'success',
  amount,
  requested: null,
  currency: 'KES',
  fee: Math.round(amount * 0.015),
  channel: 'mobile',
  providerId: randomUUID(),
  ...own,
})

/** A gift that came in. */
export async function gift(db: Db, driveId: string, amount: number, own: Partial<Gift> = {}) {
  const { id, reference } = await begunGift(db, driveId, amount, own)
  expect(await applyResult(db, 'paystack', reference, paid(amount))).toBe('applied')
  return { id, reference }
}

/** The payer's bank took so many cents of a gift back. */
export const chargedBack = (db: Db, reference: string, amount: number) =>
  ofPaid(db, reference, (tx, payment) => bookBack(tx, payment, { kind: 'chargeback', extId: randomUUID(), amount }))

/** A gift that its giver's phone was asked for, of which M-Pesa has said nothing yet. */
export async function promptedGift(db: Db, driveId: string, amount: number, donorPhone: string, address?: string) {
  const what = { kind: 'donation', driveId, amount, donorName: '', donorEmail: '', message: '' } as const
  const asked = { ...what, anonymous: false, donorPhone }
  const { id, reference } = await createPayment(db, asked, undefined, 'en', 'mpesa')
  const prompt = await newPrompt(db, { paymentId: id, phone: donorPhone, visitor: null, address })
  return { id, reference, prompt }
}

/** A code that was posted about a request, which proves nothing. */
export async function storePostedCode(db: Db, promptId: number, receipt: string): Promise<void> {
  const request = await db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('q.id', '=', promptId)
    .select(['q.account', 'p.amount as cents'])
    .executeTakeFirstOrThrow()
  await storePostedCodes(db, [{ promptId, receipt, ...request }])
}

/** A gift that was paid by a request on the giver's phone, with its code. */
export async function giftByPhone(db: Db, driveId: string, amount: number, donorPhone = '+254712345678') {
  const { id, reference, prompt } = await promptedGift(db, driveId, amount, donorPhone)
  await storePostedCode(db, prompt.id, `SKB${String(id).padStart(7, '0')}`)
  await credit(db, 'mpesa', { ...prompt, reference, amount, phone: donorPhone }, 'query')
  return { id, reference }
}

/** Gifts that came in with one transaction: their ids, as its job carries them. Nobody was told of them yet. */
export async function giftsAtOnce(
  db: Db,
  gifts: { driveId: string; amount: number; donorEmail: string }[],
): Promise<number[]> {
  const paymentIds: number[] = []
  for (const { driveId, amount, donorEmail } of gifts)
    paymentIds.push((await gift(db, driveId, amount, { donorEmail })).id)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const rows = await db
    .selectFrom('donations')
    .where('payment_id', 'in', paymentIds)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What the provider has paid out to our bank, to be posted. */
export async function settlement(tx: Tx, by: string, amount: number): Promise<number> {
  const settled = {
    direction: 'to_bank' as const,
    day: '2025-11-20',
    reference: randomUUID(),
    why: 'By the week',
    amount,
  }
  const { id } = await tx
    .insertInto('settlements')
    .values({ ...settled, asked_by: by, booked_by: by, booked_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A phone that this owner's withdrawals go to. */
export const phoneOf = (db: Db, ownerId: string) =>
  addMethod(db, ownerId, { type: 'mobile_money', phone: '0712 345 678', operator: 'M-Pesa' })

/** A bank account, to which cents are sent too. */
export const bankOf = (db: Db, ownerId: string) =>
  addMethod(db, ownerId, { type: 'bank', bank: 'Equity Bank', account: '1234567890', name: 'W Kamau' })

type To = 'phone' | 'bank' | MethodTyped
/** Where the money of a drive can be sent to, and its owner's way of asking for it. */
export async function askingFor(db: Db, { id: driveId, ownerId }: { id: string; ownerId: string }, to: To = 'phone') {
  const named = { phone: phoneOf, bank: bankOf }
  const { id: methodId } = await (typeof to === 'string' ? named[to](db, ownerId) : addMethod(db, ownerId, to))
  const ask = (amount: number, key: string = randomUUID()) =>
    requestPayout(db, { ownerId, driveId, amount, methodId, key })
  return { methodId, ask }
}

/** A drive with these gifts, and its owner's way of asking for them. */
export async function fundedDrive(db: Db, gifts: number[], to: To = 'phone', owner?: string) {
  const drive = await someDrive(db, owner ? { ownerId: owner } : {})
  const given: { id: number; reference: string }[] = []
  for (const amount of gifts) given.push(await gift(db, drive.id, amount))
  return { ...drive, given, ...(await askingFor(db, drive, to)) }
}

/** So many at once. */
export const atOnce = <Done>(
  times: number,
  run: (at: number) => Promise<Done>,
): Promise<PromiseSettledResult<Done>[]> => Promise.allSettled(Array.from({ length: times }, (_, at) => run(at)))
export const granted = <Done>(all: PromiseSettledResult<Done>[]): Done[] =>
  all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
export const reasonsOf = (all: PromiseSettledResult<unknown>[]): string[] =>
  all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))

/**
 * How many circles of waiting the database has broken off so far. Each connection tells its share when it finds the time,
 * up to a second later: all of them are asked to tell it now.
 */
export async function deadlocks(): Promise<number> {
  const pool = thePool()
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    for (const one of all) await one.query('select pg_stat_force_next_flush()')
    const { rows } = await all[0]!.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return rows[0]!.deadlocks
  } finally {
    for (const one of all) one.release()
  }
}
