import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepPictures } from '#app/base/pictures/picture.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { timePasses } from '#test/time.ts'
import { addImage, addVideo, imagesOf, moveItem, removeItem, restoreItem, setLine, videosOf } from './gallery.server.ts'
import { galleryKinds } from './gallery.ts'
import { addVideoForm, lineForm } from './gallery-forms.ts'
import { galleryTexts } from './gallery-says.ts'

leavesSomethingBehind()

const db = await testDatabase()
const root = await mkdtemp(join(tmpdir(), 'gallery-'))
useStore(diskStore(root))
afterAll(() => rm(root, { recursive: true, force: true }))

const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#996633' } })
  .png()
  .toBuffer()
const photo = () => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
const filesKept = async () => (await readdir(join(root, 'drives')).catch(() => [])).length

const picture = (driveId: string, id: string) => ({ driveId, kind: 'image' as const, id })
const clip = (driveId: string, id: string) => ({ driveId, kind: 'video' as const, id })
async function someGallery() {
  const { id: driveId, ownerId } = await someDrive(db)
  return { driveId, ownerId }
}
/** Pictures of this owner in their gallery, without any files. */
async function fill({ driveId, ownerId }: { driveId: string; ownerId: string }, count: number) {
  const pictures = Array.from({ length: count }, () => ({
    url: `/media/drives/${randomUUID().replaceAll('-', '')}-640.jpg`,
    width: 640,
    height: 480,
    colour: '#996633',
  }))
  await db
    .insertInto('pictures')
    .values(
      pictures.map((one) => ({
        ...one,
        user_id: ownerId,
        files: JSON.stringify([{ key: one.url.slice('/media/'.length) }]),
      })),
    )
    .execute()
  await db
    .insertInto('fund_drive_images')
    .values(
      pictures.map(({ url, ...known }, at) => ({
        ...known,
        image_url: url,
        fund_drive_id: driveId,
        display_order: at + 1,
        caption: `${at}`,
      })),
    )
    .execute()
}
const captions = async (driveId: string) => (await imagesOf(db, driveId)).map(({ caption }) => caption).join(' ')
const idOf = async (driveId: string, caption: string) =>
  (await imagesOf(db, driveId)).find((image) => image.caption === caption)!.id
const many = (count: number, what: (at: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => what(at)))
const granted = (all: PromiseSettledResult<unknown>[]) => all.filter(({ status }) => status === 'fulfilled').length

describe('pictures of a gallery', () => {
  test('are shown in the order they came, with size and colour [T122]', async () => {
    const gallery = await someGallery()
    const { id } = await addImage(db, gallery, photo())
    await addImage(db, gallery, photo())
    const images = await imagesOf(db, gallery.driveId)
    expect(images).toHaveLength(2)
    expect(images[0]).toMatchObject({ id, width: 40, height: 30, colour: expect.stringMatching(/^#/), caption: '' })
  })

  test('that is sent again because no answer came, also at the same moment, is there once', async () => {
    const gallery = await someGallery()
    const [kept, key] = [await filesKept(), randomUUID()]
    const { id } = await addImage(db, gallery, photo(), key)
    const one = (await filesKept()) - kept
    const ids = async (sent: string) => {
      const all = await Promise.all(Array.from({ length: 10 }, () => addImage(db, gallery, photo(), sent)))
      return new Set(all.map((added) => added.id))
    }
    expect(await ids(key)).toEqual(new Set([id]))
    expect((await ids(randomUUID())).size).toBe(1)
    expect(await imagesOf(db, gallery.driveId)).toHaveLength(2)
    expect((await filesKept()) - kept).toBe(2 * one)
  })

  test('of ten sent at once when there is room for one, one is kept; of the others nothing is left', async () => {
    const gallery = await someGallery()
    await fill(gallery, galleryKinds.image.most - 1)
    const before = await filesKept()
    const all = await many(10, () => addImage(db, gallery, photo()))
    expect(granted(all)).toBe(1)
    expect(all.filter((one) => one.status === 'rejected').map((one) => one.reason.says.title)).toEqual(
      Array(9).fill(galleryTexts.image.full),
    )
    expect(await imagesOf(db, gallery.driveId)).toHaveLength(galleryKinds.image.most)
    expect((await filesKept()) - before).toBe(3)
  })

  test('what is no picture is refused, and nothing is kept of it', async () => {
    const gallery = await someGallery()
    const before = await filesKept()
    const fake = new File(['<svg onload="alert(1)"/>'], 'a.png', { type: 'image/png' })
    await expect(addImage(db, gallery, fake)).rejects.toMatchObject({ status: 422, field: 'image' })
    expect([await imagesOf(db, gallery.driveId), await filesKept()]).toEqual([[], before])
  })

  test('a caption is one line of at most 200 characters [T123]', async () => {
    const gallery = await someGallery()
    await fill(gallery, 1)
    const image = await idOf(gallery.driveId, '0')
    const { line } = lineForm('image').parse({
      image,
      caption: '  The\nnew\u202e   well <b> ',
      url: 'x',
      display_order: 9,
    })
    await setLine(db, picture(gallery.driveId, image), line)
    expect(await imagesOf(db, gallery.driveId)).toMatchObject([{ caption: 'The new well <b>' }])
    const long = lineForm('image').safeParse({ image, caption: 'x'.repeat(201) })
    expect(long.error?.issues[0]?.message).toBe(galleryTexts.lineLong.id)
    expect(lineForm('image').safeParse({ image, caption: 'ñ'.repeat(200) }).success).toBe(true)
  })

  test('go before another, to the end, or stay', async () => {
    const gallery = await someGallery()
    await fill(gallery, 4)
    const move = async (one: string, before: string | null) =>
      moveItem(
        db,
        picture(gallery.driveId, await idOf(gallery.driveId, one)),
        before && (await idOf(gallery.driveId, before)),
      )
    await move('3', '0')
    expect(await captions(gallery.driveId)).toBe('3 0 1 2')
    await move('3', null)
    expect(await captions(gallery.driveId)).toBe('0 1 2 3')
    await move('1', '1')
    expect(await captions(gallery.driveId)).toBe('0 1 2 3')
  })

  test('two windows: what one moved the other’s move leaves, and nothing is lost or doubled', async () => {
    const gallery = await someGallery()
    await fill(gallery, 4)
    const { driveId } = gallery
    const [first, third] = [await idOf(driveId, '0'), await idOf(driveId, '2')]
    await moveItem(db, picture(driveId, first), null)
    await removeItem(db, picture(driveId, await idOf(driveId, '1')))
    await addImage(db, gallery, photo())
    await moveItem(db, picture(driveId, await idOf(driveId, '3')), third)
    expect(await captions(driveId)).toBe('3 2 0 ')
  })

  test('moved by twenty at once, each still is there once, in places of their own', async () => {
    const gallery = await someGallery()
    await fill(gallery, 10)
    const ids = (await imagesOf(db, gallery.driveId)).map(({ id }) => id)
    const all = await many(20, (at) =>
      moveItem(db, picture(gallery.driveId, ids[at % 10]!), at % 3 ? ids[(at * 7 + 3) % 10]! : null),
    )
    expect(granted(all)).toBe(20)
    expect((await imagesOf(db, gallery.driveId)).map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('removed and brought back, one stands where it was, once, however often it is asked for', async () => {
    const gallery = await someGallery()
    await fill(gallery, 3)
    const gone = await removeItem(db, picture(gallery.driveId, await idOf(gallery.driveId, '1')))
    expect(await captions(gallery.driveId)).toBe('0 2')
    const all = await many(10, () => restoreItem(db, 'image', gallery, gone))
    expect(granted(all)).toBe(10)
    expect(await captions(gallery.driveId)).toBe('0 1 2')
    expect((await imagesOf(db, gallery.driveId))[1]).toMatchObject({ width: 640, height: 480, colour: '#996633' })
    const last = await removeItem(db, picture(gallery.driveId, await idOf(gallery.driveId, '2')))
    await removeItem(db, picture(gallery.driveId, await idOf(gallery.driveId, '0')))
    await restoreItem(db, 'image', gallery, { ...last, before: randomUUID() })
    expect(await captions(gallery.driveId)).toBe('1 2')
  })

  test('an old one that was removed outlives the sweep for a day, and not for longer', async () => {
    const gallery = await someGallery()
    await addImage(db, gallery, photo())
    const [image] = await imagesOf(db, gallery.driveId)
    const age = () => timePasses('2 days')
    await age()
    const gone = await removeItem(db, picture(gallery.driveId, image!.id))
    await sweepPictures(db)
    await restoreItem(db, 'image', gallery, gone)
    expect(await imagesOf(db, gallery.driveId)).toMatchObject([{ url: image!.url }])
    await removeItem(db, picture(gallery.driveId, (await imagesOf(db, gallery.driveId))[0]!.id))
    await age()
    await sweepPictures(db)
    await expect(restoreItem(db, 'image', gallery, gone)).rejects.toMatchObject({ status: 404 })
  })

  test('of ten brought back at once when there is room for one, one is', async () => {
    const gallery = await someGallery()
    await fill(gallery, galleryKinds.image.most)
    const gone: Awaited<ReturnType<typeof removeItem>>[] = []
    for (let at = 0; at < 10; at++)
      gone.push(await removeItem(db, picture(gallery.driveId, await idOf(gallery.driveId, `${at}`))))
    for (let at = 0; at < 9; at++) await addImage(db, gallery, photo())
    const all = await many(10, (at) => restoreItem(db, 'image', gallery, gone[at]!))
    expect(granted(all)).toBe(1)
    expect(all.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))).toEqual(Array(9).fill(409))
  })
})

describe('videos', () => {
  const video = (at: number) => `https://youtu.be/${String(at).padStart(11, 'a')}`
  const titles = async (driveId: string) => (await videosOf(db, driveId)).map(({ title }) => title).join(' ')

  test('are kept under one address, with the title it tells, at the end [T124]', async () => {
    const { driveId } = await someGallery()
    await addVideo(db, driveId, 'https://a.example/school-visit.mp4')
    await addVideo(db, driveId, `m.youtube.com/watch?v=dQw4w9WgXcQ&t=3`)
    expect(await videosOf(db, driveId)).toMatchObject([
      { title: 'school visit', provider: 'file', player: 'https://a.example/school-visit.mp4' },
      { title: '', provider: 'youtube', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    ])
  })

  test('what can’t be shown is refused with the words for the toast, and with what can be shown at the field', async () => {
    const { driveId } = await someGallery()
    const refused = async (typed: string) => {
      const reason = await addVideo(db, driveId, typed).then(
        () => undefined,
        (reason) => reason,
      )
      return [reason?.says.title, reason?.says.text, reason?.field]
    }
    expect(await refused('https://dailymotion.com/video/x')).toEqual([
      galleryTexts.video.notAdded.title,
      galleryTexts.urlUnknown,
      'url',
    ])
    expect(await refused('https://vm.tiktok.com/abc')).toEqual([
      galleryTexts.video.notAdded.title,
      galleryTexts.urlShort,
      'url',
    ])
    await addVideo(db, driveId, video(1))
    expect(await refused(`${video(1)}?t=1`)).toEqual([
      galleryTexts.video.notAdded.title,
      galleryTexts.videoThere,
      'url',
    ])
    expect(await videosOf(db, driveId)).toHaveLength(1)
    for (const url of ['', '  ', undefined])
      expect(addVideoForm.safeParse({ url }).error?.issues[0]?.message).toBe(galleryTexts.urlMissing.id)
  })

  test('of ten added at once when there is room for one, one is kept; of the same ten times, one', async () => {
    const { driveId } = await someGallery()
    expect(granted(await many(10, () => addVideo(db, driveId, video(0))))).toBe(1)
    for (let at = 1; at < galleryKinds.video.most - 1; at++) await addVideo(db, driveId, video(at))
    expect(granted(await many(10, (at) => addVideo(db, driveId, video(100 + at))))).toBe(1)
    expect(await videosOf(db, driveId)).toHaveLength(galleryKinds.video.most)
  })

  test('are renamed, moved, removed and brought back [T234]', async () => {
    const gallery = await someGallery()
    const { driveId } = gallery
    const ids: string[] = []
    for (const at of [0, 1, 2]) {
      const { id } = await addVideo(db, driveId, video(at))
      const { line } = lineForm('video').parse({ video: id, title: ` ${at}\n` })
      await setLine(db, clip(driveId, id), line)
      ids.push(id)
    }
    expect(await titles(driveId)).toBe('0 1 2')
    await moveItem(db, clip(driveId, ids[2]!), ids[0]!)
    expect(await titles(driveId)).toBe('2 0 1')
    const gone = await removeItem(db, clip(driveId, ids[0]!))
    expect(await titles(driveId)).toBe('2 1')
    await many(10, () => restoreItem(db, 'video', gallery, gone))
    expect(await titles(driveId)).toBe('2 0 1')
    await expect(restoreItem(db, 'video', gallery, { ...gone, url: 'https://evil.test/x' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
