import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyDispute } from '#app/money/disputes/dispute.server.ts'
import { askRefund, sendRefund } from '#app/money/refunds/refund.server.ts'
import { log } from '#app/platform/log.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Capabilities, Event, Provider, RefundFacts } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, paid } from '#test/money.ts'
import { calledAbout } from '#test/money-now.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { applyEvents } from './events.server.ts'
import { hear } from './intake.server.ts'
import { sweepPayments } from './opening.server.ts'
import { checkPayments } from './reconcile.server.ts'
import { settlePayment, settleTold } from './settle.server.ts'
import { startPayment } from './start.server.ts'

// Two providers in one database: what a row names is asked of the provider that it names, and of no other.

const db = await testDatabase()
booksMustHold(() => db)

/** Each counts its payments for itself, so that numbers of two providers are the same. */
const counted: Record<string, number> = {}

/** One that has been paid whatever it opened, and says under which references it was asked. */
function pretended(name: string) {
  const asked: string[] = []
  const refunds: RefundFacts[] = []
  const one = {
    capabilities: () => ({ name }) as Capabilities,
    initialize: async ({ reference }) => ({ is: 'opened', url: `https://${name}.example/${reference}` }),
    verify: async (reference) => {
      asked.push(reference)
      counted[name] = (counted[name] ?? 0) + 1
      return { is: 'payment', reference, ...paid(50_000, { providerId: `${counted[name]}` }) }
    },
    refund: async ({ reference, amountCents: amount }) => {
      asked.push(reference)
      refunds.push({ state: 'processed', extId: reference, amount })
      return { is: 'refund', ...refunds.at(-1)! }
    },
    listRefunds: async () => ({ is: 'refunds', refunds }),
    readEvent: (raw): Event => {
      const reference = Buffer.from(raw).toString()
      return { is: 'event', dedupeKey: reference, event: 'paid', about: { noun: 'payment', reference } }
    },
  } satisfies Partial<Provider>
  return { name, asked, provider: one as unknown as Provider }
}

let here: ReturnType<typeof pretended>
let there: ReturnType<typeof pretended>
beforeEach(() => {
  here = pretended('paystack')
  there = pretended('elsewhere')
  useProvider(here.provider, there.provider)
})

/** Started while this one was the one for what is new. */
async function begun(by: typeof here): Promise<string> {
  useProvider(by.provider)
  const { id: driveId } = await someDrive(db)
  const who = { donorName: 'Amina', donorEmail: 'amina@example.test', message: '', anonymous: false }
  const { reference, url } = await startPayment(
    db,
    { kind: 'donation', driveId, amount: 50_000, ...who },
    {
      key: undefined,
      language: 'en',
      origin: 'http://harambee.test',
      cancelPath: '/',
      failed: { title: { id: 'no' } },
    },
  )
  expect(url).toBe(`https://${by.name}.example/${reference}`)
  useProvider(here.provider, there.provider)
  return reference
}
const rowOf = (reference: string) => oneRow('payments', { reference })
const refundOf = async (reference: string) => (await askRefund(db, reference, { by: null })).id

test('each payment is settled, and refunded, by the provider that it names', async () => {
  const [ours, theirs] = [await begun(here), await begun(there)]
  for (const reference of [ours, theirs]) expect(await settlePayment(db, reference)).toBe('applied')
  expect([here.asked, there.asked]).toEqual([[ours], [theirs]])
  for (const reference of [ours, theirs]) await sendRefund(db, { reversalId: await refundOf(reference) })
  expect([here.asked, there.asked]).toEqual([
    [ours, ours],
    [theirs, theirs],
  ])
  expect(await rowOf(ours)).toMatchObject({ provider: 'paystack', status: 'succeeded', reversed: 50_000 })
  expect(await rowOf(theirs)).toMatchObject({ provider: 'elsewhere', status: 'succeeded', reversed: 50_000 })
})

test('what one of them tells is asked of that one, even about what we don’t know of', async () => {
  const known = await begun(there)
  for (const reference of [known, `don-${randomUUID()}`])
    expect((await hear('elsewhere', Buffer.from(reference), new Headers())).status).toBe(200)
  await applyEvents(db, { payment: ({ reference }, by) => settleTold(db, reference, by) })
  expect([here.asked.length, there.asked.length]).toEqual([0, 2])
  expect(await rowOf(known)).toMatchObject({ status: 'succeeded' })
  const unplaced = await db.selectFrom('suspense').select(['provider', 'why']).execute()
  expect(unplaced).toEqual([{ provider: 'elsewhere', why: 'unknown reference' }])
})

test('what one of them says of a payment or a withdrawal of the other is for a person', async () => {
  const ours = await begun(here)
  await settlePayment(db, ours)
  const facts = {
    extId: '7',
    reference: ours,
    amount: 50_000,
    status: 'resolved',
    resolution: 'auto-accepted',
    dueAt: null,
  } as const
  expect(await applyDispute(db, facts as never, 'elsewhere')).toBe('done')
  expect(await rowOf(ours)).toMatchObject({ reversed: 0 })
  expect(await db.selectFrom('disputes').selectAll().execute()).toEqual([])
  expect(await calledAbout('7')).toEqual(['dispute that fits no payment'])
})

test('what names one that is not set up any more waits, is said in the log, and goes on when it is set up again', async () => {
  const [paidFor, waiting] = [await begun(there), await begun(there)]
  await settlePayment(db, paidFor)
  const reversalId = await refundOf(paidFor)
  await timePasses('4 minutes')
  const said = vi.spyOn(log, 'error')
  useProvider(here.provider)
  expect(await checkPayments(db)).toBe(0)
  expect(await settlePayment(db, waiting)).toBe('waiting')
  await sendRefund(db, { reversalId })
  expect((await hear('elsewhere', Buffer.from(waiting), new Headers())).status).toBe(401)
  expect(said.mock.calls.map(([about]) => (about as { provider: string }).provider)).toEqual(['elsewhere', 'elsewhere'])
  said.mockRestore()
  expect(await rowOf(waiting)).toMatchObject({ status: 'pending' })
  expect(here.asked).toEqual([])

  // Days may pass.
  await timePasses('26 hours')
  await sweepPayments(db)
  expect(await rowOf(waiting)).toMatchObject({ status: 'abandoned' })
  useProvider(here.provider, there.provider)
  expect(await checkPayments(db)).toBe(1)
  expect(await rowOf(waiting)).toMatchObject({ status: 'succeeded' })
  await sendRefund(db, { reversalId })
  expect(await rowOf(paidFor)).toMatchObject({ reversed: 50_000 })
})
