import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { editsBetween } from '#app/drives/codes/code.ts'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { claim } from '#app/money/mpesa/claims.server.ts'
import { mailSecondNeeded } from '#app/people/accounts/admin/decide.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { newAdmin, raised } from '#test/money-now.ts'
import { claiming, newCode, paidByHand, unplacedMoney } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, someRows } from '#test/rows.ts'
import { claimsOf } from './claims.server.ts'
import { placeUnplaced, recordReturn, reserveReturn } from './decide-unplaced.server.ts'
import { deskAt } from './unplaced.server.ts'

// Money that reached our Paybill and that nobody could place: what administrators do with it.

const db = await testDatabase()
booksMustHold(() => db)
const why = 'He showed us the message of M-Pesa'

const rail = railOfEachTest()

const unplaced = (account?: string, cents?: number) => unplacedMoney(db, rail, account, cents)
const stateOf = async (id: number) =>
  (await db.selectFrom('suspense').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const lines = (id: number) =>
  someRows('audit_log', { noun: 'suspense', subject: String(id) }, 'by', 'act', 'after', 'why')
const onto = (drive: { id: string }) => ({ to: `drive ${drive.id}`, typed: '' })

describe('money is placed', () => {
  test('on the drive that an administrator chose, with the reason in the audit log', async () => {
    const [drive, by, money] = [await someDrive(db), await newAdmin(), await unplaced()]
    expect(await placeUnplaced(db, money.id, { ...onto(drive), why, by })).toBe('done')
    expect([await raised(drive.id), await stateOf(money.id)]).toEqual([20_000, 'placed'])
    expect(await lines(money.id)).toMatchObject([
      { by: by.id, act: 'suspense placed', after: { state: 'placed', drive: drive.id, amount: 20_000 }, why },
    ])
    // What was decided stays on its page.
    expect(await deskAt(db, String(money.id))).toMatchObject({ account: 'CHURCH ROOF', tail: '126', near: [] })
  })

  test.each([
    ['the number', async (drive: { id: string }) => (await codesOf(db, drive.id)).number],
    [
      'the number in parts',
      async (drive: { id: string }) => (await codesOf(db, drive.id)).number.replace(/^.../, '$& '),
    ],
    ['the end of the address', async (drive: { slug: string }) => drive.slug],
    ['the address', async (drive: { slug: string }) => `https://harambee.example/fundraiser/${drive.slug}/?from=x`],
  ])('on a drive that is typed by %s', async (_, typedOf) => {
    const [drive, by, money] = [await someDrive(db), await newAdmin(), await unplaced()]
    await placeUnplaced(db, money.id, { to: 'typed', typed: await typedOf(drive), why, by })
    expect(await raised(drive.id)).toBe(20_000)
  })

  test.each(['', 'no-such-drive', '304510', '🙂', 'x'.repeat(200)])('on no drive by %j', async (typed) => {
    const [by, money] = [await newAdmin(), await unplaced()]
    await expect(placeUnplaced(db, money.id, { to: 'typed', typed, why, by })).rejects.toMatchObject({
      status: 422,
      field: 'typed',
    })
    expect(await stateOf(money.id)).toBe('open')
  })

  test('by a claim with its giver, whatever digits it names; the other claims are refused', async () => {
    const [drive, other, by, money] = [await someDrive(db), await someDrive(db), await newAdmin(), await unplaced()]
    const amina = claiming(money.receipt, { tail: '999', name: 'Amina', message: 'Pole', phone: '+254712345999' })
    await claim(db, drive.id, amina)
    await claim(db, other.id, { ...amina, tail: '126', name: 'Brian' })
    const { claims } = await deskAt(db, String(money.id))
    expect(claims).toMatchObject([
      { name: 'Amina', tail: '999', isTailRight: false, phone: '0712 … 999' },
      { name: 'Brian', tail: '126', isTailRight: true },
    ])
    await placeUnplaced(db, money.id, { to: `claim ${claims[0]!.id}`, typed: '', why, by })
    const rows = await query`
      select d.donor_name as name, d.message, (select string_agg(state, ' ' order by id) from claims where receipt = ${money.receipt}) as claims
      from donations d where d.fund_drive_id = ${drive.id}`
    expect(rows).toEqual([{ name: 'Amina', message: 'Pole', claims: 'placed refused' }])
  })

  test('of a claim to money whose number M-Pesa did not tell nobody says that its digits differ', async () => {
    const [drive, { receipt }] = [await someDrive(db), await paidByHand(db, rail, 'CHURCH ROOF', { tail: null })]
    await claim(db, drive.id, claiming(receipt, { tail: '999', name: 'Amina' }))
    expect(await claimsOf(db, receipt, null)).toMatchObject([{ name: 'Amina', isTailRight: null }])
  })

  test('not by a claim to other money', async () => {
    const [drive, by, one, other] = [await someDrive(db), await newAdmin(), await unplaced(), await unplaced()]
    await claim(db, drive.id, claiming(other.receipt))
    const { claims } = await deskAt(db, String(other.id))
    await expect(placeUnplaced(db, one.id, { to: `claim ${claims[0]!.id}`, typed: '', why, by })).rejects.toMatchObject(
      { status: 409, field: 'to' },
    )
  })

  test('never by likeness: what is near is shown, and nothing is chosen', async () => {
    const { drive, number, slip } = await driveByItself()
    const money = await unplaced(slip)
    expect(await deskAt(db, String(money.id))).toMatchObject({
      near: [{ driveId: drive.id, code: number }],
      claims: [],
    })
    expect([await raised(drive.id), await stateOf(money.id)]).toEqual([0, 'open'])
  })
})

/** Numbers of drives are random: this one's, with a slip in it, is near to no other. */
async function driveByItself() {
  for (;;) {
    const drive = await someDrive(db)
    const { number } = await codesOf(db, drive.id)
    const slip = `${number.slice(0, 3)}${(Number(number[3]) + 1) % 10}${number.slice(4)}`
    const others = await db.selectFrom('drive_codes').where('fund_drive_id', '<>', drive.id).select('code').execute()
    if (others.every(({ code }) => editsBetween(code, slip) > 3)) return { drive, number, slip }
  }
}

test('of administrators who place and reserve for sending back at once one wins, and the others are told (M19) [T514]', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  for (let round = 0; round < 3; round++) {
    const [money, by] = [await unplaced(), await newAdmin()]
    const before = (await raised(one.id)) + (await raised(other.id))
    const all = await atOnce(8, async (at) =>
      at % 2
        ? reserveReturn(db, money.id, { why, by })
        : placeUnplaced(db, money.id, { ...onto(at % 4 ? one : other), why, by }),
    )
    expect(granted(all)).toHaveLength(1)
    const isPlaced = (await stateOf(money.id)) === 'placed'
    const reason = isPlaced ? 'Another administrator was quicker' : 'An administrator is sending this money back'
    expect(new Set(reasonsOf(all))).toEqual(new Set([reason]))
    const { status } = (all.find((result) => result.status === 'rejected') as PromiseRejectedResult).reason
    const came = (await raised(one.id)) + (await raised(other.id)) - before
    expect([status, came]).toEqual([409, isPlaced ? 20_000 : 0])
    expect(await lines(money.id)).toHaveLength(1)
  }
})

describe('above the sum that operators chose', () => {
  const usual = settings.SECOND_ADMIN_ABOVE
  beforeEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: 100 }))
  afterEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: usual }))

  test('the second of two administrators places it, and all administrators are written to', async () => {
    const [drive, first, second, money] = [await someDrive(db), await newAdmin(), await newAdmin(), await unplaced()]
    const place = (by: typeof first) => placeUnplaced(db, money.id, { ...onto(drive), why, by })
    expect(await place(first)).toBe('first')
    expect([await stateOf(money.id), (await deskAt(db, String(money.id))).asked]).toMatchObject([
      'open',
      { driveTitle: expect.any(String) },
    ])
    const { id: proposalId } = await db.selectFrom('proposals').select('id').executeTakeFirstOrThrow()
    for (const reader of [first.id, second.id]) await mailSecondNeeded(db, { proposalId, reader })
    const mails = await db.selectFrom('sandbox.mails').select('text').execute()
    expect(mails.filter(({ text }) => text.includes(`/admin/books/unplaced/${money.id}`)).length).toBe(2)
    await expect(place(first)).rejects.toThrow('approved this already')
    expect(await place(second)).toBe('done')
    expect([await raised(drive.id), await stateOf(money.id)]).toEqual([20_000, 'placed'])
    expect((await lines(money.id)).map(({ act }) => act)).toEqual(['suspense asked', 'suspense placed'])
  })

  test('two who decide differently have decided nothing yet', async () => {
    const [drive, first, second, third] = [await someDrive(db), await newAdmin(), await newAdmin(), await newAdmin()]
    const [money, code] = [await unplaced(), newCode()]
    expect(await placeUnplaced(db, money.id, { ...onto(drive), why, by: first })).toBe('first')
    expect(await reserveReturn(db, money.id, { why, by: second })).toBe('first')
    const { asked, money: seen } = await deskAt(db, String(money.id))
    expect([asked?.driveTitle, seen.reservedAt]).toEqual([null, null])
    expect(await reserveReturn(db, money.id, { why, by: third })).toBe('done')
    // The two have decided; one of them says what came of it.
    expect(await recordReturn(db, money.id, { code, why, by: third })).toBe('done')
    expect(await stateOf(money.id)).toBe('closed')
    const [onDrive, back] = await lines(money.id)
    expect([onDrive!.after, back!.after]).toEqual([{ drive: drive.id }, { way: 'back' }])
    expect((await lines(money.id)).map(({ act }) => act)).toEqual([
      'suspense asked',
      'suspense asked',
      'suspense reserved',
      'suspense sent back',
    ])
  })
})
