import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { balanceOf, post } from '#app/base/ledger/post.server.ts'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { deleteDrive } from '#app/drives/drive/manage.server.ts'
import { creditsOf, packagesForSale } from '#app/drives/views/credits.server.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { donationsList } from '#app/money/donations/donations-list.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, begunGift, booksMustHold, gift, granted, paid, reasonsOf } from '#test/money.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { countOf, oneRow } from '#test/rows.ts'
import { applyResult } from './apply.server.ts'
import { paymentUnanswered } from './opening.server.ts'
import { createPayment } from './payment.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

const totals = (driveId: string) => oneRow('fund_drive_totals', { fund_drive_id: driveId })

describe('a gift', () => {
  test('raises the total by what was given; the platform earns five percent, the owner is owed the rest [T216]', async () => {
    const { id } = await someDrive(db)
    expect(await totals(id)).toMatchObject({ raised_amount: 0, donors: 0, had_money: false })
    const revenue = await balanceOf(db, 'platform_revenue')
    await gift(db, id, 100_033)
    expect(await totals(id)).toMatchObject({ raised_amount: 100_033, donors: 1, had_money: true })
    expect((await balanceOf(db, 'platform_revenue')) - revenue).toBe(5002)
    expect(await balanceOf(db, { drive: id })).toBe(95_031)
  })

  test('many at once to one drive are all counted, while they are folded [T604]', async () => {
    const { id } = await someDrive(db)
    const all = await atOnce(60, async (at) => {
      if (at % 6 === 5) return foldWallets(db)
      return gift(db, id, 1000 + at, { donorEmail: `a${at}@example.test` })
    })
    expect(reasonsOf(all)).toEqual([])
    const sum = Array.from({ length: 60 }, (_, at) => (at % 6 === 5 ? 0 : 1000 + at)).reduce((a, b) => a + b)
    expect(await totals(id)).toMatchObject({ raised_amount: sum, donors: 50 })
    await foldWallets(db)
    expect(await totals(id)).toMatchObject({ raised_amount: sum, donors: 50 })
    expect(await db.selectFrom('wallet_deltas').select('id').where('fund_drive_id', '=', id).execute()).toEqual([])
  })

  test('a late success counts after a failure, and a late failure nothing after a success', async () => {
    const { id } = await someDrive(db)
    const { reference } = await begunGift(db, id, 7000)
    expect(await applyResult(db, 'paystack', reference, paid(7000, { state: 'failed', why: 'wrong PIN' }))).toBe(
      'failed',
    )
    expect(await applyResult(db, 'paystack', reference, paid(7000))).toBe('applied')
    expect(await applyResult(db, 'paystack', reference, paid(7000, { state: 'failed' }))).toBe('already')
    expect(await totals(id)).toMatchObject({ raised_amount: 7000 })
  })

  test('a fee that the provider tells later is booked once', async () => {
    const { id } = await someDrive(db)
    const { reference } = await begunGift(db, id, 10_000)
    const facts = paid(10_000, { fee: null })
    await applyResult(db, 'paystack', reference, facts)
    const before = await balanceOf(db, 'provider_fees')
    const all = await atOnce(10, () => applyResult(db, 'paystack', reference, { ...facts, fee: 150 }))
    expect(reasonsOf(all)).toEqual([])
    expect((await balanceOf(db, 'provider_fees')) - before).toBe(150)
  })

  test('a payer who bears the fee on top gives what they meant to give, and we bear none', async () => {
    const { id } = await someDrive(db)
    const { reference } = await begunGift(db, id, 30_050)
    const facts = paid(40_333, { requested: 30_050, fee: 10_283 })
    expect(await applyResult(db, 'paystack', reference, facts)).toBe('applied')
    const row = await db
      .selectFrom('payments')
      .select('provider_fee')
      .where('reference', '=', reference)
      .executeTakeFirst()
    expect(row).toEqual({ provider_fee: 0 })
    expect(await totals(id)).toMatchObject({ raised_amount: 30_050 })
  })
})

describe('money that fits nothing', () => {
  test.each([
    ['a cent too little', 9999, {}],
    ['a cent too much', 10_001, {}],
    ['a hundredfold', 1_000_000, {}],
    ['another currency', 10_000, { currency: 'NGN' }],
    ['less than was asked', 9000, { requested: 10_000 }],
  ])('%s is put in suspense and credits nobody, once [T603]', async (_, amount, own) => {
    const { id } = await someDrive(db)
    const { reference } = await begunGift(db, id, 10_000)
    const facts = paid(amount, own)
    const [unplaced, discrepancies] = [await countOf('suspense'), await countOf('discrepancies')]
    const all = await atOnce(10, () => applyResult(db, 'paystack', reference, facts))
    expect(new Set(granted(all))).toEqual(new Set(['unplaced']))
    expect(await totals(id)).toMatchObject({ raised_amount: 0, had_money: false })
    expect([await countOf('suspense'), await countOf('discrepancies')]).toEqual([unplaced + 1, discrepancies + 1])
  })

  test('a success nobody knows is put in suspense once; a failure nobody knows is nothing', async () => {
    const before = await countOf('suspense')
    const facts = paid(5000)
    const all = await atOnce(12, () => applyResult(db, 'paystack', 'don-nobody-knows-this', facts))
    expect(reasonsOf(all)).toEqual([])
    expect(await countOf('suspense')).toBe(before + 1)
    expect(await applyResult(db, 'paystack', 'don-nobody-knows-this', paid(1, { state: 'failed' }))).toBe('waiting')
  })

  test('one number of the provider pays one of two payments', async () => {
    const { id } = await someDrive(db)
    const [one, two] = [await begunGift(db, id, 6000), await begunGift(db, id, 6000)]
    const facts = paid(6000)
    expect(await applyResult(db, 'paystack', one.reference, facts)).toBe('applied')
    expect(await applyResult(db, 'paystack', two.reference, facts)).toBe('clash')
    const [three, same] = [await begunGift(db, id, 6000), paid(6000)]
    const all = await atOnce(10, (at) => applyResult(db, 'paystack', (at % 2 ? two : three).reference, same))
    expect(granted(all).filter((done) => done === 'applied')).toHaveLength(1)
    expect(await totals(id)).toMatchObject({ raised_amount: 12_000 })
  })

  test('a second payment under the reference of one that came in calls a person, and raises nothing', async () => {
    const { id } = await someDrive(db)
    const { reference } = await gift(db, id, 50_000)
    const second = paid(50_000)
    for (let time = 0; time < 3; time++) expect(await applyResult(db, 'paystack', reference, second)).toBe('already')
    const called = await db.selectFrom('discrepancies').where('subject', '=', reference).selectAll().execute()
    expect(called).toMatchObject([{ kind: 'two payments under one reference', facts: { other: second.providerId } }])
    expect(await totals(id)).toMatchObject({ raised_amount: 50_000, donors: 1 })
  })

  test('paid after its drive was deleted, it waits in suspense', async () => {
    const { id, mine } = await someDrive(db)
    const { reference } = await begunGift(db, id, 3000)
    await deleteDrive(db, mine)
    expect(await applyResult(db, 'paystack', reference, paid(3000))).toBe('unplaced')
  })

  test('a drive that is deleted while its first gifts come in is either gone or keeps all of them', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, mine } = await someDrive(db)
      const begun = await Promise.all(Array.from({ length: 10 }, () => begunGift(db, id, 2000)))
      const all = await atOnce(11, async (at) => {
        if (at === 5) await deleteDrive(db, mine).catch(() => {})
        else return applyResult(db, 'paystack', begun[at > 5 ? at - 1 : at]!.reference, paid(2000))
      })
      expect(reasonsOf(all)).toEqual([])
      const left = await db.selectFrom('fund_drives').select('id').where('id', '=', id).executeTakeFirst()
      expect(new Set(granted(all).filter(Boolean))).toEqual(new Set([left ? 'applied' : 'unplaced']))
    }
  })
})

test('a form that is sent ten times at once starts one payment; with another amount it is refused [T432]', async () => {
  const { id } = await someDrive(db)
  const form = {
    kind: 'donation',
    driveId: id,
    amount: 5000,
    donorName: '',
    donorEmail: 'a@b.test',
    message: '',
    anonymous: false,
  } as const
  const key = { scope: `donate ${id}`, key: randomUUID() }
  const all = await atOnce(10, () => createPayment(db, form, key))
  expect(reasonsOf(all)).toEqual([])
  expect(new Set(granted(all).map(({ reference }) => reference)).size).toBe(1)
  expect(granted(all).filter(({ again }) => !again)).toHaveLength(1)
  await expect(createPayment(db, { ...form, amount: 6000 }, key)).rejects.toMatchObject({ status: 422 })
  // A payment that the provider never answered can't be paid: the next try gets a new one.
  await paymentUnanswered(db, granted(all)[0]!.reference)
  const next = await createPayment(db, form, key)
  expect(next.again).toBe(false)
  expect(next.reference).not.toBe(granted(all)[0]!.reference)
})

test('nobody sees an address in public, and an anonymous gift names nobody, not even to the owner [T434]', async () => {
  const { id } = await someDrive(db)
  await gift(db, id, 1000, { donorName: 'Amina Yusuf', donorEmail: 'amina@example.test', message: 'Pole sana' })
  await gift(db, id, 2000, { donorName: 'Baraka Secret', donorEmail: 'baraka@example.test', anonymous: true })
  const seen = await publicDonations(db, id)
  expect(seen.donations).toMatchObject([
    { name: null, anonymous: true, amount: 2000 },
    { name: 'Amina Yusuf', anonymous: false, amount: 1000, message: 'Pole sana' },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/example\.test|Baraka/)
  const own = await rowsOf(donationsList, db, id)
  expect(own).toMatchObject([
    { name: null, email: null },
    { email: 'amina@example.test', channel: 'mobile' },
  ])
  expect(JSON.stringify(own)).not.toMatch(/baraka/i)
  expect(await rowsOf(donationsList, db, id, 'search=baraka')).toEqual([])
  expect(await rowsOf(donationsList, db, id, 'search=AMINA')).toHaveLength(1)
  expect(await rowsOf(donationsList, db, id, 'search=%25')).toEqual([])
})

test('twelve purchases of views at once, each told of twice, lose no credit and keep what was left [T598]', async () => {
  const { id, ownerId } = await someDrive(db)
  const packages = await packagesForSale(db)
  const bought = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      createPayment(db, {
        kind: 'subscription',
        driveId: id,
        userId: ownerId,
        packageId: packages[at % 3]!.id,
        email: '',
        amount: 65_000,
      }),
    ),
  )
  const facts = bought.map(() => paid(65_000))
  const all = await atOnce(24, (at) => applyResult(db, 'paystack', bought[at % 12]!.reference, facts[at % 12]!))
  expect(reasonsOf(all)).toEqual([])
  const sum = packages.reduce((views, one) => views + one.views * 4, 0)
  expect(await creditsOf(db, id)).toMatchObject({ remaining: 15 + sum })
})

describe('the database itself refuses', () => {
  const refused = (statement: string) =>
    expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|forbidden|violates/)
  test('to change or lose what was booked', async () => {
    const { id } = await someDrive(db)
    const { id: paymentId } = await gift(db, id, 9000)
    await refused('update ledger_transfers set amount = amount + 1')
    await refused('delete from ledger_transfers')
    await refused('truncate ledger_transfers')
    await refused('update donations set amount = 1')
    await refused('delete from donations')
    await refused(`update payments set amount = 1 where id = ${paymentId}`)
    await refused(`update payments set status = 'failed' where id = ${paymentId}`)
    await refused(`delete from payments where id = ${paymentId}`)
    await refused(`delete from fund_drives where id = '${id}'`)
  })

  test('to post the same twice, or a gift twice, or to overdraw [T602]', async () => {
    const { id } = await someDrive(db)
    const { id: paymentId } = await gift(db, id, 9000)
    const leg = { leg: 1, debit: 'provider_clearing', credit: { drive: id }, amount: 9000 } as const
    await expect(db.transaction().execute((tx) => post(tx, 'donation', paymentId, [leg]))).rejects.toThrow('once')
    await refused(`insert into donations (payment_id, fund_drive_id, amount, fee_bps, platform_fee, channel)
      values (${paymentId}, '${id}', 9000, 500, 450, 'other')`)
    await refused(`update wallets set reserved = 1000000 where fund_drive_id = '${id}'`)
    await refused(`update payments set reversed = 9001 where id = ${paymentId}`)
  })
})
