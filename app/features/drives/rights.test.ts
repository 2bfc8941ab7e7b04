import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { helperRoles, type Right, rights, rightsOf } from '#app/kit/rights.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { mayManage } from './rights.server.ts'

const db = await testDatabase()
const askedAll = (person: string, drive: string) =>
  Promise.all(rights.map((right) => mayManage(db, person, drive, right)))
const none = rights.map(() => false)

test('a drive without helpers is managed by its owner alone, with the rights that the rules name and no other', async () => {
  const { id, ownerId } = await someDrive(db)
  const other = await someDrive(db)
  expect(await askedAll(ownerId, id)).toEqual(rights.map((right) => rightsOf.owner.includes(right)))
  expect(await askedAll(other.ownerId, id)).toEqual(none)
  expect(await mayManage(db, ownerId, id, 'everything' as Right)).toBe(false)
})

test.each(helperRoles)(
  'a %s has the rights that the rules name, from accepting until leaving, while their account is open',
  async (role) => {
    const { id, ownerId } = await someDrive(db)
    const { id: person } = await somePerson(db)
    const row = {
      fund_drive_id: id,
      invited: 'Otieno',
      role,
      invited_by: ownerId,
      expires_at: new Date(),
    }
    const secret = { token_hash: createHash('sha256').update(role).digest('hex') }
    const { id: helper } = await db
      .insertInto('drive_helpers')
      .values({ ...row, ...secret })
      .returning('id')
      .executeTakeFirstOrThrow()
    const become = (values: { accepted_at?: Date; user_id?: string; token_hash?: null; left_at?: Date }) =>
      db.updateTable('drive_helpers').set(values).where('id', '=', helper).execute()
    expect(await askedAll(person, id)).toEqual(none)
    await become({ user_id: person, accepted_at: new Date(), token_hash: null })
    expect(await askedAll(person, id)).toEqual(rights.map((right) => rightsOf[role].includes(right)))
    await db
      .updateTable('users')
      .set({ suspended_at: new Date(), suspended_why: 'a test' })
      .where('id', '=', person)
      .execute()
    expect(await askedAll(person, id)).toEqual(none)
    await db.updateTable('users').set({ suspended_at: null, suspended_why: '' }).where('id', '=', person).execute()
    await become({ left_at: new Date() })
    expect(await askedAll(person, id)).toEqual(none)
  },
)

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
