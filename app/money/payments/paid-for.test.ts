import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { PaidFor } from '#app/base/ledger/paid-for.ts'
import { type EventKind, post } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, granted, paid } from '#test/money.ts'
import { query, someRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { applyResult } from './apply.server.ts'
import { type For, paidFor } from './paid-for.server.ts'
import { createPayment } from './payment.server.ts'
import { resultOf, verified } from './result.server.ts'
import { paidForWords } from './result.ts'

const db = await testDatabase({ asOwner: true })

type Ticket = { driveId: string; amount: number; guest: string }
const event = 'ticket' as EventKind
const claimed: number[] = []
/** A third kind: money for a ticket. */
const tickets: PaidFor<Ticket, { guest: string }> = {
  prefix: 'tic',
  event,
  feeLeg: 2,
  locks: false,
  emailOf: ({ guest }) => guest,
  take: async (_, all) =>
    all.map(({ guest }) => (guest ? { donor_email: guest } : new Refusal({ id: 'Who is coming?' }))),
  async book(tx, all) {
    for (const { payment, providerFee } of all)
      await post(tx, event, payment.id, [
        { leg: 1, debit: 'provider_clearing', credit: 'platform_revenue', amount: payment.amount },
        { leg: 2, debit: 'provider_fees', credit: 'provider_clearing', amount: providerFee ?? 0 },
      ])
  },
  async refund(tx, { reversalId, amount }) {
    await post(tx, 'reversal', reversalId, [{ leg: 1, debit: 'platform_revenue', credit: 'provider_clearing', amount }])
    return { feePart: amount }
  },
  claim: async (_, id) => void claimed.push(id),
  told: async (on, { id }) => {
    const row = await on.selectFrom('payments').where('id', '=', id).select('donor_email').executeTakeFirstOrThrow()
    return { guest: row.donor_email }
  },
}

beforeAll(async () => {
  Object.assign(paidFor, { ticket: tickets })
  Object.assign(paidForWords, {
    ticket: { ...paidForWords.donation, data: ({ guest }: { guest: string }) => ({ guest }) },
  })
  scriptedProvider()
  // Its migration.
  await query`alter table payments drop constraint payments_kind_check`
  await query`alter table ledger_transfers drop constraint ledger_transfers_kind_known`
})

const ticketFor = (driveId: string, guest: string) =>
  ({ kind: 'ticket', driveId, amount: 150_000, guest }) as unknown as For
const postedOf = async (id: number) =>
  (await someRows('ledger_transfers', { event_kind: event, subject_id: id }, 'leg', 'amount')).map(
    ({ leg, amount }) => [leg, amount],
  )

test('a third kind of payment is started, paid and shown by what it declares', async () => {
  const { id: driveId, slug } = await someDrive(db)
  const key = { scope: 'ticket', key: randomUUID() }
  const [first, ...others] = granted(await atOnce(5, () => createPayment(db, ticketFor(driveId, 'a@b.test'), key)))
  const { id, reference } = first!
  expect(reference).toMatch(/^tic-[0-9a-f]{32}$/)
  expect(others.map((one) => one.id)).toEqual([id, id, id, id])
  await expect(createPayment(db, ticketFor(driveId, ''))).rejects.toThrow('Who is coming?')
  const facts = paid(150_000)
  const said = await atOnce(5, () => applyResult(db, 'paystack', reference, facts))
  expect(granted(said).sort()).toEqual(['already', 'already', 'already', 'already', 'applied'])
  expect(await postedOf(id)).toEqual([
    [1, 150_000],
    [2, 2250],
  ])
  const result = await resultOf(db, reference)
  expect(result).toMatchObject({ is: 'paid', kind: 'ticket', amount: 150_000, guest: 'a@b.test', drive: { slug } })
  expect(verified(result)).toEqual({ success: true, amount: 1500, type: 'ticket', data: { guest: 'a@b.test' } })
})

test('a fee that is known later is posted at the leg that the kind names', async () => {
  const { id: driveId } = await someDrive(db)
  const { id, reference } = await createPayment(db, ticketFor(driveId, 'a@b.test'))
  const facts = paid(150_000, { fee: null })
  expect(await applyResult(db, 'paystack', reference, facts)).toBe('applied')
  expect(await applyResult(db, 'paystack', reference, { ...facts, fee: 900 })).toBe('already')
  expect(await postedOf(id)).toEqual([
    [1, 150_000],
    [2, 900],
  ])
})

test('what is refunded of it is booked as the kind says, and its claim is looked at', async () => {
  const { id: driveId } = await someDrive(db)
  const { id, reference } = await createPayment(db, ticketFor(driveId, 'a@b.test'))
  await applyResult(db, 'paystack', reference, paid(150_000))
  const extId = randomUUID()
  expect(await refundSettled(db, reference, { extId, amount: 50_000, state: 'processed' })).toBe('done')
  const reversal = await query`select t.amount, r.fee_part from reversals r
    join ledger_transfers t on t.subject_id = r.id and t.event_kind = 'reversal' where r.ext_id = ${extId}`
  expect(reversal).toEqual([{ amount: 50_000, fee_part: 50_000 }])
  expect(claimed).toContain(id)
})
