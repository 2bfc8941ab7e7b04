import { expect, test, vi } from 'vitest'
import { sessionAddress } from '#app/platform/db.server.ts'
import { listenTo } from '#app/platform/live/listen.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { mayManage } from '../drives/rights.server.ts'
import {
  drivesHelped,
  helpersOf,
  invitationAt,
  inviteHelper,
  joinHelper,
  leaveHelper,
  removeHelper,
} from './members.server.ts'

const db = await testDatabase()
const someone = async () => ({ id: (await somePerson(db)).id, isConfirmed: true })

test('a person who follows the link with an account is a treasurer, and the link is good once', async () => {
  const drive = await someDrive(db)
  const [person, other] = [await someone(), await someone()]
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  expect(await invitationAt(db, token)).toMatchObject({ slug: drive.slug })
  const all = await Promise.allSettled([person, other].map((one) => joinHelper(db, one, token)))
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await invitationAt(db, token)).toBeUndefined()
  const [first] = all[0]!.status === 'fulfilled' ? [person] : [other]
  expect(await mayManage(db, first.id, drive.id, 'record')).toBe(true)
  expect(await drivesHelped(db, first.id)).toMatchObject([{ slug: drive.slug }])
})

test('a link is nobody’s who has no confirmed address, and not the owner’s; only its hash is kept', async () => {
  const drive = await someDrive(db)
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  const person = await someone()
  await expect(joinHelper(db, { ...person, isConfirmed: false }, token)).rejects.toThrow('confirm your email')
  await expect(joinHelper(db, { id: drive.ownerId, isConfirmed: true }, token)).rejects.toThrow('your own')
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), 'a'.repeat(43)])
    await expect(joinHelper(db, person, wrong)).rejects.toMatchObject({ status: 404 })
  const rows = await db.selectFrom('drive_helpers').where('fund_drive_id', '=', drive.id).selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link is too old after seven days', async () => {
  const drive = await someDrive(db)
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  await db
    .updateTable('drive_helpers')
    .set({ expires_at: new Date(0) })
    .where('fund_drive_id', '=', drive.id)
    .execute()
  expect(await invitationAt(db, token)).toBeUndefined()
  await expect(joinHelper(db, await someone(), token)).rejects.toMatchObject({ status: 404 })
})

test('of ten invitations at once five are made, and nobody but the owner invites', async () => {
  const drive = await someDrive(db)
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => inviteHelper(db, drive.mine, 'Otieno', 'treasurer')),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const other = await someDrive(db)
  await expect(inviteHelper(db, { ...drive.mine, ownerId: other.ownerId }, 'Me', 'treasurer')).rejects.toMatchObject({
    status: 404,
  })
})

test('who was removed or has left may do nothing at once, and a treasurer invites nobody', async () => {
  const drive = await someDrive(db)
  const [one, two] = [await someone(), await someone()]
  for (const person of [one, two])
    await joinHelper(db, person, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))
  await expect(inviteHelper(db, { ...drive.mine, ownerId: one.id }, 'Me', 'treasurer')).rejects.toMatchObject({
    status: 404,
  })
  const { id } = (await helpersOf(db, drive.id))[0]!
  await removeHelper(db, drive.mine, id)
  await expect(removeHelper(db, drive.mine, id)).rejects.toMatchObject({ status: 404 })
  await leaveHelper(db, two.id, drive.id)
  await expect(leaveHelper(db, two.id, drive.id)).rejects.toMatchObject({ status: 404 })
  for (const person of [one, two]) expect(await mayManage(db, person.id, drive.id, 'read')).toBe(false)
  expect(await helpersOf(db, drive.id)).toEqual([])
  // A person who left may be invited again.
  await joinHelper(db, one, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))
  await expect(joinHelper(db, one, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))).rejects.toThrow(
    'already',
  )
})

test('the open pages of a helper who is removed, or stops helping, hear nothing more', async () => {
  const drive = await someDrive(db)
  const heard: string[] = []
  const ready = Promise.withResolvers<void>()
  const line = listenTo(sessionAddress(), 'live', { said: (topic) => heard.push(topic), connected: ready.resolve })
  await ready.promise
  const join = async () => {
    const person = await someone()
    await joinHelper(db, person, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))
    return person
  }
  const [removed, leaving] = [await join(), await join()]
  const [first] = await helpersOf(db, drive.id)
  await removeHelper(db, drive.mine, first!.id)
  await leaveHelper(db, leaving.id, drive.id)
  await vi.waitFor(() =>
    expect(heard).toEqual(expect.arrayContaining([removed, leaving].map(({ id }) => `rights:${id}`))),
  )
  await line.close()
})
