import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadedPicture } from '#app/kit/picture.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { allRows, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import {
  addPicture,
  forgetPicture,
  pictureBreaks,
  refuseForeignPicture,
  sweepFiles,
  sweepPictures,
} from './picture.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
const roots: string[] = []
let root: string
beforeEach(async () => {
  await sql`delete from fund_drives`.execute(db)
  await sql`delete from pictures`.execute(db)
  root = await mkdtemp(join(tmpdir(), 'pictures-'))
  roots.push(root)
  useStore(diskStore(root))
})
afterAll(() => Promise.all(roots.map((one) => rm(one, { recursive: true, force: true }))))

const files = () => readdir(join(root, 'drives')).catch(() => [])
async function photo(width = 400, height = 300) {
  const create = { width, height, channels: 3 as const, background: '#996633' }
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'p.png', { type: 'image/png' })
}
const show = (id: string, image_url: string) => setRows('fund_drives', { id }, { image_url })
const newPicture = async (ownerId: string) => (await addPicture(db, ownerId, await photo())).url

describe('what is kept', () => {
  test.each([
    [10, 10, [10]],
    [320, 200, [320]],
    [3000, 40, [320, 640, 1280, 1920]],
    [2600, 1300, [320, 640, 1280, 1920]],
    [40, 3000, [40]],
    [1, 1, [1]],
  ])('%i × %i is kept in its widths, in three formats, with its colour [T350]', async (width, height, widths) => {
    const { ownerId } = await someDrive(db)
    const picture = await addPicture(db, ownerId, await photo(width, height))
    expect(picture.width).toBe(widths.at(-1))
    expect(picture.colour).toMatch(/^#9[0-9a-f]6[0-9a-f]3[0-9a-f]$/)
    expect(uploadedPicture(picture.url)?.widths).toEqual(widths)
    const kinds = (await files()).map((file) => file.split('.').at(-1)).sort()
    expect(kinds).toEqual(['avif', 'jpg', 'webp'].flatMap((kind) => widths.map(() => kind)))
    expect(await pictureBreaks(db)).toEqual([])
  })

  test('a tall photo keeps its shape, with no more pixels than a wide one', async () => {
    const { ownerId } = await someDrive(db)
    const { width, height } = await addPicture(db, ownerId, await photo(3000, 4000))
    expect([width, height]).toEqual([1440, 1920])
  })

  test('of the last place among five hundred one upload of ten gets it, the others leave no file', async () => {
    const { ownerId } = await someDrive(db)
    await sql`
      insert into pictures (url, user_id, width, height, colour, files)
      select '/media/drives/' || md5(n::text) || '-1.jpg', ${ownerId}, 1, 1, '#000000', '[{"key":"x"}]'
      from generate_series(1, 499) n`.execute(db)
    const file = await photo(40, 30)
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => addPicture(db, ownerId, file)))
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(9)
    expect(refused[0]).toMatchObject({ status: 422, field: 'image', message: expect.stringContaining('the most') })
    expect(await files()).toHaveLength(3)
  })
})

describe('who may show it', () => {
  test('its owner, and nobody once it is gone', async () => {
    const { ownerId } = await someDrive(db)
    const { ownerId: other } = await someDrive(db)
    const url = await newPicture(ownerId)
    const may = (who: string, what: string | null) =>
      db.transaction().execute((tx) => refuseForeignPicture(tx, who, what))
    await may(ownerId, url)
    await may(other, null)
    // Nobody shows what lies elsewhere: a copy of it is kept first.
    await expect(may(other, 'https://a.example/x.jpg')).rejects.toMatchObject({ status: 422, field: 'image' })
    await expect(may(other, url)).rejects.toMatchObject({ status: 422, field: 'image' })
    await forgetPicture(db, url)
    await expect(may(ownerId, url)).rejects.toMatchObject({ status: 422 })
  })
})

describe('forgetting', () => {
  test('what is shown somewhere stays, whether asked or swept; what nothing shows goes, file and row', async () => {
    const { ownerId, id } = await someDrive(db)
    const [front, gallery, told] = [await newPicture(ownerId), await newPicture(ownerId), await newPicture(ownerId)]
    await newPicture(ownerId)
    await show(id, front)
    const image = { fund_drive_id: id, image_url: gallery, display_order: 1 }
    await db.insertInto('fund_drive_images').values(image).execute()
    await setRows('fund_drives', { id }, { description: `<img src="${told}">` })
    await timePasses('25 hours')
    for (const url of [front, gallery, told]) await forgetPicture(db, url)
    expect(await sweepPictures(db)).toBe(1)
    const left = (await allRows('pictures', {}, 'url')).map(({ url }) => url)
    expect(left).toEqual([front, gallery, told].sort())
    expect(await files()).toHaveLength(18)
    expect(await pictureBreaks(db)).toEqual([])
    await db.deleteFrom('fund_drives').where('id', '=', id).execute()
    expect(await sweepPictures(db)).toBe(3)
    expect(await files()).toEqual([])
  })

  test('a picture of today whose form was not sent yet is left', async () => {
    const { ownerId } = await someDrive(db)
    await newPicture(ownerId)
    expect(await sweepPictures(db)).toBe(0)
  })

  test('a picture that is chosen while it is swept is either shown and kept, or refused and gone', async () => {
    const { ownerId, id } = await someDrive(db)
    for (let round = 0; round < 12; round++) {
      const { url } = await addPicture(db, ownerId, await photo(20, 20))
      const choose = db.transaction().execute(async (tx) => {
        await refuseForeignPicture(tx, ownerId, url)
        await tx.updateTable('fund_drives').set({ image_url: url }).where('id', '=', id).execute()
      })
      await Promise.allSettled([choose, forgetPicture(db, url), forgetPicture(db, url)])
      expect(await pictureBreaks(db)).toEqual([])
    }
  })

  test('a crash between files and row leaves files, which the sweep removes after a day', async () => {
    const { ownerId } = await someDrive(db)
    const [kept, lost] = [await newPicture(ownerId), await newPicture(ownerId)]
    await db.deleteFrom('pictures').where('url', '=', lost).execute()
    await writeFile(join(root, `drives/${'a'.repeat(32)}-320.webp.0a0b0c0d.half`), 'x')
    expect(await pictureBreaks(db)).toHaveLength(7)
    expect(await sweepFiles(db)).toBe(0)
    const before = new Date(Date.now() - 25 * 3600_000)
    for (const file of await files()) await utimes(join(root, 'drives', file), before, before)
    expect(await sweepFiles(db)).toBe(7)
    expect(await pictureBreaks(db)).toEqual([])
    expect(await files()).toHaveLength(uploadedPicture(kept)!.widths.length * 3)
  })

  test('a missing file, another in its place and a picture that is shown and gone are found', async () => {
    const { ownerId, id } = await someDrive(db)
    const url = await newPicture(ownerId)
    const [first, second] = await files()
    await rm(join(root, 'drives', first!))
    await writeFile(join(root, 'drives', second!), 'another')
    await show(id, `/media/drives/${'b'.repeat(32)}-320.jpg`)
    expect((await pictureBreaks(db)).sort()).toEqual([
      expect.stringContaining('is shown and no picture'),
      `drives/${first} is missing or not what was kept`,
      `drives/${second} is missing or not what was kept`,
    ])
    expect(url).toContain('-400.jpg')
  })
})
