import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteDrive } from '#app/drives/drive/manage.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { damm, isNumber } from './code.ts'
import { codesOf, driveOfAccount, nearestCodes } from './codes.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

const wordOf = (driveId: string | null, code: string, retired = false) =>
  db
    .insertInto('drive_codes')
    .values({ fund_drive_id: driveId, code, kind: 'word', retired_at: retired ? new Date() : null })
    .execute()

describe('a number', () => {
  test('is given to each drive when it is made, and is another one each time', async () => {
    const drives = await Promise.all(Array.from({ length: 20 }, () => someDrive(db)))
    const all = await Promise.all(drives.map(({ id }) => codesOf(db, id)))
    expect(all.filter(({ number }) => !/^[1-9][0-9]{5}$/.test(number) || !isNumber(number))).toEqual([])
    expect(new Set(all.map(({ number }) => number)).size).toBe(20)
    expect(all.map(({ word }) => word)).toEqual(Array(20).fill(null))
  })

  test('has the check digit that the product reckons with', async () => {
    const { rows } = await sql<{ digits: string; check: number }>`
      select i::text as digits, damm(i::text) as check from generate_series(10000, 120000, 37) i`.execute(db)
    expect(rows.filter(({ digits, check }) => damm(digits) !== check)).toEqual([])
    const { id } = await someDrive(db)
    const wrong = `10000${(damm('10000') + 1) % 10}`
    const row = { fund_drive_id: id, code: wrong, kind: 'number', retired_at: new Date() } as const
    await expect(db.insertInto('drive_codes').values(row).execute()).rejects.toThrow('drive_codes_number_checked')
  })

  test('has six digits and one more where most of five are taken', async () => {
    const { id } = await someDrive(db)
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into drive_codes (code, kind) select i || damm(i::text)::text, 'number' from generate_series(10000, 99999) i
          on conflict do nothing`.execute(tx)
        await sql`update drive_codes set retired_at = now() where fund_drive_id = ${id}`.execute(tx)
        const { rows } = await sql<{ number: string }>`select give_number(${id}) as number`.execute(tx)
        expect(rows[0]!.number).toMatch(/^[1-9][0-9]{6}$/)
        expect(isNumber(rows[0]!.number)).toBe(true)
        throw new Error('enough')
      })
      .catch((error) => expect(error.message).toBe('enough'))
  })
})

test('a code is never changed, deleted or given to another', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  const { number } = await codesOf(db, one.id)
  await wordOf(one.id, 'LIBRARY')
  const refused = /is forbidden|permission denied/
  await expect(db.deleteFrom('drive_codes').where('code', '=', number).execute()).rejects.toThrow(refused)
  await expect(sql`truncate drive_codes`.execute(db)).rejects.toThrow(refused)
  await expect(sql`update drive_codes set code = 'OTHERS' where code = 'LIBRARY'`.execute(db)).rejects.toThrow(refused)
  const moved = sql`update drive_codes set fund_drive_id = ${other.id} where code = 'LIBRARY'`
  await expect(moved.execute(db)).rejects.toThrow(refused)
  await expect(wordOf(other.id, 'LIBRARY')).rejects.toThrow('drive_codes_pkey')
  await expect(wordOf(other.id, 'IIBRARY')).rejects.toThrow('drive_codes_as_read')
})

describe('an account leads to its drive', () => {
  test('by number and by word, with a tag and without, and by a former word', async () => {
    const { id } = await someDrive(db)
    await wordOf(id, 'HEAL')
    await wordOf(id, 'MAMA', true)
    const { number, word } = await codesOf(db, id)
    expect(word).toBe('HEAL')
    const found = (code: string, own = {}) => ({ driveId: id, code, isFormer: false, tag: null, ...own })
    expect(await driveOfAccount(db, `${number.slice(0, 3)}-${number.slice(3)}`)).toEqual(found(number))
    expect(await driveOfAccount(db, `${number}kp2qm`)).toEqual(found(number, { tag: 'KP2QM' }))
    expect(await driveOfAccount(db, 'hea1')).toEqual(found('HEAL'))
    expect(await driveOfAccount(db, 'heal 7k2qm')).toEqual(found('HEAL', { tag: '7K2QM' }))
    expect(await driveOfAccount(db, 'Mama')).toEqual(found('MAMA', { isFormer: true }))
  })

  test('that was deleted: the code is known, and leads nowhere', async () => {
    const { id, mine } = await someDrive(db)
    await wordOf(id, 'GONE')
    const { number } = await codesOf(db, id)
    await deleteDrive(db, mine)
    expect(await driveOfAccount(db, number)).toMatchObject({ driveId: null, code: number })
    expect(await driveOfAccount(db, 'GONE')).toMatchObject({ driveId: null, code: 'GONE' })
    await expect(wordOf((await someDrive(db)).id, 'GONE')).rejects.toThrow('drive_codes_pkey')
  })

  test.each(['', 'NONE', '1000000003', '💚', 'A'.repeat(21), '\u0000', '\u202e304518304518', '٣٠٤٥١٨', "' or 1=1 --"])(
    '%j leads nowhere',
    async (typed) => {
      expect(await driveOfAccount(db, typed)).toBeUndefined()
      expect(await nearestCodes(db, typed, 3)).toEqual([])
    },
  )
})

test('the nearest codes are those that may have been meant, nearest first, and none of a drive that is gone', async () => {
  const [school, water] = [await someDrive(db, { title: 'Books' }), await someDrive(db, { title: 'Wells' })]
  await wordOf(school.id, 'SCHOOL')
  await wordOf(water.id, 'WATERS')
  await wordOf(null, 'SCHOOX')
  expect(await nearestCodes(db, 'shcool', 3)).toEqual([{ code: 'SCHOOL', driveId: school.id, title: 'Books' }])
  expect(await nearestCodes(db, 'for the SCHOLL fees', 3)).toMatchObject([{ code: 'SCHOOL' }])
  const { number } = await codesOf(db, water.id)
  const slip = number.slice(0, 5) + ((Number(number[5]) + 1) % 10)
  expect((await nearestCodes(db, slip, 50)).map(({ code }) => code)).toContain(number)
  expect(await nearestCodes(db, `${slip}KP2QM`, 50)).toContainEqual({ code: number, driveId: water.id, title: 'Wells' })
  expect(await nearestCodes(db, 'xyz', 3)).toEqual([])
})
