import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { somePerson } from '#test/make.ts'
import { deleteAccount } from './account.server.ts'
import { faceIn } from './account.ts'
import { changeAvatar, removeAvatar, sweepAvatars } from './avatar.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'avatars-'))
  useStore(diskStore(root))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const kept = () => readdir(join(root, 'avatars')).catch(() => [])
const shown = async (id: string) =>
  (await db.selectFrom('profiles').select('avatar_url').where('user_id', '=', id).executeTakeFirstOrThrow()).avatar_url
async function photo(type = 'image/jpeg') {
  const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#996633' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'me.jpg', { type })
}

test('a face is kept in two widths and two formats, and the profile shows it [T145]', async () => {
  const { id } = await somePerson(db)
  const address = await changeAvatar(db, id, await photo())
  expect(await shown(id)).toBe(address)
  expect(address).toMatch(/^\/media\/avatars\/[0-9a-f]{32}-96\.webp$/)
  expect(await kept()).toHaveLength(4)
  expect(await kept()).toContain(faceIn(address, 256).slice('/media/avatars/'.length))
})

test('a new face takes the place of the old one, whose files go', async () => {
  const { id } = await somePerson(db)
  const old = await changeAvatar(db, id, await photo())
  const fresh = await changeAvatar(db, id, await photo())
  expect(fresh).not.toBe(old)
  expect(await kept()).toHaveLength(4)
})

test('of ten uploads at once one stays, with its files and no others', async () => {
  const { id } = await somePerson(db)
  const file = await photo()
  await Promise.all(Array.from({ length: 10 }, () => changeAvatar(db, id, file)))
  expect(await kept()).toHaveLength(4)
  expect(await kept()).toContain((await shown(id))!.slice('/media/avatars/'.length))
})

test('a removed face leaves nothing, and removing none is no fault', async () => {
  const { id } = await somePerson(db)
  await changeAvatar(db, id, await photo())
  await removeAvatar(db, id)
  await removeAvatar(db, id)
  expect([await shown(id), await kept()]).toEqual([null, []])
})

test('a refused picture leaves the old face', async () => {
  const { id } = await somePerson(db)
  const address = await changeAvatar(db, id, await photo())
  await expect(changeAvatar(db, id, new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }))).rejects.toMatchObject({
    message: 'Please select an image file',
  })
  expect(await shown(id)).toBe(address)
  expect(await kept()).toHaveLength(4)
})

test('a face for a person who is gone leaves no file', async () => {
  await expect(changeAvatar(db, '00000000-0000-4000-8000-000000000000', await photo())).rejects.toThrow()
  expect(await kept()).toEqual([])
})

test('a deleted person’s face is gone', async () => {
  const person = await somePerson(db)
  await changeAvatar(db, person.id, await photo())
  await deleteAccount(db, person.id, person.password)
  expect([await shown(person.id), await kept()]).toEqual([null, []])
})

test('the sweep removes files that no profile shows, and only those', async () => {
  const [one, two] = [await somePerson(db), await somePerson(db)]
  const used = await changeAvatar(db, one.id, await photo())
  await changeAvatar(db, two.id, await photo())
  await db.updateTable('profiles').set({ avatar_url: null }).where('user_id', '=', two.id).execute()
  const old = new Date(Date.now() - 25 * 3600_000)
  for (const name of await kept()) await utimes(join(root, 'avatars', name), old, old)
  expect(await sweepAvatars(db)).toBe(4)
  expect(await kept()).toContain(used.slice('/media/avatars/'.length))
  expect(await kept()).toHaveLength(4)
})
