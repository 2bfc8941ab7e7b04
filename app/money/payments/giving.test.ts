import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { tryStopped } from '#app/platform/providers/provider.server.ts'
import type { Charge, Provider } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, gift, granted, paid, reasonsOf } from '#test/money.ts'
import { oneRow, query, someRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { applyResult } from './apply.server.ts'
import { beginGift, formKey, givingTo, headerKey, watchCardTesting } from './giving.server.ts'
import { givingTexts, misfit, type PaymentWay, sharesOfGift } from './giving.ts'
import { giveGiftForm } from './giving-forms.ts'

const db = await testDatabase()
let asked: Charge[]
beforeEach(() => {
  asked = scriptedProvider().charges
})
booksMustHold(() => db)

const amina = { amount: kes(500), name: 'Amina Yusuf', email: 'amina@example.test', message: '', anonymous: false }
const around = { language: 'en', origin: 'http://harambee.test', cancelPath: '/fundraiser/x/donate?cancelled' }
type Gift = typeof amina & { way?: PaymentWay }

/** A person presses Donate in a form with this key; a program sends the key in a header. */
const press = (driveId: string, key: string, own: Partial<Gift> = {}) => {
  const given = { ...amina, ...own }
  return beginGift(db, driveId, given, { ...around, key: formKey(driveId, key, given) })
}
const call = (driveId: string, key: string, own: Partial<Gift> = {}) => {
  const given = { ...amina, ...own }
  return beginGift(db, driveId, given, { ...around, key: headerKey(driveId, key, given, '10.1.1.1') })
}
const paymentsOf = (driveId: string) =>
  someRows('payments', { fund_drive_id: driveId }, 'reference', 'status', 'amount')

/** The provider takes its time, until it is let go. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { charges: calls } = scriptedProvider({
    initialize: async ({ reference }) => {
      await promise
      return { is: 'opened', url: `https://pay.example/${reference}` }
    },
  })
  return { calls, answer: resolve }
}

describe('a form', () => {
  test('pressed ten times at once starts one payment, and the provider is asked once', async () => {
    const { id } = await someDrive(db)
    const { calls, answer } = slowly()
    const key = randomUUID()
    const pressed = atOnce(10, () => press(id, key))
    await expect.poll(() => calls.length).toBe(1)
    setTimeout(answer, 300)
    const all = await pressed
    expect(reasonsOf(all)).toEqual([])
    expect(new Set(granted(all).map(({ url }) => url)).size).toBe(1)
    expect([calls.length, (await paymentsOf(id)).length]).toEqual([1, 1])
  })

  test('sent again with another amount gives that amount', async () => {
    const [{ id }, key] = [await someDrive(db), randomUUID()]
    const first = await press(id, key)
    const second = await press(id, key, { amount: kes(700) })
    expect(second.url).not.toBe(first.url)
    expect(await press(id, key)).toEqual(first)
    expect((await paymentsOf(id)).map(({ amount }) => amount).sort()).toEqual([kes(500), kes(700)])
  })

  test('that was paid leads to what became of it, and is never paid again; another form starts the next gift', async () => {
    const [{ id }, key] = [await someDrive(db), randomUUID()]
    const { reference } = await press(id, key)
    expect(await applyResult(db, 'paystack', reference, paid(kes(500)))).toBe('applied')
    const page = `http://harambee.test/payment-success?reference=${reference}`
    expect(await press(id, key)).toEqual({ reference, url: page })
    expect(asked).toHaveLength(1)
    expect((await press(id, randomUUID())).reference).not.toBe(reference)
  })

  type Answers = (reference: string) => ReturnType<Provider['initialize']>
  const answers: Record<string, Answers> = {
    'opens it': async (reference) => ({ is: 'opened', url: `https://pay.example/${reference}` }),
    'sends a request to a phone': async () => ({ is: 'opened', prompt: { seconds: 60 } }),
    'gives no answer': async () => ({ is: 'failure', class: 'unknown', message: 'cut' }),
  }
  test.each(Object.keys(answers))(
    'whose money is here before the provider %s is a success, however often it is pressed',
    async (how) => {
      const [{ id }, key] = [await someDrive(db), randomUUID()]
      const { charges } = scriptedProvider({
        initialize: async ({ reference }) => {
          expect(await applyResult(db, 'paystack', reference, paid(kes(500)))).toBe('applied')
          return answers[how]!(reference)
        },
      })
      const first = await press(id, key)
      expect(first.url).toBe(`http://harambee.test/payment-success?reference=${first.reference}`)
      expect(await press(id, key)).toEqual(first)
      const byProgram = await call(id, key)
      expect((await call(id, key)).reference).toBe(byProgram.reference)
      expect(charges).toHaveLength(2)
      expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    },
  )

  test('whose checkout has closed, or whose payment failed, starts a new one', async () => {
    const [{ id }, key] = [await someDrive(db), randomUUID()]
    const first = await press(id, key)
    await timePasses('24 minutes')
    expect(await press(id, key)).toEqual(first)
    await timePasses('2 minutes')
    const second = await press(id, key)
    expect(second.reference).not.toBe(first.reference)
    await applyResult(db, 'paystack', second.reference, paid(kes(500), { state: 'failed' }))
    expect((await press(id, key)).reference).not.toBe(second.reference)
  })

  test('sent again after the person who asked the provider was cut off starts again, with a new reference', async () => {
    const [{ id }, key] = [await someDrive(db), randomUUID()]
    const { calls, answer } = slowly()
    const lost = press(id, key).catch(() => {})
    await expect.poll(() => calls.length).toBe(1)
    await timePasses('1 minute')
    scriptedProvider()
    const { reference } = await press(id, key)
    expect(reference).not.toBe(calls[0]!.reference)
    expect((await paymentsOf(id)).map(({ status }) => status).sort()).toEqual(['init_unknown', 'pending'])
    answer()
    await lost
  })

  test.each([
    ['unknown', 'no_answer'],
    ['unknown', 'duplicate_reference'],
    ['retry', 'circuit_open'],
    ['rejected', 'missing_params'],
  ] as const)(
    'that the provider does not open (%s, %s) says so; sent again it gets a new reference',
    async (kind, code) => {
      const [{ id }, key] = [await someDrive(db), randomUUID()]
      scriptedProvider({ initialize: async () => ({ is: 'failure', class: kind, code, message: 'secret words' }) })
      await expect(press(id, key)).rejects.toMatchObject({ says: givingTexts.failed, status: 502 })
      scriptedProvider()
      await press(id, key)
      expect((await paymentsOf(id)).map(({ status }) => status).sort()).toEqual(['init_unknown', 'pending'])
    },
  )

  test('that the provider will not open because of our key calls a person, and is asked no more until it takes it', async () => {
    const { id } = await someDrive(db)
    const { charges: pressed } = scriptedProvider({
      initialize: async () => ({ is: 'failure', class: 'config', status: 401, message: 'Invalid key' }),
    })
    const first = randomUUID()
    for (const key of [first, first, randomUUID()])
      await expect(press(id, key)).rejects.toMatchObject({ says: givingTexts.failed, status: 502 })
    expect(pressed).toHaveLength(1)
    expect(new Set((await paymentsOf(id)).map(({ status }) => status))).toEqual(new Set(['init_unknown']))
    expect(await tryStopped(db)).toBe('open')
    scriptedProvider()
    await press(id, first)
    expect((await paymentsOf(id)).filter(({ status }) => status === 'pending')).toHaveLength(1)
    const called = await oneRow('discrepancies', { kind: 'the provider refuses our key' })
    expect(called).toMatchObject({ subject: 'paystack', state: 'open', facts: { status: 401 } })
  })

  test('knows what the donor pays, where they come back to, and nothing about them goes along that need not', async () => {
    const { id } = await someDrive(db)
    const { reference } = await press(id, randomUUID(), { message: 'Pole sana', name: 'Secret Name' })
    const { id: paymentId } = await oneRow('payments', { reference })
    expect(asked).toMatchObject([
      {
        amountCents: kes(500),
        email: 'amina@example.test',
        callbackUrl: 'http://harambee.test/payment-success',
        cancelUrl: 'http://harambee.test/fundraiser/x/donate?cancelled',
      },
    ])
    expect(asked[0]!.metadata).toEqual({ payment_id: String(paymentId), kind: 'donation', drive_id: id })
    expect(JSON.stringify(asked)).not.toMatch(/Pole sana|Secret Name/)
  })
})

test('a program is refused when the same key comes with another amount, and told to wait while the first is on its way', async () => {
  const [{ id }, key] = [await someDrive(db), randomUUID()]
  const { calls, answer } = slowly()
  const first = call(id, key)
  await expect.poll(() => calls.length).toBe(1)
  await expect(call(id, key)).rejects.toMatchObject({ status: 409, retryAfter: 2 })
  answer()
  await first
  await expect(call(id, key, { amount: kes(501) })).rejects.toMatchObject({ status: 422 })
  expect((await paymentsOf(id)).length).toBe(1)
  for (const odd of ['', ' ', 'a b', 'x'.repeat(101), 'é'])
    expect(() => headerKey(id, odd, amina, '10.1.1.1')).toThrow(/idempotency key/)
})

describe('what fits', () => {
  test('is what the payment method takes, said in words at the amount', async () => {
    const { id } = await someDrive(db)
    scriptedProvider({ minCents: 300, maxCents: kes(1000), wholeShillings: true })
    const refused = async (amount: number) =>
      press(id, randomUUID(), { amount }).then(
        () => 'taken',
        ({ status, field, message }) => `${status} ${field}: ${message}`,
      )
    expect(await refused(299)).toBe('422 amount: The smallest amount for this payment method is {0}')
    expect(await refused(kes(1000) + 1)).toBe('422 amount: The largest amount for this payment method is {0}')
    expect(await refused(350)).toBe('422 amount: This payment method takes whole shillings only.')
    expect([await refused(300), await refused(kes(1000))]).toEqual(['taken', 'taken'])
  })

  test('a provider with a lower bound of its own does not lower ours [T317]', async () => {
    const { id } = await someDrive(db)
    scriptedProvider({ minCents: 1 })
    expect(await givingTo(db, id)).toMatchObject({ least: 100, feeBps: 500, giver: null })
    await expect(press(id, randomUUID(), { amount: 99 })).rejects.toMatchObject({ status: 422 })
  })

  test('what the organiser gets is what the donor pays without five percent, to the cent', () => {
    for (const amount of [1, 9, 10, 100, 99_99, 100_033, 1e12]) {
      const { fee, net } = sharesOfGift(amount, { feeBps: 500 })
      expect([fee, fee + net]).toEqual([Math.floor((amount * 500 + 5000) / 10_000), amount])
    }
  })
})

describe('a drive', () => {
  test('that is paused while donors pay credits what was begun and takes nothing new', async () => {
    const { id } = await someDrive(db)
    const begun = await Promise.all(Array.from({ length: 10 }, () => press(id, randomUUID())))
    await query`update fund_drives set status = 'paused' where id = ${id}`
    const all = await atOnce(20, (at) =>
      at < 10
        ? applyResult(db, 'paystack', begun[at]!.reference, paid(kes(500)))
        : press(id, randomUUID()).then(() => 'begun' as const),
    )
    expect(granted(all)).toEqual(Array(10).fill('applied'))
    expect(all.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)).toEqual(
      Array(10).fill(404),
    )
    expect(await givingTo(db, id)).toBeUndefined()
  })

  test('that does not collect has no form and refuses', async () => {
    const { id } = await someDrive(db, { collects: false })
    expect(await givingTo(db, id)).toBeUndefined()
    await expect(press(id, randomUUID())).rejects.toMatchObject({ status: 409 })
  })

  test('with fifteen failures among its last twenty tries calls a person, once; fewer do not', async () => {
    const tried = async (failures: number, successes: number) => {
      const { id } = await someDrive(db)
      for (let nr = 0; nr < successes; nr++) await gift(db, id, kes(100))
      for (let nr = 0; nr < failures; nr++) {
        const { reference } = await begunGift(db, id, kes(1))
        await applyResult(db, 'paystack', reference, paid(kes(1), { state: 'failed' }))
      }
      return id
    }
    await tried(16, 0)
    await timePasses('11 minutes')
    const [bad, good] = [await tried(15, 10), await tried(14, 10)]
    for (let times = 0; times < 2; times++) expect(await watchCardTesting(db)).toBe(1)
    const raised = await db.selectFrom('discrepancies').where('kind', '=', 'cards are tried out').selectAll().execute()
    expect(raised).toMatchObject([{ subject: bad, facts: { failed: 15, of: 20 } }])
    expect(raised.map(({ subject }) => subject)).not.toContain(good)
  })
})

test('a form without a script has an amount chosen or typed; both must mean the same', () => {
  const read = (typed: Record<string, string>) => {
    const { data, error } = giveGiftForm.safeParse({ email: 'a@example.org', ...typed })
    return data?.amount ?? error?.issues.map(({ path, message }) => [path[0], message])
  }
  expect(read({ suggested: '500' })).toBe(kes(500))
  expect(read({ suggested: 'other', amount: '1,250.50' })).toBe(125_050)
  expect(read({ amount: '70' })).toBe(kes(70))
  expect(read({ suggested: '1000', amount: '1,000' })).toBe(kes(1000))
  expect(read({ suggested: '500', amount: '700' })).toEqual([['amount', givingTexts.amountTwice.id]])
  for (const typed of [{}, { suggested: 'other' }, { amount: ' ' }] as Record<string, string>[])
    expect(read(typed)).toEqual([['amount', givingTexts.amountMissing.id]])
})

describe('a way to pay', () => {
  test('that was chosen is carried to the provider, and another one begins another payment [T12]', async () => {
    const [{ id }, key] = [await someDrive(db), randomUUID()]
    const one = await press(id, key, { way: 'card' })
    expect(await press(id, key, { way: 'card' })).toEqual(one)
    const other = await press(id, key, { way: 'mobile_money' })
    expect(other.reference).not.toBe(one.reference)
    expect(asked.map(({ channel }) => channel)).toEqual(['card', 'mobile_money'])
  })

  test('with a limit of its own names it at the amount; other ways take more', async () => {
    const { id } = await someDrive(db)
    const wayMost = { mobile_money: kes(250_000) }
    const taken = { least: 100, most: kes(1_000_000), whole: false, wayMost }
    expect(misfit(kes(250_000), taken, 'mobile_money')).toBeUndefined()
    expect(misfit(kes(250_000.01), taken, 'mobile_money')?.message).toContain('M-Pesa takes up to')
    expect(misfit(kes(250_000.01), taken, 'card')).toBeUndefined()
    expect(misfit(kes(2_000_000), taken, 'card')?.message).toContain('The largest amount')
    expect((await givingTo(db, id))?.ways.length).toBeGreaterThan(0)
  })

  test('an amount beyond all bounds is refused with the most that is taken, not as unreadable', async () => {
    const { id } = await someDrive(db)
    const sent = giveGiftForm.parse({ amount: '99999999999999', email: 'a@b.test' })
    await expect(press(id, randomUUID(), { amount: sent.amount })).rejects.toMatchObject({
      says: { title: { message: expect.stringContaining('The largest amount') } },
    })
  })
})
