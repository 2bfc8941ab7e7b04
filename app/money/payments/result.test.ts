import { beforeEach, describe, expect, test } from 'vitest'
import { setThanks } from '#app/drives/drive/manage.server.ts'
import { reason } from '#app/kit/provider-reasons.ts'
import { wordsIn } from '#app/kit/words.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, chargedBack, gift, granted, paid } from '#test/money.ts'
import { query } from '#test/rows.ts'
import { failure, scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { viewsBegun } from '#test/views-bought.ts'
import { applyResult } from './apply.server.ts'
import { referenceIn, resultOf, whyOfResult } from './result.server.ts'
import { pause, resultPatience, toastOf } from './result.ts'

let provider: ReturnType<typeof scriptedProvider>
const db = await testDatabase()
beforeEach(() => {
  provider = scriptedProvider()
})
booksMustHold(() => db)

const fail = (why: string) => paid(50_000, { state: 'failed', why })
async function begun(own: Parameters<typeof begunGift>[3] = {}) {
  const drive = await someDrive(db)
  const { reference } = await begunGift(db, drive.id, 50_000, own)
  return { drive, reference }
}
const age = (reference: string, minutes: number) => timePasses(`${minutes} minutes`, { payments: { reference } })
async function purchase(known?: Awaited<ReturnType<typeof someDrive>>) {
  const drive = known ?? (await someDrive(db))
  const { reference } = await viewsBegun(db, drive)
  return { drive, reference }
}

describe('a reference', () => {
  const good = `don-${'0123456789abcdef'.repeat(2)}`
  const inQuery = (query: string) => referenceIn(new URLSearchParams(query))

  test('is taken from either name the provider gives it', () => {
    expect(inQuery(`reference=${good}`)).toBe(good)
    expect(inQuery(`trxref=${good}`)).toBe(good)
    expect(inQuery(`trxref=${good}&reference=${good}`)).toBe(good)
    expect(inQuery(`reference=&trxref=%20${good}%20`)).toBe(good)
    expect(inQuery(`reference=x&reference=${good}`)).toBe(good)
  })

  test.each([
    '',
    'reference',
    'reference=',
    'reference[]=x',
    'reference=../../etc/passwd',
    'trxref=%00',
    'reference=don-1',
    `reference=${good}0`,
    `reference=DON-${good.slice(4)}`,
    `reference=${'a'.repeat(3000)}`,
    `reference=${good}%0a1`,
    "reference=' or 1=1 --",
    'reference=[object Object]',
    'reference=__proto__',
    `reference=pay-${good.slice(4)}`,
  ])('that is none of ours is none: %s', (query) => {
    expect(inQuery(query)).toBeNull()
  })

  test('that nobody knows, or that is none, gets the same answer, and the provider is not asked', async () => {
    for (const reference of [null, '', good, 'x', `${good}\0`, 'don-', 'a'.repeat(100_000)])
      expect(await resultOf(db, reference, 'me')).toEqual({ is: 'unknown' })
    expect(provider.verified).toEqual([])
  })
})

describe('the person who comes back from giving', () => {
  test('is told of the success although the webhook has not come, and the gift is booked', async () => {
    const { drive, reference } = await begun()
    provider.says(reference, paid(50_000))
    expect(await resultOf(db, reference, 'me')).toEqual({
      is: 'paid',
      kind: 'donation',
      amount: 50_000,
      reversed: 0,
      chargedBack: 0,
      receipt: expect.stringMatching(/^[0-9a-f-]{36}$/),
      drive: { slug: drive.slug, title: 'Heal Mama Achieng' },
      sentTo: 'email',
      donor: expect.any(String),
      organiser: expect.any(String),
      thanks: null,
      total: { raised: 50_000, goal: expect.any(Number) },
    })
    await setThanks(db, drive, 'Asanteni sana')
    // The name is for the giver alone.
    expect(await resultOf(db, reference, 'another')).toMatchObject({ donor: null, thanks: 'Asanteni sana' })
    const total = await db.selectFrom('fund_drive_totals').where('fund_drive_id', '=', drive.id).selectAll().execute()
    expect(total).toMatchObject([{ raised_amount: 50_000, donors: 1 }])
  })

  test('reads the same, whether the webhook or the page was first, and the provider is not asked again', async () => {
    const [one, other] = [await begun(), await begun()]
    provider.says(one.reference, paid(50_000))
    const byPage = await resultOf(db, one.reference)
    await applyResult(db, 'paystack', other.reference, paid(50_000))
    const byWebhook = await resultOf(db, other.reference)
    expect(byPage).toEqual({
      ...byWebhook,
      organiser: expect.any(String),
      drive: { slug: one.drive.slug, title: 'Heal Mama Achieng' },
    })
    expect(provider.verified).toEqual([one.reference])
  })

  test('and the webhook, at once and many times: one gift, and everybody is told the same', async () => {
    const { drive, reference } = await begun()
    const facts = paid(50_000)
    provider.says(reference, facts)
    const pages = atOnce(12, () => resultOf(db, reference))
    const hooks = atOnce(12, () => applyResult(db, 'paystack', reference, facts))
    const said = granted(await pages)
    expect(granted(await hooks)).toHaveLength(12)
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(said).toHaveLength(12)
    expect(said[0]).toMatchObject({ is: 'paid', amount: 50_000 })
    const gifts = await db.selectFrom('donations').where('fund_drive_id', '=', drive.id).selectAll().execute()
    expect(gifts).toHaveLength(1)
  })

  test('waits while the phone waits for the PIN, also when the provider is broken or knows nothing yet', async () => {
    const { drive, reference } = await begun()
    const waiting = { is: 'waiting', kind: 'donation', amount: 50_000, drive: { slug: drive.slug } }
    for (const said of [
      paid(50_000, { state: 'pending' }),
      'missing',
      failure('retry', { message: 'secret words of the provider' }),
      new Error('boom'),
    ] as const) {
      provider.says(reference, said)
      expect(await resultOf(db, reference)).toMatchObject(waiting)
    }
  })

  test('is told that it failed, and why, in words of ours only', async () => {
    const { reference } = await begun()
    provider.says(reference, fail('Declined: OD account XX-99'))
    const result = await resultOf(db, reference)
    expect(result).toMatchObject({ is: 'failed', why: 'declined' })
    expect(JSON.stringify(result)).not.toContain('XX-99')
  })

  test('learns of a success that came after the failure, or the next day', async () => {
    const { reference } = await begun()
    provider.says(reference, fail('Cancelled by user'))
    expect(await resultOf(db, reference)).toMatchObject({ is: 'failed', why: 'cancelled' })
    await query`update payments set status = 'abandoned' where reference = ${reference}`
    await age(reference, 1500)
    expect(await resultOf(db, reference)).toMatchObject({ is: 'failed' })
    provider.says(reference, paid(50_000))
    await timePasses('9 seconds')
    expect(await resultOf(db, reference)).toMatchObject({ is: 'paid' })
    expect(await resultOf(db, reference)).toMatchObject({ is: 'paid' })
  })

  test('does not wait for ever for a payment that was left', async () => {
    const { reference } = await begun()
    provider.says(reference, paid(50_000, { state: 'abandoned' }))
    await age(reference, 34)
    expect(await resultOf(db, reference)).toMatchObject({ is: 'waiting' })
    await age(reference, 36)
    expect(await resultOf(db, reference)).toMatchObject({ is: 'failed', why: 'unfinished' })
  })

  test('is told that money which is not as it was asked for is looked into', async () => {
    const { reference } = await begun()
    provider.says(reference, paid(40_000))
    expect(await resultOf(db, reference)).toMatchObject({ is: 'unplaced' })
    expect(await resultOf(db, reference)).toMatchObject({ is: 'unplaced' })
    expect(provider.verified).toHaveLength(1)
  })

  test('is told what went back, and what the payer’s bank took back', async () => {
    const { id } = await someDrive(db)
    const { reference } = await gift(db, id, 50_000)
    await refundSettled(db, reference, { extId: reference, amount: 20_000, state: 'processed' })
    const wanted = { is: 'paid', amount: 50_000, reversed: 20_000, chargedBack: 0 }
    expect(await resultOf(db, reference)).toMatchObject(wanted)
    await chargedBack(db, reference, 30_000)
    expect(await resultOf(db, reference)).toMatchObject({ is: 'paid', reversed: 50_000, chargedBack: 30_000 })
  })

  test('is shown the receipt in the browser that came back first, and nobody else is, not even at the same moment', async () => {
    const { id } = await someDrive(db)
    const { reference } = await gift(db, id, 50_000)
    const receipts = granted(await atOnce(12, (at) => resultOf(db, reference, `browser ${at}`))).map((one) =>
      'receipt' in one ? one.receipt : 'none',
    )
    expect(receipts.filter(Boolean)).toHaveLength(1)
    const first = receipts.findIndex(Boolean)
    expect(await resultOf(db, reference, `browser ${first}`)).toMatchObject({ receipt: receipts[first] })
    expect(await resultOf(db, reference, 'a stranger')).toMatchObject({ is: 'paid', receipt: null })
    expect(await resultOf(db, reference)).toMatchObject({ receipt: null })
  })

  test('and everybody who holds the reference learns no name, no address and no message', async () => {
    const { reference } = await begun({
      donorName: 'Secret Name',
      donorEmail: 'secret@x.test',
      message: 'Secret words',
    })
    for (const said of ['missing', fail('x'), paid(50_000)] as const) {
      provider.says(reference, said)
      expect(JSON.stringify(await resultOf(db, reference, 'me'))).not.toMatch(/secret/i)
    }
  })
})

describe('the person who comes back from buying views', () => {
  test('reads the package, what is left, and what was charged [T112]', async () => {
    const { reference } = await purchase()
    provider.says(reference, paid(65_000))
    expect(await resultOf(db, reference, 'me')).toMatchObject({
      is: 'paid',
      kind: 'subscription',
      amount: 65_000,
      package: expect.stringMatching(/^Pack ./),
      views: 200,
      remaining: 215,
    })
  })

  test('reads what was bought once newer views have taken the rest along [T114]', async () => {
    const { reference, drive } = await purchase()
    const newer = await purchase(drive)
    for (const one of [reference, newer.reference]) {
      provider.says(one, paid(65_000))
      await resultOf(db, one)
    }
    expect(await resultOf(db, reference)).toMatchObject({ views: 200, remaining: null })
  })
})

describe('the words', () => {
  const i18n = wordsIn('en')
  const about = { amount: 100_000, drive: null, reversed: 0, chargedBack: 0 }

  test('of the toast are those of the specification [T113]', () => {
    const gift = {
      ...about,
      is: 'paid',
      kind: 'donation',
      receipt: null,
      sentTo: null,
      donor: null,
      total: null,
    } as const
    expect(toastOf(i18n, { ...gift, organiser: '', thanks: null })).toMatchObject({
      title: 'Payment Successful!',
      text: expect.stringMatching(/KES.1,000/),
    })
    const bought = { ...about, is: 'paid', kind: 'subscription', package: 'Starter', views: 100 } as const
    expect(toastOf(i18n, { ...bought, remaining: 107 })?.text).toContain('107')
    expect(toastOf(i18n, { ...bought, views: null, remaining: null })?.text).toContain('unlimited')
    for (const result of [{ is: 'unknown' }, { ...about, is: 'failed', kind: 'donation', why: null }] as const)
      expect(toastOf(i18n, result)).toEqual({
        title: 'Payment Verification Failed',
        text: 'There was an issue verifying your payment.',
        tone: 'bad',
      })
    expect(toastOf(i18n, { ...about, is: 'waiting', kind: 'donation' })).toBeUndefined()
  })

  test.each([
    ['Declined', 'declined'],
    [reason('unanswered'), 'unanswered'],
    [reason('no_test_card'), null],
    ['Insufficient Funds', 'insufficient'],
    ['The balance is insufficient for the transaction.', 'insufficient'],
    ['Request cancelled by user', 'cancelled'],
    ['DS timeout user cannot be reached', 'unanswered'],
    ['The initiator information is invalid: wrong PIN', 'pin'],
    ['The PIN entered was wrong', 'pin'],
    ['The payer did not answer in time', 'unanswered'],
    ['Do not honour', 'declined'],
    ['Something else', null],
    ['', null],
    [null, null],
  ] as const)('for %s are ours', (failure, why) => {
    expect(whyOfResult(failure)).toBe(why)
  })

  test('are asked for every two seconds at first, never more often, and for three minutes', () => {
    let [asking, asked] = [0, 0]
    for (; asking < resultPatience; asked++) {
      expect(pause(asking)).toBeGreaterThanOrEqual(2000)
      asking += pause(asking)
    }
    expect(pause(0)).toBe(2000)
    expect(pause(resultPatience)).toBeGreaterThan(2000)
    expect(asked).toBeLessThanOrEqual(90)
  })
})
