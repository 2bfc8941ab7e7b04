import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordedFor } from '#app/group/recorded-gifts/given.server.ts'
import { mailReceipt } from '#app/money/donations/mails.server.tsx'
import { keepClaim } from '#app/money/mpesa/claims.server.ts'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someCaller, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, giftByPhone } from '#test/money.ts'
import { claiming, newCode, unplacedMoney } from '#test/paid-by-hand.ts'
import { aNumber, hasPhone } from '#test/phone-codes.ts'
import { tablesWith, tracesOf } from '#test/phone-traces.ts'
import { somePledge } from '#test/pledges.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { oneRow, query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { everythingAbout } from './export.server.ts'
import { forgetDonor, forgetPayer } from './forget-donor.server.ts'
import { forgetUnpaid } from './forget-old.server.ts'
import { forgetGiving } from './forget-own.server.ts'

// What a person sees of what others recorded for them, takes along, and has forgotten.

const db = await testDatabase()
booksMustHold(() => db)

const by = (id: string) => ({ id, address: '10.0.0.0' })
const leaves = (phone: string) => db.deleteFrom('user_phones').where('phone', '=', phone).execute()

type Recorded = { phone: string; amount?: number; given?: number; entered?: number; note?: string; name?: string }

/** Written down by the owner of a drive so many days ago, as given so many days ago. */
async function recorded({ phone, amount = 10_000, given = 0, entered = given, note = '', name = 'Atieno' }: Recorded) {
  const drive = await someDrive(db)
  await query`
    insert into recorded_gifts (fund_drive_id, amount, method, name, phone, note, given_on, recorded_by, receipt, client_key, created_at)
    values (${drive.id}, ${amount}, 'cash', ${name}, ${phone}, ${note},
      ((now() - make_interval(days => ${given})) at time zone 'Africa/Nairobi')::date, ${drive.ownerId},
      upper(replace(substr(gen_random_uuid()::text, 1, 18), '-', '')), gen_random_uuid(),
      now() - make_interval(days => ${entered}))`
  return drive
}
const amounts = async (personId: string) => (await recordedFor(db, personId)).gifts.map(({ amount }) => amount)
const remembered = async (phone: string) =>
  (await db.selectFrom('phones_left').where('phone', '=', phone).selectAll().execute()).length === 1

describe('what others recorded for a person', () => {
  test('is what was given and written down while the number was theirs', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await timePasses('40 days')
    await recorded({ phone, amount: 1000, given: 10 })
    await recorded({ phone, amount: 2000, given: 0 })
    await recorded({ phone, amount: 4000, given: 50 })
    await recorded({ phone, amount: 8000, given: 50, entered: 5 })
    await recorded({ phone: aNumber(), amount: 16_000 })
    expect(await amounts(id)).toEqual([2000, 1000])
  })

  test('is not what was written down once nobody had used the number for 90 days', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await timePasses('200 days')
    await recorded({ phone, amount: 1000, given: 150 })
    await recorded({ phone, amount: 2000, given: 150, entered: 20 })
    await recorded({ phone, amount: 4000, given: 20 })
    expect(await amounts(id)).toEqual([1000])
  })

  test('is nobody’s of the day on which the number went from one to the other', async () => {
    const [before, after] = [await somePerson(db), await somePerson(db)]
    const phone = aNumber()
    await hasPhone(db, before.id, phone)
    await recorded({ phone })
    expect(await amounts(before.id)).toEqual([10_000])
    await hasPhone(db, after.id, phone)
    expect([await amounts(before.id), await amounts(after.id)]).toEqual([[], []])
    await timePasses('2 days')
    await recorded({ phone, amount: 20_000 })
    expect(await amounts(after.id)).toEqual([20_000])
  })

  test('stays in sight when it is void, and says so', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await recorded({ phone })
    await query`update recorded_gifts set voided_at = now(), void_why = 'twice' where phone = ${phone}`
    expect((await recordedFor(db, id)).gifts).toMatchObject([{ isVoid: true, by: expect.stringContaining('Owner') }])
  })

  test('of more than are shown at once it is said', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const drive = await recorded({ phone })
    await query`
      insert into recorded_gifts (fund_drive_id, amount, method, phone, given_on, recorded_by, receipt, client_key)
      select fund_drive_id, n, method, phone, given_on, recorded_by, 'R00000000000' || n, gen_random_uuid()
      from recorded_gifts, generate_series(1, 50) n where fund_drive_id = ${drive.id}`
    const { gifts, isMore } = await recordedFor(db, id)
    expect([gifts.length, isMore]).toEqual([50, true])
  })
})

test('the copy of one’s data has gifts, pledges, recorded gifts and claims that are theirs, and nobody else’s', async () => {
  const { id, phone } = await someCaller(db, { phone: aNumber() })
  const drive = await someDrive(db, { title: 'Roof of the church' })
  await giftByPhone(db, drive.id, 10_000, phone)
  const { token } = await somePledge(db, drive, { phone, amount: 70_000 })
  await recorded({ phone, amount: 5000, note: 'after the service' })
  await claim(drive.id, phone)
  const other = aNumber()
  await giftByPhone(db, drive.id, 20_000, other)
  await somePledge(db, drive, { phone: other })
  await recorded({ phone: other })
  await claim(drive.id, other)
  const data = await everythingAbout(db, id)
  expect(data).toMatchObject({
    gifts: [{ drive: 'Roof of the church', cents: 10_000, phone, receipt: expect.stringMatching(/^[\da-f-]{36}$/) }],
    pledges: [{ cents: 70_000, paidInCents: 0, phone }],
    recordedGifts: [{ cents: 5000, note: 'after the service', phone }],
    claims: [{ name: 'Atieno', phone }],
  })
  for (const list of [data.gifts, data.pledges, data.recordedGifts, data.claims]) expect(list).toHaveLength(1)
  expect(JSON.stringify(data)).not.toContain(token)
})

const claim = (driveId: string, phone: string) =>
  db.transaction().execute((tx) => keepClaim(tx, driveId, claiming(newCode(), { name: 'Atieno', phone })))

describe('that a number left someone', () => {
  test('is remembered for a gift, a promise and a recorded gift, and for nothing else', async () => {
    const drive = await someDrive(db)
    const has: [string, boolean][] = []
    for (const [what, gives] of [
      ['gift', (phone: string) => giftByPhone(db, drive.id, 10_000, phone)],
      ['pledge', (phone: string) => somePledge(db, drive, { phone })],
      ['recorded', (phone: string) => recorded({ phone })],
      ['nothing', async () => {}],
    ] as const) {
      const { id } = await somePerson(db)
      const phone = aNumber()
      await hasPhone(db, id, phone)
      await gives(phone)
      await leaves(phone)
      has.push([what, await remembered(phone)])
    }
    expect(has).toEqual([
      ['gift', true],
      ['pledge', true],
      ['recorded', true],
      ['nothing', false],
    ])
  })

  test('is forgotten with the last of them, no matter who asks', async () => {
    const { id } = await somePerson(db)
    const [operator, own] = [aNumber(), aNumber()]
    const drive = await someDrive(db)
    for (const phone of [operator, own]) {
      await hasPhone(db, id, phone)
      await giftByPhone(db, drive.id, 10_000, phone)
      await somePledge(db, drive, { phone })
      await leaves(phone)
      expect(await remembered(phone)).toBe(true)
    }
    await db.transaction().execute((tx) => forgetPayer(tx, operator))
    expect(await remembered(operator)).toBe(true)
    await forgetDonor(db, operator)
    expect(await remembered(operator)).toBe(false)
    // Its next owner asks for it: what is not theirs stays, and so does that it left someone.
    const next = await someCaller(db, { phone: own })
    await forgetGiving(db, by(next.id), null)
    expect(await remembered(own)).toBe(true)
    await forgetDonor(db, own)
    expect(await remembered(own)).toBe(false)
  })

  test('is forgotten with a recorded gift, where that is all there was [T1653]', async () => {
    const phone = aNumber()
    await hasPhone(db, (await somePerson(db)).id, phone)
    await recorded({ phone })
    await leaves(phone)
    expect(await remembered(phone)).toBe(true)
    await forgetDonor(db, phone)
    expect(await remembered(phone)).toBe(false)
  })

  test('is forgotten at once where its next owner had the last of them, and asks [T1642]', async () => {
    const phone = aNumber()
    await hasPhone(db, (await somePerson(db)).id, phone)
    await recorded({ phone })
    await leaves(phone)
    await query`update recorded_gifts set phone = null where phone = ${phone}`
    const next = await someCaller(db, { phone })
    await timePasses('3 days')
    await recorded({ phone })
    expect(await amounts(next.id)).toHaveLength(1)
    expect(await remembered(phone)).toBe(true)
    await forgetGiving(db, by(next.id), null)
    expect(await remembered(phone)).toBe(false)
  })

  test('is forgotten within a day where the last of them went in another way', async () => {
    const { id } = await somePerson(db)
    const [gone, given] = [aNumber(), aNumber()]
    for (const phone of [gone, given]) {
      await hasPhone(db, id, phone)
      await recorded({ phone })
      await leaves(phone)
    }
    await query`update recorded_gifts set phone = null where phone = ${gone}`
    expect(await remembered(gone)).toBe(true)
    await forgetUnpaid(db)
    expect([await remembered(gone), await remembered(given)]).toEqual([false, true])
  })
})

describe('a person without an email address who asks to be forgotten', () => {
  test('is found nowhere but in their own account; amounts and receipts stay', async () => {
    const rail = pretendRail()
    useMobileMoney(rail)
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const typed = `0${phone.slice(4, 7)} ${phone.slice(7, 10)} ${phone.slice(10)}`
    const drive = await someDrive(db)
    await giftByPhone(db, drive.id, 10_000, phone)
    const posted = 'atieno@posted.test'
    const card = await gift(db, drive.id, 30_000, { donorName: 'Atieno Hidden', donorEmail: posted, donorPhone: phone })
    const { id: donationId } = await oneRow('donations', { payment_id: card.id })
    await mailReceipt(db, { donationId })
    await somePledge(db, drive, { phone, name: 'Atieno Hidden', email: 'atieno@pledged.test' })
    await recorded({ phone, name: 'Atieno Hidden', note: `from Atieno Hidden, ${typed}` })
    await recorded({ phone: aNumber(), name: 'Otieno', note: `brought by ${typed}` })
    await claim(drive.id, phone)
    await unplacedMoney(db, rail, typed)
    await query`
      insert into list_pastes (fund_drive_id, by, body, sha256)
      values (${drive.id}, ${drive.ownerId}, ${`1. Atieno Hidden ${typed} 900`}, ${'0'.repeat(64)})`
    const text = { key: `gift ${id}`, phone, text: `Asante, ${phone}`, money: true }
    await db.transaction().execute((tx) => sendSms(tx, text))

    const finds = (text: string) => [...tracesOf(phone)(text), ...(text.match(/Atieno Hidden|atieno@posted/g) ?? [])]
    expect((await tablesWith(db, finds)).length).toBeGreaterThan(8)
    const sums = () =>
      sql`select (select sum(amount)::bigint from donations) as gifts, (select count(distinct receipt)::int from donations) as receipts,
        (select sum(amount)::bigint from recorded_gifts) as recorded, (select sum(amount)::bigint from pledges) as pledged,
        (select count(*)::int from mpesa_receipts) as codes`.execute(db)
    const before = (await sums()).rows
    await forgetGiving(db, by(id), null)
    expect(await tablesWith(db, finds)).toEqual(['user_phones'])
    expect((await sums()).rows).toEqual(before)
    expect(await db.selectFrom('recorded_gifts').where('name', '=', 'Otieno').selectAll().execute()).toHaveLength(1)
  })

  test('is forgotten in pledges and recorded gifts of before the number was confirmed, although the gifts that showed it go first', async () => {
    const [drive, phone] = [await someDrive(db), aNumber()]
    await giftByPhone(db, drive.id, 10_000, phone)
    await timePasses('60 days')
    await somePledge(db, drive, { phone, agreed: false })
    await recorded({ phone, given: 40 })
    const { id } = await someCaller(db, { phone })
    await forgetGiving(db, by(id), null)
    expect(await tablesWith(db, tracesOf(phone))).toEqual(['user_phones'])
  })

  test('and then leaves: the number is nowhere', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await giftByPhone(db, (await someDrive(db)).id, 10_000, phone)
    await forgetGiving(db, by(id), null)
    const { password } = await somePerson(db)
    const { hash } = await db
      .selectFrom('accounts')
      .where('password', 'is not', null)
      .select('password as hash')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.updateTable('accounts').set({ password: hash }).where('user_id', '=', id).execute()
    await deleteAccount(db, id, password)
    expect(await tablesWith(db, tracesOf(phone))).toEqual([])
  })
})
