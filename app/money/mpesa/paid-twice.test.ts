import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { nextNr, railOfEachTest, receiptOf } from '#test/pretend-rail.ts'
import { query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { giveBoth, paidTwiceOf, returnPaidTwice, wantBack } from './paid-twice.server.ts'
import { sendAgain } from './pay.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'
import { receiveAnswer } from './requests.server.ts'
import { sendReturn } from './returns.server.ts'

// Two requests for one gift, both paid (M10): what becomes of the second, its giver says.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

/** A gift that was paid twice. */
async function paidTwice() {
  const drive = await someDrive(db)
  const said = { name: 'Amina', message: 'Get well', language: 'sw' }
  const { reference, phone } = await giveByPhone(db, { driveId: drive.id, ...said })
  await timePasses('80 seconds')
  await sendAgain(db, reference, null)
  rail.listed = rail.sent.filter((one) => one.phone === phone).map((one) => receiptOf(one))
  await listReceipts(db)
  return { reference, drive, phone }
}
const giftsOf = (driveId: string) => query<{ name: string; message: string }>`
    select donor_name as name, message from donations where fund_drive_id = ${driveId} order by id`

test('given, it is a gift of its own under the same name, once, however often it is pressed', async () => {
  const { reference, drive } = await paidTwice()
  expect(await paidTwiceOf(db, reference)).toMatchObject({ amount: 50_000, is: 'asked' })
  const all = await atOnce(6, () => giveBoth(db, reference))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['This was decided already.']))
  expect(await giftsOf(drive.id)).toEqual([
    { name: 'Amina', message: 'Get well' },
    { name: 'Amina', message: '' },
  ])
  expect(await paidTwiceOf(db, reference)).toBeUndefined()
  await listReceipts(db)
  await queryDueRequests(db)
  expect(await giftsOf(drive.id)).toHaveLength(2)
})

test('wanted back, it waits for an administrator, and is no gift any more: M-Pesa may have sent it', async () => {
  const { reference, drive } = await paidTwice()
  await wantBack(db, reference)
  expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'going back' })
  expect(await giftsOf(drive.id)).toHaveLength(1)
  await expect(giveBoth(db, reference)).rejects.toThrow('decided already')
  expect(await giftsOf(drive.id)).toHaveLength(1)
})

const text = (phone: string, state: string, hours: number) =>
  sql`update sms_outbox set state = ${state}, tries = 1, tried_at = now() - make_interval(hours => ${hours})
    where phone = ${phone} and key like 'second %'`.execute(db)

test('without an answer for 72 hours it goes back; before that it waits', async () => {
  const { reference, phone } = await paidTwice()
  await text(phone, 'sent', 71)
  expect(await returnPaidTwice(db)).toBe(0)
  expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'asked', isTexted: true })
  await text(phone, 'delivered', 73)
  expect(await returnPaidTwice(db)).toBe(1)
  expect(await returnPaidTwice(db)).toBe(0)
  expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'going back' })
})

test.each(['no text', 'waiting', 'failed', 'stopped', 'maybe_sent'])(
  'a giver who was not asked is not called silent, and the desk says so: %s',
  async (state) => {
    const { reference, phone } = await paidTwice()
    if (state === 'no text') await query`delete from sms_outbox where phone = ${phone}`
    else if (state !== 'waiting') await text(phone, state, 100)
    await timePasses('100 hours')
    expect(await returnPaidTwice(db)).toBe(0)
    expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'asked', isTexted: false })
  },
)

test('its giver is asked by one text, in their language', async () => {
  const { reference, phone } = await paidTwice()
  await listReceipts(db)
  const rows = await query<{ text: string }>`
    select text from sms_outbox where phone = ${phone} and key like 'second %'`
  expect(rows).toHaveLength(1)
  expect(rows[0]!.text).toContain(`/pay/${reference}/second`)
  expect(rows[0]!.text).toMatch(/^Umelipa KES 500 mara mbili/)
})

test('a gift that was paid once has nothing to decide', async () => {
  expect(await paidTwiceOf(db, 'don-00000000000000000000000000000000')).toBeUndefined()
  await expect(giveBoth(db, 'don-00000000000000000000000000000000')).rejects.toThrow('decided already')
})

describe('where M-Pesa can be asked', () => {
  beforeEach(() => {
    rail.can({ reverses: true })
  })
  const suspenseOf = (reference: string) => queryOne<{ id: number; back: string | null; state: string }>`
      select s.id, s.back, s.state from suspense s join payments p on p.id = s.payment_id where p.reference = ${reference}`
  /** The worker orders it, and M-Pesa tells that it went back. */
  async function goesBack(reference: string) {
    const { id } = await suspenseOf(reference)
    await sendReturn(db, { suspenseId: id })
    const { hearAt } = rail.reversals.at(-1)!
    const rows = await query<{
      id: string
    }>`select originator as id from mpesa_asks order by mpesa_asks.id desc limit 1`
    const code = `SKB${String(nextNr()).padStart(7, '0')}`
    const told = { is: 'answer', id: rows[0]!.id, code: '0', receipt: code, status: null, held: null }
    await receiveAnswer(db, hearAt.split('/').at(-1)!, new TextEncoder().encode(JSON.stringify(told)))
    await sendReturn(db, { suspenseId: id })
    return code
  }

  test('wanted back, by ten presses, it is ordered once, and its giver reads the code', async () => {
    const { reference, drive } = await paidTwice()
    granted(await atOnce(10, () => wantBack(db, reference)))
    expect(await suspenseOf(reference)).toMatchObject({ state: 'open', back: 'waiting' })
    expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'going back' })
    const code = await goesBack(reference)
    expect(rail.reversals).toMatchObject([{ cents: 50_000 }])
    expect(await paidTwiceOf(db, reference)).toMatchObject({ is: 'back', code })
    await expect(wantBack(db, reference)).rejects.toThrow('decided already')
    await returnPaidTwice(db)
    expect([await giftsOf(drive.id), rail.reversals]).toMatchObject([[{}], [{}]])
  })

  test('of a giver who gives both and wants one back at the same moment one press counts (M10) [T468]', async () => {
    for (let round = 0; round < 8; round++) {
      const { reference, drive } = await paidTwice()
      const all = await atOnce(6, (at): Promise<unknown> => ((at + round) % 2 ? wantBack : giveBoth)(db, reference))
      const { back, state } = await suspenseOf(reference)
      const isGiven = state === 'placed'
      expect([back, (await giftsOf(drive.id)).length]).toEqual(isGiven ? [null, 2] : ['waiting', 1])
      // Who wants it back once more wants the same.
      expect(granted(all).length).toBe(isGiven ? 1 : 3)
      expect(new Set(reasonsOf(all))).toEqual(new Set(['This was decided already.']))
    }
  })

  test('silence of 72 hours orders it; so does the clock what waited for an operator', async () => {
    const { reference, phone } = await paidTwice()
    await text(phone, 'delivered', 73)
    expect(await returnPaidTwice(db)).toBe(1)
    expect(await suspenseOf(reference)).toMatchObject({ back: 'waiting' })
    rail.can({ reverses: false })
    const other = await paidTwice()
    await wantBack(db, other.reference)
    await returnPaidTwice(db)
    expect(await suspenseOf(other.reference)).toMatchObject({ back: null })
    rail.can({ reverses: true })
    for (let time = 0; time < 2; time++) await returnPaidTwice(db)
    expect(await suspenseOf(other.reference)).toMatchObject({ back: 'waiting' })
    await goesBack(other.reference)
    expect(rail.reversals).toHaveLength(1)
  })

  test('whose code nobody knows yet waits for it, two days at most', async () => {
    const { reference } = await paidTwice()
    await query`update mpesa_receipts set state = 'heard', suspense_id = null, proved_at = null, proved_by = null
      where suspense_id = ${(await suspenseOf(reference)).id}`
    await wantBack(db, reference)
    const { id } = await suspenseOf(reference)
    await sendReturn(db, { suspenseId: id })
    expect([await suspenseOf(reference), rail.reversals]).toMatchObject([{ back: 'waiting' }, []])
    await timePasses('3 days', { suspense: { id } })
    await sendReturn(db, { suspenseId: id })
    expect(await suspenseOf(reference)).toMatchObject({ back: 'by hand' })
    await query`update mpesa_receipts set state = 'unplaced', suspense_id = ${id}, proved_at = now(), proved_by = 'list'
      where state = 'heard'`
  })
})
