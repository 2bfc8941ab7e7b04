import { expect, test } from 'vitest'
import { type Right, rights, rightsOf } from '#app/kit/rights.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { mayManage } from './rights.server.ts'

const db = await testDatabase()
const askedAll = (person: string, drive: string) =>
  Promise.all(rights.map((right) => mayManage(db, person, drive, right)))
const none = rights.map(() => false)

test('a drive is managed by its owner alone, with the rights that the rules name and no other', async () => {
  const { id, ownerId } = await someDrive(db)
  const other = await someDrive(db)
  expect(await askedAll(ownerId, id)).toEqual(rights.map((right) => rightsOf.owner.includes(right)))
  expect(await askedAll(other.ownerId, id)).toEqual(none)
  expect(await mayManage(db, ownerId, id, 'everything' as Right)).toBe(false)
})

test('who is suspended or has deleted the account manages nothing', async () => {
  const [one, two] = [await someDrive(db), await someDrive(db)]
  await db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_why: 'a test' })
    .where('id', '=', one.ownerId)
    .execute()
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', two.ownerId).execute()
  expect([await askedAll(one.ownerId, one.id), await askedAll(two.ownerId, two.id)]).toEqual([none, none])
})

test('those who are told about a drive: of its money always, of its activity if they want it', async () => {
  const { id, ownerId } = await someDrive(db)
  const told = async () =>
    (
      await db.selectFrom('drive_recipients').where('fund_drive_id', '=', id).select('about').orderBy('about').execute()
    ).map(({ about }) => about)
  const become = (values: { mail_activity?: boolean; deleted_at?: Date }) =>
    db.updateTable('users').set(values).where('id', '=', ownerId).execute()
  expect(await told()).toEqual(['activity', 'money'])
  await become({ mail_activity: false })
  expect(await told()).toEqual(['money'])
  await become({ deleted_at: new Date() })
  expect(await told()).toEqual([])
})
