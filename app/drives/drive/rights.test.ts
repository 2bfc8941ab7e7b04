import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { helperRoles, type Right, rights, rightsOf } from '#app/kit/rights.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { query, setRows } from '#test/rows.ts'
import { mayManage } from './manage.server.ts'

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
    await setRows('users', { id: person }, { suspended_at: new Date(), suspended_why: 'a test' })
    expect(await askedAll(person, id)).toEqual(none)
    await db.updateTable('users').set({ suspended_at: null, suspended_why: '' }).where('id', '=', person).execute()
    await become({ left_at: new Date() })
    expect(await askedAll(person, id)).toEqual(none)
  },
)

/** The rights that a person has in a gathering. */
async function rightsThere(person: string, gathering: string): Promise<Right[]> {
  const asked = await Promise.all(
    rights.map(async (right) => {
      const rows = await query<{ may: boolean }>`select may_there(${gathering}, ${person}, ${right}) as may`
      return rows[0]!.may ? [right] : []
    }),
  )
  return asked.flat()
}

test('the secretary of an invitation has the same rights there with a drive and without one, and none of the drive', async () => {
  const host = await someGathering(db)
  const { id: person } = await somePerson(db)
  await sql`insert into drive_helpers (gathering_id, user_id, invited, role, invited_by, expires_at, accepted_at)
    values (${host.id}, ${person}, 'Wambui', 'secretary', ${host.personId}, now(), now())`.execute(db)
  const suspend = (id: string, why: string) =>
    query`update users set suspended_at = case when ${why} = '' then null else now() end, suspended_why = ${why} where id = ${id}`
  const drive = await someDrive(db, { ownerId: host.personId })
  for (const beside of [null, drive.id]) {
    await db.updateTable('gatherings').set({ fund_drive_id: beside }).where('id', '=', host.id).execute()
    expect(await rightsThere(host.personId, host.id)).toEqual(rights)
    expect(await rightsThere(person, host.id)).toEqual(rightsOf.secretary)
    expect(await rightsThere((await somePerson(db)).id, host.id)).toEqual([])
    for (const away of [person, host.personId]) {
      await suspend(away, 'a test')
      expect(await rightsThere(person, host.id)).toEqual([])
      await suspend(away, '')
    }
  }
  expect(await askedAll(person, drive.id)).toEqual(none)
  await sql`update drive_helpers set left_at = now() where gathering_id = ${host.id}`.execute(db)
  expect(await rightsThere(person, host.id)).toEqual([])
})

test('who is suspended or has deleted the account manages nothing', async () => {
  const [one, two] = [await someDrive(db), await someDrive(db)]
  await setRows('users', { id: one.ownerId }, { suspended_at: new Date(), suspended_why: 'a test' })
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
