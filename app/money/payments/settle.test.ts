import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import { tryStopped, useProvider } from '#app/platform/providers/provider.server.ts'
import type { FoundPayment, Provider } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, fundedDrive, gift, granted, paid } from '#test/money.ts'
import { calledFor, statusOf } from '#test/money-now.ts'
import { oneRow, query } from '#test/rows.ts'
import { failure } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { applyResult } from './apply.server.ts'
import { paymentOpened, sweepPayments } from './opening.server.ts'
import { checkBalance, checkPayments, reconcilePayments } from './reconcile.server.ts'
import { settlePayment } from './settle.server.ts'

// Money arrives even when nobody tells us of it.

const db = await testDatabase()
booksMustHold(() => db)

type Verified = Awaited<ReturnType<Provider['verify']>>
const says = new Map<string, Verified>()
const asked: string[] = []
let pages: FoundPayment[][] = []
let cents = 0
beforeEach(async () => {
  says.clear()
  asked.length = 0
  pages = []
  useProvider({
    capabilities: () => ({ name: 'paystack' }),
    verify: async (reference: string) => {
      asked.push(reference)
      return says.get(reference) ?? { is: 'missing' }
    },
    listSuccess: async ({ page }: { page: number }) => ({
      is: 'payments',
      payments: pages[page - 1] ?? [],
      next: page < pages.length ? page + 1 : null,
    }),
    balance: async () => ({ is: 'balance', cents }),
  } as unknown as Provider)
  // Only what a test begins is due in it.
  await query`update payments set next_check_at = null`
})

const found = (reference: string, amount: number): FoundPayment => ({ reference, ...paid(amount) })
const isPaid = (reference: string, amount: number) =>
  says.set(reference, { is: 'payment', ...found(reference, amount) })
const payment = (reference: string) => oneRow('payments', { reference })

async function opened(amount = 50_000) {
  const { id } = await someDrive(db)
  const { reference } = await begunGift(db, id, amount)
  await paymentOpened(db, { reference, url: `https://checkout.example/${reference}` })
  return reference
}

describe('asking about a payment', () => {
  test('is done once in five seconds, however many want to know', async () => {
    const reference = await opened()
    says.set(reference, { is: 'payment', ...found(reference, 50_000), state: 'pending' })
    const all = await atOnce(20, () => settlePayment(db, reference))
    expect([granted(all).length, new Set(granted(all)), asked.length]).toEqual([20, new Set(['waiting']), 1])
    isPaid(reference, 50_000)
    expect(await settlePayment(db, reference)).toBe('waiting')
    await timePasses('6 seconds')
    expect(await settlePayment(db, reference)).toBe('applied')
    expect(await settlePayment(db, reference)).toBe('already')
    expect(asked.length).toBe(2)
  })

  test('is not done for what nobody here knows', async () => {
    expect(await settlePayment(db, `don-${randomUUID()}`)).toBe('unknown')
    expect(asked).toEqual([])
  })

  test('marks nothing as failed when the provider knows of none; the third time a person is called', async () => {
    const reference = await opened()
    for (let i = 1; i <= 3; i++) {
      expect(await calledFor('payment the provider does not know')).not.toContain(reference)
      expect(await settlePayment(db, reference)).toBe('unknown')
      await timePasses('1 minute')
    }
    expect(await statusOf(reference)).toBe('pending')
    expect(await calledFor('payment the provider does not know')).toContain(reference)
  })

  test('with a key that is refused, or an answer that can’t be believed, calls a person and changes nothing', async () => {
    const reference = await opened()
    says.set(reference, failure('config'))
    expect(await settlePayment(db, reference)).toBe('unknown')
    expect(await calledFor('the provider refuses our key')).toEqual(['paystack'])
    expect(await tryStopped(db)).toBe('open')
    says.set(reference, failure('rejected', { code: 'unreadable' }))
    await timePasses('1 minute')
    expect(await settlePayment(db, reference)).toBe('unknown')
    expect(await calledFor('answer that can not be believed')).toEqual([reference])
    expect(await statusOf(reference)).toBe('pending')
  })

  test('is not done again while our key is refused: nothing is asked, used up or failed, and then it goes on', async () => {
    const [one, other] = [await opened(), await opened()]
    says.set(one, failure('config', { status: 401 }))
    expect(await settlePayment(db, one)).toBe('unknown')
    asked.length = 0
    await timePasses('5 minutes')
    for (const reference of [one, other]) {
      isPaid(reference, 50_000)
      expect(await settlePayment(db, reference)).toBe('waiting')
    }
    pages = [[found(one, 50_000)]]
    expect([await checkPayments(db), await reconcilePayments(db), asked]).toEqual([0, 0, []])
    expect(await statusOf(one)).toBe('pending')
    expect(await tryStopped(db)).toBe('open')
    // Nobody asks again within five seconds.
    await timePasses('1 minute')
    expect(await checkPayments(db)).toBe(2)
    expect([await statusOf(one), await statusOf(other)]).toEqual(['succeeded', 'succeeded'])
  })
})

describe('when no event ever comes', () => {
  test('the clock asks after 3, 10, 30 and 120 minutes and a day, and then no more', async () => {
    const reference = await opened()
    says.set(reference, { is: 'payment', ...found(reference, 50_000), state: 'pending' })
    const asks = async (minutes: number) => {
      await timePasses(`${minutes} minutes`)
      asked.length = 0
      await checkPayments(db)
      return asked.length
    }
    expect([await asks(2.9), await asks(0.2)]).toEqual([0, 1])
    expect([await asks(6.8), await asks(0.2)]).toEqual([0, 1])
    expect([await asks(19.8), await asks(0.2)]).toEqual([0, 1])
    expect([await asks(89.8), await asks(0.2)]).toEqual([0, 1])
    expect([await asks(1319), await asks(2)]).toEqual([0, 1])
    expect((await payment(reference)).next_check_at).toBeNull()
    await sweepPayments(db)
    expect(await statusOf(reference)).toBe('abandoned')
  })

  test('two clocks at once ask once', async () => {
    const references = await Promise.all(Array.from({ length: 5 }, () => opened()))
    for (const reference of references) isPaid(reference, 50_000)
    await timePasses('4 minutes')
    await Promise.all(Array.from({ length: 10 }, () => checkPayments(db)))
    expect(asked.toSorted()).toEqual(references.toSorted())
    for (const reference of references) expect(await statusOf(reference)).toBe('succeeded')
  })

  test('a payment that failed and is paid later counts', async () => {
    const reference = await opened()
    says.set(reference, { is: 'payment', ...found(reference, 50_000), state: 'failed', why: 'Declined' })
    expect(await settlePayment(db, reference)).toBe('failed')
    isPaid(reference, 50_000)
    await timePasses('20 minutes')
    await checkPayments(db)
    expect(await statusOf(reference)).toBe('succeeded')
  })

  test('one that was given up and is paid the next day is found by comparing', async () => {
    const reference = await opened()
    await timePasses('26 hours')
    await query`update payments set next_check_at = null where reference = ${reference}`
    await sweepPayments(db)
    expect(await statusOf(reference)).toBe('abandoned')
    pages = [[found(reference, 50_000)]]
    expect(await reconcilePayments(db)).toBe(1)
    expect([await statusOf(reference), await reconcilePayments(db)]).toEqual(['succeeded', 0])
  })
})

describe('comparing with the provider’s list', () => {
  test('lets in what we lack, from every page, and puts in suspense what we know nothing of', async () => {
    const [one, two] = [await opened(), await opened()]
    const strange = found(`shop-${randomUUID()}`, 100)
    pages = [[found(one, 50_000), strange], [found(two, 50_000)]]
    expect(await reconcilePayments(db)).toBe(2)
    expect([await statusOf(one), await statusOf(two)]).toEqual(['succeeded', 'succeeded'])
    const unplaced = db.selectFrom('suspense').where('reference', '=', strange.reference).selectAll()
    expect(await unplaced.execute()).toHaveLength(1)
    expect(await reconcilePayments(db)).toBe(0)
    expect(await unplaced.execute()).toHaveLength(1)
  })

  test('one that can not be booked keeps no other out, and is tried again', async () => {
    const [odd, good] = [await opened(), await opened()]
    const policy = (is: string) =>
      sql`update fund_drives set fee_policy = ${is}
        where id = (select fund_drive_id from payments where reference = ${odd})`.execute(db)
    await policy('donor_on_top')
    pages = [[found(odd, 50_000)], [found(good, 50_000)]]
    await expect(reconcilePayments(db)).rejects.toThrow('donor_on_top')
    expect([await statusOf(odd), await statusOf(good)]).toEqual(['pending', 'succeeded'])
    await policy('withhold_at_payout')
    expect(await reconcilePayments(db)).toBe(1)
  })

  test('of many that are asked about, one that can not be booked keeps no other waiting', async () => {
    const references = await Promise.all(Array.from({ length: 6 }, () => opened()))
    for (const reference of references) isPaid(reference, 50_000)
    await timePasses('4 minutes')
    await query`update fund_drives set fee_policy = 'donor_on_top'
      where id = (select fund_drive_id from payments where reference = ${references[0]!})`
    await expect(checkPayments(db)).rejects.toThrow('donor_on_top')
    const stands = await Promise.all(references.map(statusOf))
    expect(stands).toEqual(['pending', ...Array(5).fill('succeeded')])
    await query`update fund_drives set fee_policy = 'withhold_at_payout' where fee_policy = 'donor_on_top'`
  })

  test('calls a person for what only we have, unless it is too young or the provider knows it all the same', async () => {
    const { id } = await someDrive(db)
    const [gone, known] = [await gift(db, id, 100), await gift(db, id, 200)]
    await timePasses('20 minutes')
    const young = await gift(db, id, 300)
    const rest = await db.selectFrom('payments').where('status', '=', 'succeeded').selectAll().execute()
    const lacking = [gone, known, young].map(({ reference }) => reference)
    pages = [
      rest
        .filter(({ reference }) => !lacking.includes(reference))
        .map((p) => ({ ...found(p.reference, p.amount), providerId: p.provider_tx_id! })),
    ]
    isPaid(known.reference, 200)
    await reconcilePayments(db)
    const called = await calledFor('payment the provider does not list')
    expect(lacking.filter((reference) => called.includes(reference))).toEqual([gone.reference])
  })

  test('stops at a list that breaks off, and calls nobody', async () => {
    const { id } = await someDrive(db)
    const { reference } = await gift(db, id, 100)
    await timePasses('20 minutes')
    const broken = { capabilities: () => ({ name: 'paystack' }), listSuccess: async () => failure('retry') }
    useProvider(broken as unknown as Provider)
    expect(await reconcilePayments(db)).toBe(0)
    expect(await calledFor('payment the provider does not list')).not.toContain(reference)
  })

  test('once a day the balance there is ours, or a person is called', async () => {
    cents = await balanceOf(db, 'provider_clearing')
    expect(await checkBalance(db)).toBe('same')
    cents -= 1
    expect(await checkBalance(db)).toBe('differs')
    expect(await calledFor('balance at the provider')).toEqual(['paystack'])
  })

  test('what is on its way out may have left there or not: a transfer with its cost, a refund, and what nobody could place', async () => {
    const { given, ask } = await fundedDrive(db, [100_000, 40_000])
    const by = (await somePerson(db, { admin: true })).id
    const { net } = await ask(50_000)
    const { id } = await ask(20_000)
    await askRefund(db, given[1]!.reference, { by, amount: 10_000 })
    expect(await applyResult(db, 'paystack', `shop-${randomUUID()}`, paid(700, { fee: 0 }))).toBe('unplaced')
    const ours = await balanceOf(db, 'provider_clearing')
    cents = ours - 10_000
    expect(await checkBalance(db), 'nobody was asked to send it yet').toBe('differs')
    await beginTransfer(db, id, { by })
    await query`update reversals set progress = 'pending' where state = 'open'`
    await query`update suspense set asked_at = now() where state = 'open' and amount = 700`
    for (const gone of [0, 10_000, 19_000, 19_000 + 14_000, 19_000 + 14_000 + 10_000 + 700]) {
      cents = ours - gone
      expect([gone, await checkBalance(db)]).toEqual([gone, 'same'])
    }
    for (const odd of [ours + 1, ours - net]) {
      cents = odd
      expect(await checkBalance(db)).toBe('differs')
    }
  })
})
