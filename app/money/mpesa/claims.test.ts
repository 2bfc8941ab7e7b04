import { describe, expect, test } from 'vitest'
import { statementOf } from '#app/base/ledger/statement-list.server.ts'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { donationsList } from '#app/money/donations/donations-list.server.ts'
import { giftsToTell } from '#app/money/donations/mails.server.tsx'
import { giftsList } from '#app/money/payments/admin/gifts-list.server.ts'
import { storyOf } from '#app/money/payments/admin/story.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, granted } from '#test/money.ts'
import { claiming, newCode, paidByHand, slipOf } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { oneRow, query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { claimInstead, lapseClaims } from './claim.server.ts'
import { claim, claimsDecided } from './claims.server.ts'
import { payOf } from './pay.server.ts'

// Givers who paid our Paybill say so.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

const paid = (account: string, own?: Partial<MobileReceipt>) => paidByHand(db, rail, account, own)
const numberOf = async (drive: { id: string }) => (await codesOf(db, drive.id)).number
const giftsOf = async (drive: { id: string }) => (await publicDonations(db, drive.id)).donations
const statesOf = async (receipt: string) => {
  return (
    await queryOne<{ states: string }>`
    select coalesce(string_agg(state, ' ' order by state), '') as states from claims where receipt = ${receipt}`
  ).states
}
/** A gift of a drive that nobody has claimed, as an administrator placed it. */
async function unclaimed(drive: { id: string }) {
  const one = await paid('NOBODY KNOWS')
  await placeFor(one.receipt, drive.id)
  return one
}
const placeFor = (receipt: string, driveId: string, chosen: number | null = null) =>
  db.transaction().execute(async (tx) => {
    const { suspense_id } = await oneRow('mpesa_receipts', { receipt })
    const booked = await placeMoney(tx, { suspenseId: suspense_id!, driveId })
    await claimsDecided(tx, receipt, chosen)
    return booked!
  })

describe('a claim', () => {
  test('gives a gift that is here its giver, once', async () => {
    const drive = await someDrive(db)
    const one = await unclaimed(drive)
    expect(await giftsOf(drive)).toMatchObject([{ name: null, amount: 30_000 }])
    expect(await claim(db, drive.id, claiming(one.receipt))).toEqual({ is: 'here', cents: 30_000 })
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina Yusuf', message: 'Pole sana' }])
    // The same form again is the same claim; another name does not take its place.
    expect(await claim(db, drive.id, claiming(one.receipt, { name: 'Brian' }))).toEqual({ is: 'here', cents: 30_000 })
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina Yusuf' }])
    expect(await statesOf(one.receipt)).toBe('placed')
  })

  test('without a name can be given one later, by the same digits of the number alone', async () => {
    const drive = await someDrive(db)
    const nobody = { name: '', message: '' }
    for (const one of [await unclaimed(drive), await paid(await slipOf(db, drive))]) {
      expect(await claim(db, drive.id, claiming(one.receipt, nobody))).toEqual({ is: 'here', cents: 30_000 })
      expect(await claim(db, drive.id, claiming(one.receipt, { tail: '127' }))).toEqual({ is: 'looking' })
      expect((await giftsOf(drive))[0]).toMatchObject({ name: null, message: '' })
      expect(await claim(db, drive.id, claiming(one.receipt))).toEqual({ is: 'here', cents: 30_000 })
      expect((await giftsOf(drive))[0]).toMatchObject({ name: 'Amina Yusuf', message: 'Pole sana' })
      expect(await claim(db, drive.id, claiming(one.receipt, { name: 'Brian' }))).toEqual({ is: 'here', cents: 30_000 })
      expect((await giftsOf(drive))[0]).toMatchObject({ name: 'Amina Yusuf' })
      expect(await statesOf(one.receipt)).toBe('desk placed')
    }
  })

  test('with other digits of the number names nobody, and learns nothing [T518]', async () => {
    const drive = await someDrive(db)
    const one = await unclaimed(drive)
    expect(await claim(db, drive.id, claiming(one.receipt, { tail: '127' }))).toEqual({ is: 'looking' })
    expect(await giftsOf(drive)).toMatchObject([{ name: null }])
    expect(await statesOf(one.receipt)).toBe('desk')
  })

  test('never moves a gift from one drive to another: both are answered alike [T517]', async () => {
    const [drive, other] = [await someDrive(db), await someDrive(db)]
    const one = await unclaimed(drive)
    expect(await claim(db, other.id, claiming(one.receipt))).toEqual({ is: 'looking' })
    expect(await claim(db, other.id, claiming(newCode()))).toEqual({ is: 'looking' })
    expect([await giftsOf(drive), await giftsOf(other)]).toMatchObject([[{ name: null }], []])
    expect(await statesOf(one.receipt)).toBe('desk')
  })

  test('places money that was typed with one slip, and only on the drive whose code it nearly is', async () => {
    const [drive, other] = [await someDrive(db), await someDrive(db)]
    const one = await paid(await slipOf(db, drive))
    expect(await claim(db, other.id, claiming(one.receipt))).toEqual({ is: 'looking' })
    expect(await claim(db, drive.id, claiming(one.receipt, { phone: '+254712345126' }))).toEqual({
      is: 'here',
      cents: 30_000,
    })
    expect([await giftsOf(drive), await giftsOf(other)]).toMatchObject([[{ name: 'Amina Yusuf' }], []])
    expect(await statesOf(one.receipt)).toBe('desk placed')
  })

  test('places money of the second in which the drive had its code: M-Pesa says no more than the second', async () => {
    const drive = await someDrive(db)
    const second = Math.floor(Date.now() / 1000) * 1000
    await query`insert into drive_codes (code, fund_drive_id, kind, since)
      values ('QZQK', ${drive.id}, 'word', ${new Date(second + 900)})`
    const one = await paid('QZQT', { paidAt: new Date(second) })
    expect(await claim(db, drive.id, claiming(one.receipt))).toMatchObject({ is: 'here' })
  })

  test('places nothing by a word that was chosen after the payment, to be near what was typed', async () => {
    const drive = await someDrive(db)
    const one = await paid('MAJT', { paidAt: new Date(Date.now() - 60_000) })
    await query`insert into drive_codes (code, fund_drive_id, kind) values ('MBJT', ${drive.id}, 'word')`
    expect(await claim(db, drive.id, claiming(one.receipt))).toEqual({ is: 'looking' })
    expect([await giftsOf(drive), await statesOf(one.receipt)]).toEqual([[], 'desk'])
  })

  test('places nothing that a first administrator has said was sent back', async () => {
    const drive = await someDrive(db)
    const { id: by } = await somePerson(db)
    const one = await paid(await slipOf(db, drive))
    await query`insert into proposals (about, subject, value, by) select 'unplaced', suspense_id::text, 'back SKR0000001', ${by}
      from mpesa_receipts where receipt = ${one.receipt}`
    expect(await claim(db, drive.id, claiming(one.receipt))).toEqual({ is: 'looking' })
    expect([await giftsOf(drive), await statesOf(one.receipt)]).toEqual([[], 'desk'])
  })

  test('whose digits M-Pesa did not tell waits for a person', async () => {
    const drive = await someDrive(db)
    const one = await paid(await slipOf(db, drive), { tail: null })
    expect(await claim(db, drive.id, claiming(one.receipt))).toEqual({ is: 'looking' })
    expect(await statesOf(one.receipt)).toBe('desk')
  })

  test('that comes before its money waits, asks the list, and is settled when it is listed', async () => {
    const [drive, receipt] = [await someDrive(db), newCode()]
    expect(await claim(db, drive.id, claiming(receipt))).toEqual({ is: 'looking' })
    expect(await statesOf(receipt)).toBe('waiting')
    expect(await query`select key from graphile_worker.jobs where key = 'list-receipts:claim'`).toHaveLength(1)
    await paid(await slipOf(db, drive), { receipt })
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina Yusuf' }])
    expect(await statesOf(receipt)).toBe('placed')
  })

  test('that comes before a payment with the right code gives this gift its giver', async () => {
    const [drive, other, receipt] = [await someDrive(db), await someDrive(db), newCode()]
    await claim(db, other.id, claiming(receipt, { name: 'Brian' }))
    await claim(db, drive.id, claiming(receipt))
    await paid(await numberOf(drive), { receipt })
    expect([await giftsOf(drive), await giftsOf(other)]).toMatchObject([[{ name: 'Amina Yusuf' }], []])
    expect(await statesOf(receipt)).toBe('desk placed')
  })

  test('that missed its money by a moment is looked at again by the clock', async () => {
    const drive = await someDrive(db)
    const one = await paid(await slipOf(db, drive))
    const { tail, receipt } = claiming(one.receipt)
    await db.insertInto('claims').values({ fund_drive_id: drive.id, receipt, tail, name: 'Amina' }).execute()
    await lapseClaims(db)
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina' }])
  })

  test('of a code that nobody lists within two days lapses; typed again it waits again', async () => {
    const [drive, receipt] = [await someDrive(db), newCode()]
    await claim(db, drive.id, claiming(receipt))
    await timePasses('49 hours', { claims: { receipt } })
    expect(await lapseClaims(db)).toBe(1)
    expect(await statesOf(receipt)).toBe('lapsed')
    await claim(db, drive.id, claiming(receipt))
    expect([await lapseClaims(db), await statesOf(receipt)]).toEqual([0, 'waiting'])
  })
})

test('ten claims of one code from three drives at once place it once (M18) [T519]', async () => {
  const drives = [await someDrive(db), await someDrive(db), await someDrive(db)]
  const one = await paid(await slipOf(db, drives[1]!))
  const all = await atOnce(10, (at) => claim(db, drives[at % 3]!.id, claiming(one.receipt, { name: `Giver ${at}` })))
  expect(granted(all)).toHaveLength(10)
  const gifts = await Promise.all(drives.map(giftsOf))
  expect(gifts.map(({ length }) => length)).toEqual([0, 1, 0])
  expect(await statesOf(one.receipt)).toBe('desk desk placed')
  // A code read in a group chat: further claims move nothing.
  await atOnce(10, (at) => claim(db, drives[at % 3]!.id, claiming(one.receipt, { tail: `55${at}` })))
  expect((await Promise.all(drives.map(giftsOf))).map(({ length }) => length)).toEqual([0, 1, 0])
})

describe('on the page of a request that was not paid', () => {
  async function begun() {
    const drive = await someDrive(db)
    const { reference, phone } = await giveByPhone(db, {
      driveId: drive.id,
      amount: 30_000,
      name: 'Amina',
      message: 'Pole',
    })
    return { drive, reference, phone, account: rail.sent.at(-1)!.account }
  }

  test('number, account and code are there while such money can be proved', async () => {
    const { reference, account } = await begun()
    expect((await payOf(db, reference, null)).instead).toMatchObject({ number: '174379', account, code: null })
    rail.can({ proves: ['query'] })
    expect((await payOf(db, reference, null)).instead).toBeNull()
    rail.can({ proves: ['query', 'list'], payIn: null })
    expect((await payOf(db, reference, null)).instead).toBeNull()
  })

  test('money under the account of the request is this gift', async () => {
    const { drive, reference, account } = await begun()
    const receipt = newCode()
    await claimInstead(db, reference, { code: receipt })
    expect((await payOf(db, reference, null)).instead).toMatchObject({ code: receipt })
    await paid(account, { receipt })
    await lapseClaims(db)
    expect((await payOf(db, reference, null)).result).toMatchObject({ is: 'paid' })
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina' }])
  })

  test('money under a code with a slip is a gift of its own, with its giver, and the page leads to it', async () => {
    const { drive, reference, phone } = await begun()
    const one = await paid(await slipOf(db, drive), { tail: phone.slice(-3) })
    await claimInstead(db, reference, { code: one.receipt })
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina', message: 'Pole' }])
    const after = await payOf(db, reference, null)
    expect(after.phone).toBeNull()
    expect(after.reference).not.toBe(reference)
    expect((await payOf(db, after.reference, null)).result).toMatchObject({ is: 'paid', amount: 30_000 })
  })
})

test('a gift that nobody has claimed is a supporter’s for the public, and as M-Pesa names it for its owner alone', async () => {
  const drive = await someDrive(db)
  const owners = async () =>
    (await donationsList.page(db, drive.id, new URLSearchParams())).rows.map(({ name }) => name)
  const one = await paid(await numberOf(drive), { name: 'AMINA YUSUF HASSAN' })
  expect(await giftsOf(drive)).toMatchObject([{ name: null, anonymous: false }])
  expect(await owners()).toEqual(['Amina Y. … 126'])
  // In the owner's books, in what is written to them, and in the office.
  const { id, payment_id: payment } = await oneRow('donations', { fund_drive_id: drive.id })
  const [line] = (await statementOf(db, drive.id)).lines
  const [told] = await giftsToTell(db, [id])
  const story = await storyOf(db, payment)
  const { rows } = await giftsList.page(db, giftsList.asked(new URLSearchParams()))
  const listed = rows.find((gift) => gift.id === payment)
  expect([line?.name, told?.name, story?.name, listed?.name]).toEqual(Array<string>(4).fill('Amina Y. … 126'))
  await claim(db, drive.id, claiming(one.receipt, { name: 'Mama Amina' }))
  expect(await giftsOf(drive)).toMatchObject([{ name: 'Mama Amina', anonymous: false }])
  expect(await owners()).toEqual(['Mama Amina'])
  const other = await paid(await numberOf(drive), { name: null, tail: null })
  expect(await owners()).toEqual([null, 'Mama Amina'])
  await claim(db, drive.id, claiming(other.receipt))
  const third = await paid(await numberOf(drive), { name: 'BRIAN' })
  expect((await owners())[0]).toBe('Brian … 126')
  await claim(db, drive.id, claiming(third.receipt, { anonymous: true }))
  expect([(await giftsOf(drive))[0], (await owners())[0]]).toMatchObject([{ name: null, anonymous: true }, null])
})

test('a claim loses its phone after 30 days, and a settled one its name, too', async () => {
  const drive = await someDrive(db)
  const one = await paid('MAMA')
  await claim(db, drive.id, claiming(one.receipt, { phone: '+254712345678' }))
  await timePasses('31 days', { claims: { receipt: one.receipt } })
  await lapseClaims(db)
  const kept = () => db.selectFrom('claims').where('receipt', '=', one.receipt).select(['phone', 'name']).execute()
  expect([await kept(), await statesOf(one.receipt)]).toEqual([[{ phone: null, name: 'Amina Yusuf' }], 'desk'])
  await placeFor(one.receipt, drive.id)
  await lapseClaims(db)
  expect(await kept()).toEqual([{ phone: null, name: '' }])
})

test('a giver who asks to be forgotten is in no claim, gift or receipt any more', async () => {
  const drive = await someDrive(db)
  const one = await paid(await slipOf(db, drive))
  await claim(db, drive.id, claiming(one.receipt, { phone: '+254733345126' }))
  await claim(db, drive.id, claiming(newCode(), { phone: '+254733345126' }))
  expect(await forgetDonor(db, '0733 345 126')).toMatchObject({ payments: 1, gifts: 1 })
  const rows = await query`
    select (select count(*)::int from claims where phone is not null and phone like '%33345126' or name = 'Amina Yusuf' and receipt = ${one.receipt}) as claims,
      (select name from mpesa_receipts where receipt = ${one.receipt}) as name,
      (select tail from mpesa_receipts where receipt = ${one.receipt}) as tail`
  expect(rows).toEqual([{ claims: 0, name: null, tail: null }])
  expect(await giftsOf(drive)).toMatchObject([{ name: null, message: '' }])
})
