import { expect, test, vi } from 'vitest'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { gatheringToRead, mayWatchGathering } from '#app/invitations/occasions/gathering.server.ts'
import { sessionAddress } from '#app/platform/db.server.ts'
import { listenTo } from '#app/platform/live/listen.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import {
  helpedBy,
  helpersOf,
  invitationAt,
  inviteHelper,
  joinHelper,
  leaveHelper,
  removeHelper,
} from './members.server.ts'

const db = await testDatabase()
const someone = async () => ({ id: (await somePerson(db)).id, isConfirmed: true })
/** Two who help with it: a drive, or an invitation. */
async function twoHelpers(mine: Parameters<typeof inviteHelper>[1], role: Parameters<typeof inviteHelper>[3]) {
  const all = [await someone(), await someone()] as const
  for (const person of all) await joinHelper(db, person, await inviteHelper(db, mine, 'Otieno', role))
  return all
}
/** Topics that open pages hear from now on. */
async function listening() {
  const heard: string[] = []
  const ready = Promise.withResolvers<void>()
  const line = listenTo(sessionAddress(), 'live', { said: (topic) => heard.push(topic), connected: ready.resolve })
  await ready.promise
  return async (...people: { id: string }[]) => {
    const rights = people.map(({ id }) => `rights:${id}`)
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(rights)))
    await line.close()
  }
}

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
  expect(await helpedBy(db, first.id)).toMatchObject([{ slug: drive.slug }])
})

test('a link is nobody’s who has no confirmed address, and not the owner’s; only its hash is kept', async () => {
  const drive = await someDrive(db)
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  const person = await someone()
  await expect(joinHelper(db, { ...person, isConfirmed: false }, token)).rejects.toThrow('confirm your email')
  await expect(joinHelper(db, { id: drive.ownerId, isConfirmed: true }, token)).rejects.toThrow('your own')
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), 'a'.repeat(43)])
    await expect(joinHelper(db, person, wrong)).rejects.toMatchObject({ status: 404 })
  const rows = await allRows('drive_helpers', { fund_drive_id: drive.id })
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link is too old after seven days', async () => {
  const drive = await someDrive(db)
  const token = await inviteHelper(db, drive.mine, 'Otieno', 'treasurer')
  await timePasses('7 days')
  expect(await invitationAt(db, token)).toBeUndefined()
  await expect(joinHelper(db, await someone(), token)).rejects.toMatchObject({ status: 404 })
})

test('of ten invitations at once five are made, and nobody but the owner invites', async () => {
  const drive = await someDrive(db)
  const invite = (ownerId: string) => inviteHelper(db, { ...drive.mine, ownerId }, 'Otieno', 'treasurer')
  expect(granted(await atOnce(10, () => invite(drive.ownerId)))).toHaveLength(5)
  const other = await someDrive(db)
  await expect(invite(other.ownerId)).rejects.toMatchObject({ status: 404 })
})

test('who was removed or has left may do nothing at once, and a treasurer invites nobody', async () => {
  const drive = await someDrive(db)
  const [one, two] = await twoHelpers(drive.mine, 'treasurer')
  const theirs = { ...drive.mine, ownerId: one.id }
  await expect(inviteHelper(db, theirs, 'Me', 'treasurer')).rejects.toMatchObject({ status: 404 })
  const { id } = (await helpersOf(db, { fund_drive_id: drive.id }))[0]!
  await removeHelper(db, drive.mine, id)
  await expect(removeHelper(db, drive.mine, id)).rejects.toMatchObject({ status: 404 })
  await leaveHelper(db, two.id, { fund_drive_id: drive.id })
  await expect(leaveHelper(db, two.id, { fund_drive_id: drive.id })).rejects.toMatchObject({ status: 404 })
  for (const person of [one, two]) expect(await mayManage(db, person.id, drive.id, 'read')).toBe(false)
  expect(await helpersOf(db, { fund_drive_id: drive.id })).toEqual([])
  // A person who left may be invited again.
  await joinHelper(db, one, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))
  const twice = joinHelper(db, one, await inviteHelper(db, drive.mine, 'Otieno', 'treasurer'))
  await expect(twice).rejects.toThrow('already')
})

test('the open pages of a helper who is removed, or stops helping, hear nothing more', async () => {
  const drive = await someDrive(db)
  const hears = await listening()
  const [removed, leaving] = await twoHelpers(drive.mine, 'treasurer')
  const [first] = await helpersOf(db, { fund_drive_id: drive.id })
  await removeHelper(db, drive.mine, first!.id)
  await leaveHelper(db, leaving.id, { fund_drive_id: drive.id })
  await hears(removed, leaving)
})

test('an invitation has helpers of its own, five with open links, whom its host alone chooses', async () => {
  const host = await someGathering(db)
  const [one, two] = [await someone(), await someone()]
  const made = granted(await atOnce(7, () => inviteHelper(db, host.mine, 'Wambui', 'secretary')))
  expect(made).toHaveLength(5)
  expect(await invitationAt(db, made[0]!)).toMatchObject({ noun: 'gathering', slug: host.slug, role: 'secretary' })
  await expect(joinHelper(db, { id: host.personId, isConfirmed: true }, made[0]!)).rejects.toThrow('your own')
  expect(await joinHelper(db, one, made[0]!)).toBe(`/gathering/${host.slug}/home`)
  await expect(joinHelper(db, one, made[1]!)).rejects.toThrow('already')
  await expect(joinHelper(db, two, made[0]!)).rejects.toMatchObject({ status: 404 })
  expect(await helpedBy(db, one.id)).toMatchObject([{ noun: 'gathering', slug: host.slug, role: 'secretary' }])
  const theirs = { personId: one.id, slug: host.slug }
  await expect(inviteHelper(db, theirs, 'Me', 'secretary')).rejects.toMatchObject({ status: 404 })
  await expect(inviteHelper(db, host.mine, 'Me', 'treasurer')).rejects.toThrow()
  const [helper] = await helpersOf(db, { gathering_id: host.id })
  await expect(removeHelper(db, theirs, helper!.id)).rejects.toMatchObject({ status: 404 })
  const other = await someGathering(db)
  await expect(removeHelper(db, other.mine, helper!.id)).rejects.toMatchObject({ status: 404 })
})

test('a helper of an invitation who is removed finds and hears nothing of it, and who stops helping neither', async () => {
  const host = await someGathering(db)
  const hears = await listening()
  const [removed, leaving] = await twoHelpers(host.mine, 'secretary')
  const finds = ({ id }: { id: string }) =>
    Promise.all([
      mayWatchGathering(db, host.id, { id, isAdmin: false }),
      gatheringToRead(db, { id, isAdmin: false }, host.slug).then((found) => found !== undefined),
    ])
  const both = (finds: boolean) => Array(2).fill([finds, finds])
  expect(await Promise.all([removed, leaving].map(finds))).toEqual(both(true))
  await removeHelper(db, host.mine, (await helpersOf(db, { gathering_id: host.id }))[0]!.id)
  await leaveHelper(db, leaving.id, { gathering_id: host.id })
  expect(await Promise.all([removed, leaving].map(finds))).toEqual(both(false))
  await hears(removed, leaving)
})
