import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { nextNr, pretendRail, type Rail, receiptOf } from '#test/pretend-rail.ts'
import { askPrompts } from './ask.server.ts'
import { beginByPhone } from './begin.server.ts'
import { sendAgain } from './pay.server.ts'
import { listReceipts } from './receipts.server.ts'
import { giveBoth, returnSecond, secondOf, wantBack } from './second.server.ts'

// Two requests for one gift, both paid (M10): what becomes of the second, its giver says.

const db = await testDatabase()
booksMustHold(() => db)

let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
})

/** A gift that was paid twice. */
async function paidTwice() {
  const drive = await someDrive(db)
  const phone = `+25471${String(nextNr()).padStart(7, '0')}`
  const gift = { amount: 50_000, phone, name: 'Amina', email: '', message: 'Get well', anonymous: false }
  const around = { key: crypto.randomUUID(), language: 'sw', origin: 'http://localhost:3000', visitor: null }
  const { reference } = await beginByPhone(db, drive.id, gift, around)
  await sql`update mpesa_prompts set sent_at = sent_at - interval '80 seconds' where phone = ${phone}`.execute(db)
  await sendAgain(db, reference, null)
  rail.listed = rail.sent.filter((one) => one.phone === phone).map((one) => receiptOf(one))
  await listReceipts(db)
  return { reference, drive, phone }
}
const giftsOf = async (driveId: string) => {
  const { rows } = await sql<{ name: string; message: string }>`
    select donor_name as name, message from donations where fund_drive_id = ${driveId} order by id`.execute(db)
  return rows
}

test('given, it is a gift of its own under the same name, once, however often it is pressed', async () => {
  const { reference, drive } = await paidTwice()
  expect(await secondOf(db, reference)).toMatchObject({ amount: 50_000, goesBack: false })
  const all = await atOnce(6, () => giveBoth(db, reference))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['This was decided already.']))
  expect(await giftsOf(drive.id)).toEqual([
    { name: 'Amina', message: 'Get well' },
    { name: 'Amina', message: '' },
  ])
  expect(await secondOf(db, reference)).toBeUndefined()
  await listReceipts(db)
  await askPrompts(db)
  expect(await giftsOf(drive.id)).toHaveLength(2)
})

test('wanted back, it waits for an administrator, and is no gift any more: M-Pesa may have sent it', async () => {
  const { reference, drive } = await paidTwice()
  await wantBack(db, reference)
  expect(await secondOf(db, reference)).toMatchObject({ goesBack: true })
  expect(await giftsOf(drive.id)).toHaveLength(1)
  await expect(giveBoth(db, reference)).rejects.toThrow('decided already')
  expect(await giftsOf(drive.id)).toHaveLength(1)
})

test('without an answer for 72 hours it goes back; before that it waits', async () => {
  const { reference } = await paidTwice()
  expect(await returnSecond(db)).toBe(0)
  await sql`update suspense set created_at = now() - interval '73 hours' where state = 'open'`.execute(db)
  expect(await returnSecond(db)).toBe(1)
  expect(await returnSecond(db)).toBe(0)
  expect(await secondOf(db, reference)).toMatchObject({ goesBack: true })
})

test('its giver is asked by one text, in their language', async () => {
  const { reference, phone } = await paidTwice()
  await listReceipts(db)
  const { rows } = await sql<{ text: string }>`
    select text from sms_outbox where phone = ${phone} and key like 'second %'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.text).toContain(`/pay/${reference}/second`)
  expect(rows[0]!.text).toMatch(/^Umelipa KES 500 mara mbili/)
})

test('a gift that was paid once has nothing to decide', async () => {
  expect(await secondOf(db, 'don-00000000000000000000000000000000')).toBeUndefined()
  await expect(giveBoth(db, 'don-00000000000000000000000000000000')).rejects.toThrow('decided already')
})
