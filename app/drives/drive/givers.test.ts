import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeRecorded, enterRecorded, voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { kes } from '#app/kit/money.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, giftByPhone } from '#test/money.ts'
import { publicFigures } from './drive.server.ts'

// Donors are people: one gift more of the same person is no donor more, in whatever way it came.

const db = await testDatabase()
booksMustHold(() => db)

type Drive = Awaited<ReturnType<typeof someDrive>>
const donorsOf = async ({ id }: Drive) => (await publicFigures(db, id))!.donors
const cash = { method: 'cash', code: null, givenOn: '2026-01-02', note: null, anonymous: false } as const
const recorded = ({ id, ownerId }: Drive, name: string | null, phone: string | null = null, own = {}) =>
  db.transaction().execute((tx) =>
    enterRecorded(tx, {
      ...cash,
      ...own,
      name,
      phone,
      amount: kes(500),
      driveId: id,
      by: ownerId,
      clientKey: randomUUID(),
    }),
  )

test('who gives twice by the same address, phone or name is one donor', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, kes(100), { donorEmail: 'amina@example.test' })
  await gift(db, drive.id, kes(100), { donorEmail: 'Amina@Example.test', donorName: 'A. Yusuf' })
  expect(await donorsOf(drive)).toBe(1)
  await giftByPhone(db, drive.id, kes(100), '+254712000001')
  await giftByPhone(db, drive.id, kes(100), '+254712000001')
  expect(await donorsOf(drive)).toBe(2)
  await recorded(drive, 'Mama Otis')
  await recorded(drive, 'mama  otis ')
  expect(await donorsOf(drive)).toBe(3)
})

test('cash of a person who gave by phone is theirs: by the number, or by the name where no number is known', async () => {
  const drive = await someDrive(db)
  await recorded(drive, 'Baba Kim', '+254712000002')
  await giftByPhone(db, drive.id, kes(100), '+254712000002')
  expect(await donorsOf(drive)).toBe(1)
  await gift(db, drive.id, kes(100), { donorName: 'Njeri Wanja', donorEmail: 'njeri@example.test' })
  await recorded(drive, 'Njeri Wanja')
  expect(await donorsOf(drive)).toBe(2)
  await recorded(drive, 'Peter Ouma')
  await gift(db, drive.id, kes(100), { donorName: 'Peter Ouma', donorEmail: 'ouma@example.test' })
  expect(await donorsOf(drive)).toBe(3)
})

test('two people of one name are two where each has a contact, and what names nobody is of a person each', async () => {
  const drive = await someDrive(db)
  await recorded(drive, 'John Kamau', '+254712000003')
  await recorded(drive, 'John Kamau', '+254712000004')
  expect(await donorsOf(drive)).toBe(2)
  await recorded(drive, null)
  await recorded(drive, null)
  expect(await donorsOf(drive)).toBe(4)
})

test('the phone and the address of one account are one donor', async () => {
  const drive = await someDrive(db)
  const { id, email } = await somePerson(db)
  await sql`update users set email_verified = true where id = ${id}`.execute(db)
  await sql`insert into user_phones (phone, user_id) values ('+254712000005', ${id})`.execute(db)
  await gift(db, drive.id, kes(100), { donorEmail: email! })
  await giftByPhone(db, drive.id, kes(100), '+254712000005')
  expect(await donorsOf(drive)).toBe(1)
})

test('anonymous gifts count once for each contact, and are joined to nobody by a name', async () => {
  const drive = await someDrive(db)
  await recorded(drive, 'Mama Otis')
  const anonymous = { anonymous: true, donorName: 'Mama Otis', donorEmail: 'secret@example.test' }
  await gift(db, drive.id, kes(100), anonymous)
  await gift(db, drive.id, kes(100), anonymous)
  expect(await donorsOf(drive)).toBe(2)
})

test('void or renamed, a recorded gift is counted for whom it is of', async () => {
  const drive = await someDrive(db)
  const { id } = await recorded(drive, 'Mama Otis')
  await recorded(drive, 'Baba Kim')
  const by = drive.ownerId
  await db.transaction().execute((tx) =>
    changeRecorded(tx, {
      ...cash,
      id,
      driveId: drive.id,
      by,
      why: 'a slip',
      version: 1,
      name: 'Baba Kim',
      phone: null,
      amount: kes(500),
    }),
  )
  expect(await donorsOf(drive)).toBe(1)
  await db.transaction().execute((tx) => voidRecorded(tx, { id, by, why: 'a slip' }))
  expect(await donorsOf(drive)).toBe(1)
})

test('forgetting a giver changes no count and keeps nothing by which they are known again', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, kes(100), { donorEmail: 'leaves@example.test' })
  await gift(db, drive.id, kes(100), { donorEmail: 'leaves@example.test' })
  await recorded(drive, 'Baba Kim', '+254712000006')
  await forgetDonor(db, 'leaves@example.test')
  await forgetDonor(db, '+254712000006')
  expect(await donorsOf(drive)).toBe(2)
  const kept = await db
    .selectFrom('drive_givers')
    .where('fund_drive_id', '=', drive.id)
    .select(['mark', 'name'])
    .execute()
  expect(kept).toEqual([
    { mark: null, name: null },
    { mark: null, name: null },
  ])
})
