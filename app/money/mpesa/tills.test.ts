import { beforeEach, describe, expect, test } from 'vitest'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { adapterTo, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, reasonsOf } from '#test/money.ts'
import { calledAbout, giftsTo } from '#test/money-now.ts'
import { listing } from '#test/paid-by-hand.ts'
import { ended, nextNr, railOfEachTest, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { oneRow, query } from '#test/rows.ts'
import { ordersOf } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { bookReceipt } from './book.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { bookProved, placeReceipts } from './place-receipts.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// A till: M-Pesa's list names no account there, so only its callback and its hour say to which request a code belongs.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
beforeEach(async () => {
  rail.can({ payIn: { kind: 'till', number: '5551234' } })
  // What was left open by the test before is of another hour.
  await timePasses('3 hours', { mpesa_prompts: {} })
})

async function begin(cents = 10_000 + 100 * nextNr()) {
  const phone = `+25472${String(nextNr()).padStart(4, '0')}${String(nextNr()).padStart(3, '0')}`
  const { driveId } = await giveByPhone(db, { amount: cents, phone })
  return { driveId, phone, cents }
}
async function begun(cents?: number) {
  const about = await begin(cents)
  const one = rail.sent.at(-1)!
  const receipt = receiptOf(one, { account: '', shortcode: '5551234', tail: about.phone.slice(-3) })
  return { ...about, one, receipt }
}
type Begun = Awaited<ReturnType<typeof begun>>
const tell = ({ one, receipt }: Begun) =>
  receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: receipt.receipt }))
const list = listing(db, rail)
async function ask() {
  await query`update mpesa_prompts set ask_at = now() where state in ('open', 'unknown')`
  await queryDueRequests(db)
}
const isPaid = () => {
  rail.asked = () => ended('paid', '0')
}
async function standing({ driveId, cents, receipt }: Pick<Begun, 'driveId' | 'cents'> & { receipt: MobileReceipt }) {
  return (
    await query<{ gifts: number; unplaced: number; code: string | null }>`
    select (select count(*)::int from donations where fund_drive_id = ${driveId}) as gifts,
      (select count(*)::int from suspense where amount = ${cents}) as unplaced,
      (select state from mpesa_receipts where receipt = ${receipt.receipt}) as code`
  )[0]
}
const once = { gifts: 1, unplaced: 0, code: 'placed' }

describe('a request that is paid at a till is one gift with its code', () => {
  const ways = ['callback', 'query', 'list', 'clock'] as const
  test.each(ordersOf([...ways]))('%s, %s, %s, %s', async (...order) => {
    const about = await begun()
    isPaid()
    const run = {
      callback: () => tell(about),
      query: ask,
      list: () => list(about.receipt),
      clock: () => placeReceipts(db),
    }
    for (const way of order) await run[way]()
    await placeReceipts(db)
    await expect.poll(() => standing(about)).toEqual(once)
    await list(about.receipt)
    await ask()
    await placeReceipts(db)
    expect(await standing(about)).toEqual(once)
  })

  test('without a callback: it is held back while the phone can be answered, and is the code of the gift then [T523]', async () => {
    const about = await begun()
    expect(await list(about.receipt)).toBe(0)
    await placeReceipts(db)
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 0, code: 'heard' })
    isPaid()
    await ask()
    expect(await standing(about)).toEqual({ gifts: 1, unplaced: 0, code: 'heard' })
    await placeReceipts(db)
    expect(await standing(about)).toEqual(once)
    const rows = await query<{ text: string }>`select text from sms_outbox where phone = ${about.phone}`
    expect(rows).toEqual([{ text: expect.stringContaining(about.receipt.receipt) }])
  })

  test('all at once', async () => {
    const about = await begun()
    isPaid()
    const all = await atOnce<unknown>(24, (at) =>
      [() => tell(about), ask, () => list(about.receipt), () => placeReceipts(db)][at % 4]!(),
    )
    expect(reasonsOf(all)).toEqual([])
    await placeReceipts(db)
    expect(await standing(about)).toEqual(once)
  })

  test('that is told, then listed, while a question still calls it open [T522]', async () => {
    const about = await begun()
    await tell(about)
    expect(await list(about.receipt)).toBe(1)
    expect(await standing(about)).toEqual(once)
    isPaid()
    await ask()
    expect(await standing(about)).toEqual(once)
  })

  test('that is told between the proof of its money and the booking [T524]', async () => {
    const about = await begun()
    const { receipt, cents, account, paidAt } = about.receipt
    await list(about.receipt)
    await tell(about)
    const proved = { receipt, cents, account, paidAt, promptId: null, by: 'list' } as const
    expect(await bookProved(db, 'mpesa', proved)).toBe('known')
    isPaid()
    await ask()
    // What was told asks, too, and nobody waits for that: where it has the answer first, it gives the code its place a moment later.
    await expect.poll(() => standing(about)).toEqual(once)
  })

  test('a statement that names no account says nothing against it', async () => {
    const about = await begun()
    isPaid()
    await tell(about)
    await ask()
    expect(await bookReceipt(db, rail, about.receipt, 'statement')).toBe('known')
    await expect.poll(() => standing(about)).toEqual(once)
    expect(await query`select from discrepancies where subject = ${about.receipt.receipt}`).toHaveLength(0)
  })

  test('of two of one amount each has the code of its phone', async () => {
    const one = await begun()
    const other = await begun(one.cents)
    await list(other.receipt, one.receipt)
    isPaid()
    await ask()
    await placeReceipts(db)
    for (const { receipt, driveId } of [one, other]) {
      const rows = await query`select p.fund_drive_id as id from mpesa_receipts r join payments p on p.id = r.payment_id
        where r.receipt = ${receipt.receipt}`
      expect(rows).toEqual([{ id: driveId }])
    }
  })
})

describe('money at a till that no request asked for waits for a person', () => {
  test('at once, where no request fits', async () => {
    const about = await begun()
    const other = receiptOf(about.one, { account: '', cents: 4300 })
    expect(await list(other)).toBe(1)
    const wanted = { gifts: 0, unplaced: 1, code: 'unplaced' }
    expect(await standing({ ...about, cents: 4300, receipt: other })).toEqual(wanted)
  })

  test('as soon as the request has ended unpaid', async () => {
    const about = await begun()
    await list(about.receipt)
    rail.asked = () => ended('cancelled', '1032')
    await ask()
    expect(await placeReceipts(db)).toBe(1)
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
  })

  test('and is not booked once more when it is told too late whose it is', async () => {
    const about = await begun()
    await list(about.receipt)
    rail.asked = () => ended('cancelled', '1032')
    await ask()
    await placeReceipts(db)
    isPaid()
    await tell(about)
    await expect
      .poll(async () => await query`select state from mpesa_prompts where account = ${about.one.account}`)
      .toEqual([{ state: 'unknown' }])
    await ask()
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
  })

  test('nor among others that queries prove, before and after a person has placed it [T997]', async () => {
    const [waits, placed] = [await begun(), await begun()]
    for (const { receipt } of [waits, placed]) await list(receipt)
    rail.asked = () => ended('cancelled', '1032')
    await ask()
    await placeReceipts(db)
    const meant = await someDrive(db)
    const { id: suspenseId } = await oneRow('suspense', { provider_tx_id: placed.receipt.receipt })
    await db.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId: meant.id }))
    rail.asked = () => ended('open')
    for (const about of [waits, placed]) await tell(about)
    const others = await Promise.all([begun(), begun(), begun()])
    for (const { one } of [waits, placed])
      await query`update mpesa_prompts set state = 'unknown' where account = ${one.account}`
    isPaid()
    await ask()
    await ask()
    expect(await standing(waits)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
    expect([await standing(placed), await giftsTo(meant.id)]).toEqual([
      { gifts: 0, unplaced: 1, code: 'placed' },
      [1, placed.cents],
    ])
    for (const about of others) expect(await standing(about)).toMatchObject({ gifts: 1, unplaced: 0 })
    // Nobody is called about the money that waits on the desk. The placed money may be at another drive than its giver meant.
    expect([await calledAbout(waits.receipt.receipt), await calledAbout(placed.receipt.receipt)]).toEqual([
      [],
      ['a code like a gift without one'],
    ])
  })

  test('after a day, while nobody knows how the request ended; a person is told', async () => {
    const about = await begun()
    await list(about.receipt)
    await query`update mpesa_receipts set proved_at = now() - interval '25 hours' where receipt = ${about.receipt.receipt}`
    expect(await placeReceipts(db)).toBe(1)
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
    expect(await calledAbout(about.receipt.receipt)).toEqual(['a code like a gift without one'])
  })

  test('and is not booked once more by a question that is asked after a day; a person is told, once', async () => {
    const about = await begun()
    await list(about.receipt)
    const { account } = about.one
    await query`update mpesa_prompts set state = 'unknown' where account = ${account}`
    await timePasses('25 hours', { mpesa_prompts: { account }, mpesa_receipts: { receipt: about.receipt.receipt } })
    await placeReceipts(db)
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
    const discrepancies = () => query<{ paid: boolean }>`
        select facts ->> 'paid' is not null as paid from discrepancies where subject = ${about.receipt.receipt}`
    expect(await discrepancies()).toEqual([{ paid: false }])
    isPaid()
    await ask()
    expect(await standing(about)).toEqual({ gifts: 0, unplaced: 1, code: 'unplaced' })
    expect(await discrepancies()).toEqual([{ paid: true }])
    await query`update discrepancies set state = 'closed', closed_at = now() where subject = ${about.receipt.receipt}`
    await ask()
    expect(await discrepancies()).toHaveLength(1)
  })

  test('after a day, where another phone paid than the one that was asked', async () => {
    const about = await begun()
    isPaid()
    await ask()
    const other = { ...about.receipt, tail: about.receipt.tail === '001' ? '002' : '001' }
    expect(await list(other)).toBe(0)
    expect(await standing(about)).toEqual({ gifts: 1, unplaced: 0, code: 'heard' })
    await timePasses('25 hours', { mpesa_receipts: { receipt: other.receipt } })
    await placeReceipts(db)
    expect(await standing(about)).toEqual({ gifts: 1, unplaced: 1, code: 'unplaced' })
  })
})

describe('through the adapter, at a till of the pretend M-Pesa', () => {
  async function opened(seed: string) {
    const hear = async ({ address, raw }: { address: string; raw: string }) =>
      (await receiveCallback(db, address.split('/').at(-1)!, new TextEncoder().encode(raw))).status
    const world = await pretendedDaraja({ seed, hear, start: new Date().toISOString() })
    await adapterTo(world, { kind: 'till', till: '600001', pullNumber: '254708374149' })
    return world
  }
  const codeOf = async () => {
    const row = await oneRow('sandbox.daraja_transactions', {})
    return { receipt: { receipt: row.receipt } as MobileReceipt, account: row.account }
  }

  test.each(['list first', 'callback first', 'no callback'])('%s: one gift, one code', async (how) => {
    const world = await opened(how)
    const about = await begin()
    await world.press(about.phone, { pin: '1234' })
    const { receipt, account } = await codeOf()
    expect(account).toBeNull()
    if (how === 'callback first') await world.tick()
    await listReceipts(db)
    if (how === 'list first') await world.tick()
    await ask()
    await placeReceipts(db)
    await listReceipts(db)
    await expect.poll(() => standing({ ...about, receipt })).toEqual(once)
  })
})
