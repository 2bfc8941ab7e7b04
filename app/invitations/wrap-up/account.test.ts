import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enterRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { addReceipts, undoReceipt } from '#app/money/spending/receipts.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, fundedDrive, gift, granted } from '#test/money.ts'
import { somePledge } from '#test/pledges.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { accountOfGathering, booksOf, linesFromReceipts, saveAccount } from './account.server.ts'
import { overNow } from './occasions.server.ts'
import { restOfAccount } from './wrap-up.ts'
import { accountForm } from './wrap-up-forms.ts'

// The final account: sums of the books that nobody types, lines that the host writes, and the rest.

const db = await testDatabase()
booksMustHold(() => db)

type Host = Awaited<ReturnType<typeof someGathering>>
/** The occasion, a month ahead, is over. */
const passed = () => timePasses('33 days')
async function besideDrive(over = true) {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  if (over) await passed()
  return { drive, host }
}
const tents = { what: 'Tents', amount: 3_000_050 }
const food = { what: 'Food', amount: 1 }
const save = ({ mine }: Host, version: number, lines = [tents], now?: Date) =>
  saveAccount(db, mine, { version, lines }, now)
const enter = (drive: { id: string; ownerId: string }, amount: number, own = {}) =>
  db.transaction().execute((tx) =>
    enterRecorded(tx, {
      driveId: drive.id,
      amount,
      method: 'cash',
      code: null,
      name: 'Amina Yusuf',
      phone: null,
      givenOn: '2026-01-02',
      note: null,
      anonymous: false,
      by: drive.ownerId,
      clientKey: randomUUID(),
      ...own,
    }),
  )

test('raised, cash, pledges kept and withdrawn are what the books say, anonymous gifts in their sums; the rest is computed', async () => {
  const drive = await fundedDrive(db, [5_000_000])
  const host = await someGathering(db, {}, drive)
  await passed()
  await gift(db, drive.id, 1_000_000, { anonymous: true })
  await enter(drive, 250_000)
  await enter(drive, 50_000, { anonymous: true, name: '' })
  const { id: pledge } = await somePledge(db, drive, { amount: 400_000 })
  await sql`insert into pledge_parts (pledge_id, donation_id, amount)
    select ${pledge}, id, 400000 from donations where fund_drive_id = ${drive.id} order by id limit 1`.execute(db)
  const { id: payout } = await drive.ask(2_000_000)
  expect(await booksOf(db, host.id)).toEqual({
    raised: 6_000_000,
    cash: 300_000,
    kept: 400_000,
    withdrawn: 0,
    fee: 300_000,
    feeTaken: 100_000,
  })
  await completeByHand(db, payout, { by: (await somePerson(db, { admin: true })).id, note: 'Sent' })
  expect(await booksOf(db, host.id)).toMatchObject({ withdrawn: 2_000_000, fee: 300_000, feeTaken: 100_000 })
  const books = (await booksOf(db, host.id))!
  expect(restOfAccount(books, [tents, food])).toBe(6_000_000 - 3_000_051)
  expect(restOfAccount(books, [{ amount: 6_000_001 }])).toBe(-1)
})

test('what is left is what the owner has and still gets: our fee is in no rest, whatever of it is withdrawn or refunded', async () => {
  const drive = await fundedDrive(db, [10_140_000])
  const host = await someGathering(db, {}, drive)
  await passed()
  const left = async () => restOfAccount((await booksOf(db, host.id))!, [])
  expect(await left()).toBe(9_633_000)
  await drive.ask(9_050_000)
  expect(await left()).toBe(9_633_000)
  expect(await booksOf(db, host.id)).toMatchObject({ fee: 507_000, feeTaken: 452_500 })
})

test('recorded gifts that the drive hides are in no figure, and then nobody can tell the rest', async () => {
  const { drive, host } = await besideDrive()
  await enter(drive, 250_000)
  await sql`update fund_drives set hides_recorded = true where id = ${drive.id}`.execute(db)
  const books = (await booksOf(db, host.id))!
  expect(books).toEqual({ raised: 0, cash: null, kept: 0, withdrawn: 0, fee: 0, feeTaken: 0 })
  expect(restOfAccount(books, [tents])).toBeNull()
})

test('it is written after the last occasion, for a drive, by those who may change the guests; nobody else finds it', async () => {
  const { drive, host } = await besideDrive(false)
  await expect(save(host, 0)).rejects.toThrow('The final account opens when the last occasion is over.')
  await passed()
  const treasurer = (await somePerson(db)).id
  const helps = { user_id: treasurer, role: 'treasurer' as const, accepted_at: new Date(), expires_at: new Date() }
  await db
    .insertInto('drive_helpers')
    .values({ fund_drive_id: drive.id, invited: 'Otieno', invited_by: drive.ownerId, ...helps })
    .execute()
  for (const personId of [treasurer, (await somePerson(db)).id, (await somePerson(db, { admin: true })).id])
    await expect(saveAccount(db, { ...host.mine, personId }, { version: 0, lines: [] })).rejects.toMatchObject({
      status: 404,
    })
  const alone = await someGathering(db)
  await passed()
  await expect(save(alone, 0)).rejects.toThrow('for no fund drive')
  expect(await booksOf(db, alone.id)).toBeNull()
  expect(await accountOfGathering(db, host.id)).toBeNull()
  expect(await save(host, 0)).toEqual({ version: 1 })
})

test('receipts of the drive are offered as lines, added up by their words; the host saves them or writes others [T1286]', async () => {
  const drive = await fundedDrive(db, [5_000_000])
  const host = await someGathering(db, {}, drive)
  await passed()
  expect(await linesFromReceipts(db, host.id)).toEqual([])
  const { id: payout } = await drive.ask(1_000_000)
  await completeByHand(db, payout, { by: (await somePerson(db)).id })
  const of = { driveId: drive.id, payout, by: drive.ownerId }
  const add = (amount: number, what: string) =>
    addReceipts(db, {
      ...of,
      key: randomUUID(),
      rows: [{ amount, paidTo: 'Uhai Shop', what, day: '2026-01-02' }],
      showsName: false,
      image: null,
      noPhoto: 'None',
    })
  await add(100_000, 'Food')
  await add(300_000, 'Tents')
  await add(50_050, 'Food')
  await add(1, 'A mistake')
  const [{ id: receipt } = { id: 0 }] = await query<{
    id: number
  }>`select id from payout_receipts where what = 'A mistake'`
  await undoReceipt(db, { ...of, receipt, why: 'A slip' })
  const lines = await linesFromReceipts(db, host.id)
  expect(lines).toEqual([
    { what: 'Food', amount: 150_050 },
    { what: 'Tents', amount: 300_000 },
  ])
  await save(host, 0, lines)
  expect((await accountOfGathering(db, host.id))!.lines).toEqual(lines)
  expect(await linesFromReceipts(db, (await someGathering(db)).id)).toEqual([])
})

test('a later change shows its day; the same lines again change nothing; an older version is refused', async () => {
  const { host } = await besideDrive()
  await save(host, 0)
  expect(await accountOfGathering(db, host.id)).toMatchObject({ version: 1, changedAt: null, lines: [tents] })
  expect(await save(host, 0)).toEqual({ version: 1 })
  expect(await accountOfGathering(db, host.id)).toMatchObject({ changedAt: null })
  const later = new Date(Date.now() + 86_400_000)
  expect(await save(host, 1, [tents, food], later)).toEqual({ version: 2 })
  expect(await accountOfGathering(db, host.id)).toMatchObject({ changedAt: later, lines: [tents, food] })
  await expect(save(host, 1, [food])).rejects.toMatchObject({
    says: { title: { message: 'Changed in another window meanwhile.' } },
  })
  await save(host, 2, [])
  expect((await accountOfGathering(db, host.id))!.lines).toEqual([])
})

test('of ten windows that save different lines at once, one is written', async () => {
  const { host } = await besideDrive()
  const all = await atOnce(10, (at) => save(host, 0, [{ what: `Line ${at}`, amount: at + 1 }]))
  expect(granted(all)).toEqual([{ version: 1 }])
  expect((await accountOfGathering(db, host.id))!.lines).toHaveLength(1)
})

test('the database takes no line that is empty, too long, below a cent, or the forty-first', async () => {
  const { host } = await besideDrive()
  await save(host, 0, [])
  const good = { gathering_id: host.id, no: 1, what: 'Tents', amount: 1 }
  for (const wrong of [{ no: 0 }, { no: 41 }, { what: '' }, { what: 'x'.repeat(121) }, { amount: 0 }, { amount: -1 }])
    await expect(
      db
        .insertInto('account_lines')
        .values({ ...good, ...wrong })
        .execute(),
    ).rejects.toThrow('check constraint')
})

test('the form takes amounts as people write them, and says at its field what is wrong', () => {
  const read = (sent: Record<string, string>) => accountForm.safeParse({ version: '0', ...sent })
  const errors = (sent: Record<string, string>) =>
    (read(sent).error?.issues ?? []).map(({ path: [field], message }) => [field, message])
  expect(
    read({ what1: ' Tents ', amount1: 'KES 12,500.50', what2: '', amount2: '', what9: 'Food', amount9: '2k' }).data,
  ).toEqual({
    version: 0,
    lines: [
      { what: 'Tents', amount: 1_250_050 },
      { what: 'Food', amount: 200_000 },
    ],
  })
  for (const amount of [
    '0',
    '-1',
    '1e3',
    '٣',
    '１',
    '0x10',
    'three',
    '1.005',
    '99999999999999999999',
    '1'.repeat(90_000),
  ])
    expect([amount.slice(0, 30), errors({ what3: 'Tents', amount3: amount }).map(([field]) => field)]).toEqual([
      amount.slice(0, 30),
      ['amount3'],
    ])
  expect(errors({ amount1: '500' }).map(([field]) => field)).toEqual(['what1'])
  expect(errors({ what1: 'Tents' }).map(([field]) => field)).toEqual(['amount1'])
  expect(errors({ what1: 'x'.repeat(121), amount1: '5' }).map(([field]) => field)).toEqual(['what1'])
  expect(errors({ what1: '\u202e\0', amount1: '5' }).map(([field]) => field)).toEqual(['what1'])
  expect(read({ what1: '\u202eTents\0\n', amount1: '5' }).data?.lines).toEqual([{ what: 'Tents', amount: 500 }])
  const many = (n: number) =>
    Object.fromEntries(
      Array.from({ length: n }, (_, at) => [
        [`what${at + 1}`, 'Tents'],
        [`amount${at + 1}`, '5'],
      ]).flat() as [string, string][],
    )
  expect(read(many(40)).data?.lines).toHaveLength(40)
  expect(errors(many(41)).map(([field]) => field)).toEqual([undefined])
  expect(read({ version: '-1' }).data?.version).toBe(-1)
  expect(read({ version: '1e3' }).data?.version).toBe(-1)
})

test('what opens when: nothing before the first occasion is over, all when none is to come; cancelled ones are not waited for', async () => {
  const host = await someGathering(db)
  const now = new Date()
  expect(await overNow(db, host.id, now)).toBe('nothing')
  await sql`insert into occasions (gathering_id, no, kind, name, zone, starts_local)
    values (${host.id}, 2, 'wedding', 'Wedding', 'Africa/Nairobi', now() - interval '2 days')`.execute(db)
  expect(await overNow(db, host.id, now)).toBe('some')
  await query`update occasions set status = 'cancelled', cancelled_why = 'x' where gathering_id = ${host.id} and no = 1`
  expect(await overNow(db, host.id, now)).toBe('all')
  await sql`update occasions set status = 'cancelled', cancelled_why = 'x' where gathering_id = ${host.id}`.execute(db)
  expect(await overNow(db, host.id, now)).toBe('all')
  const empty = await someGathering(db)
  await sql`delete from occasions where gathering_id = ${empty.id}`.execute(db)
  expect(await overNow(db, empty.id, now)).toBe('nothing')
})
