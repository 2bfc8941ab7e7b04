import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { useFarWorld } from '#app/platform/pictures/far-file.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { fetchFarPictures, withFarPicturesKept } from './far-pictures.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
const root = await mkdtemp(join(tmpdir(), 'far-'))
useStore(diskStore(root))
afterAll(() => rm(root, { recursive: true, force: true }))
const bytes = await readFile('examples/pictures/ward.webp')
let asked: string[] = []
useFarWorld({
  addressesOf: async () => ['93.184.215.14'],
  ask: async (url) => {
    asked.push(url.href)
    const there = !url.pathname.includes('gone')
    return {
      status: there ? 200 : 404,
      type: 'image/webp',
      location: undefined,
      body: Readable.from([url.pathname.includes('fake') ? Buffer.from('<svg onload=alert(1)>') : bytes]),
    }
  },
})
const sourceOf = async (url: string) =>
  (await db.selectFrom('pictures').where('url', '=', url).select('source').executeTakeFirst())?.source

test('pictures elsewhere in a story become copies of ours, each fetched once', async () => {
  const { ownerId } = await someDrive(db)
  asked = []
  const html =
    '<p>A</p><img src="https://a.example/x.webp?a=1&amp;b=2" alt="one"><img src="https://a.example/x.webp?a=1&amp;b=2">'
  const kept = await withFarPicturesKept(db, ownerId, html)
  expect(kept).not.toContain('a.example')
  const [, url] = kept.match(/<img src="(\/media\/drives\/[^"]+)" alt="one"/) ?? []
  expect(await sourceOf(url!)).toBe('https://a.example/x.webp?a=1&b=2')
  expect(await withFarPicturesKept(db, ownerId, html)).toBe(kept)
  expect(asked).toEqual(['https://a.example/x.webp?a=1&b=2'])
})

test('one that is not there, or no picture, refuses the story at its field', async () => {
  const { ownerId } = await someDrive(db)
  for (const name of ['gone', 'fake'])
    await expect(withFarPicturesKept(db, ownerId, `<img src="https://a.example/${name}.webp">`)).rejects.toMatchObject({
      status: 422,
      field: 'description',
    })
})

test('what drives showed from elsewhere before is fetched by the clock; what fails is tried five times', async () => {
  const { id } = await someDrive(db)
  const text =
    '<p>Hi</p><img src="https://b.example/in.webp" alt="in" /><img src="https://b.example/gone.webp" alt="" />'
  await setRows('fund_drives', { id }, { image_url: 'https://b.example/face.webp', description: text })
  await db
    .insertInto('fund_drive_images')
    .values({ fund_drive_id: id, image_url: 'https://b.example/hung.webp', display_order: 1 })
    .execute()
  asked = []
  expect(await fetchFarPictures(db)).toBe(3)
  const drive = await db
    .selectFrom('fund_drives')
    .where('id', '=', id)
    .select(['image_url', 'description'])
    .executeTakeFirstOrThrow()
  expect(await sourceOf(drive.image_url!)).toBe('https://b.example/face.webp')
  expect(drive.description).toMatch(
    /<img src="\/media\/drives\/[^"]+" alt="in" \/><img src="https:\/\/b.example\/gone.webp"/,
  )
  const hung = await db
    .selectFrom('fund_drive_images')
    .where('fund_drive_id', '=', id)
    .select(['image_url', 'width', 'colour'])
    .executeTakeFirstOrThrow()
  expect([await sourceOf(hung.image_url), hung.width]).toEqual(['https://b.example/hung.webp', expect.any(Number)])
  const goneTries = () => asked.filter((url) => url.includes('gone')).length
  expect(goneTries()).toBe(1)
  for (let nr = 0; nr < 8; nr++) {
    await timePasses('30 days', { far_picture_tries: {} })
    expect(await fetchFarPictures(db)).toBe(0)
  }
  expect(goneTries()).toBe(5)
})
