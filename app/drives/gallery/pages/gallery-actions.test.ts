import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import { oneLine } from '#app/kit/lines.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, type Fields, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { action as galleryActions } from './actions.ts'
import { loader as images } from './images.tsx'
import { loader as videos } from './video.tsx'
import { action as addVideo } from './video-add.tsx'

// The form actions of a gallery, with whatever may be sent to them.

const at = (address: string) => actionAt(galleryActions, address)
const [setCaption, moveImage] = [at('images/caption'), at('images/move')]
const [removeImage, restoreImage] = [at('images/remove'), at('images/restore')]
const [setTitle, moveVideo] = [at('video/title'), at('video/move')]
const [removeVideo, restoreVideo] = [at('video/remove'), at('video/restore')]

const db = await testDatabase()
const [mine, other] = [await gallery(), await gallery()]
beforeEach(() => sql`delete from rate_limits`.execute(db))

/** A drive with two pictures and two videos. */
async function gallery() {
  const drive = await someDrive(db)
  const urls = [1, 2].map(() => `/media/drives/${crypto.randomUUID().replaceAll('-', '')}-640.jpg`)
  for (const [at, url] of urls.entries()) {
    const size = { width: 640, height: 480, colour: '#996633' }
    await db
      .insertInto('pictures')
      .values({ url, user_id: drive.ownerId, ...size, files: '[{"key":"x"}]' })
      .execute()
    await db
      .insertInto('fund_drive_images')
      .values({ fund_drive_id: drive.id, image_url: url, display_order: at + 1, ...size })
      .execute()
    await db
      .insertInto('fund_drive_videos')
      .values({ fund_drive_id: drive.id, video_url: `https://vimeo.com/10000${at}`, display_order: at + 1 })
      .execute()
  }
  const set = { drive: (await ownDrive(db, drive.ownerId, drive.slug))!, person: { id: drive.ownerId } }
  return { ...drive, ...set, urls }
}
const set = (context: { set: (of: never, value: never) => void }) => {
  context.set(personContext as never, mine.person as never)
  context.set(driveContext as never, mine.drive as never)
}
const send = (action: Parameters<typeof sendTo>[0], fields: Fields) => sendTo(action, fields, { set })
type Item = { id: string; url: string; caption: string; title: string }
const imagesOf = async () => ((await ask(images, { set })).data as { images: Item[] }).images
const videosOf = async () => ((await ask(videos, { set })).data as { videos: Item[] }).videos
/** Every row of every gallery. */
const all = async () => [
  await db.selectFrom('fund_drive_images').selectAll().orderBy('id').execute(),
  await db.selectFrom('fund_drive_videos').selectAll().orderBy('id').execute(),
]
const [image] = (await imagesOf()).map(({ id }) => id) as [string]
const [video] = (await videosOf()).map(({ id }) => id) as [string]
const theirs = {
  image: (await db.selectFrom('fund_drive_images').select('id').where('fund_drive_id', '=', other.id).execute())[0]!.id,
  video: (await db.selectFrom('fund_drive_videos').select('id').where('fund_drive_id', '=', other.id).execute())[0]!.id,
}

describe('a line below', () => {
  const kinds = [
    [
      'a picture',
      bad.badTexts(),
      setCaption,
      (text: string) => ({ image, caption: text }),
      async () => (await imagesOf())[0]!.caption,
    ],
    [
      'a video',
      bad.some(bad.badTexts()),
      setTitle,
      (text: string) => ({ video, title: text }),
      async () => (await videosOf())[0]!.title,
    ],
  ] as const
  describe.each(kinds)('%s', (_, texts, action, fields, shown) => {
    test.each(bad.named(texts))('%s', async (_, text) => {
      const { status, answer } = await send(action, fields(text))
      const clean = oneLine(text)
      if ([...clean].length > 200) {
        const field = 'caption' in fields('') ? 'caption' : 'title'
        expect([status, answer?.errors]).toEqual([422, { [field]: 'Please use at most 200 characters.' }])
      } else {
        expect(status).toBe(200)
        expect(await shown()).toBe(clean)
      }
    })
  })
})

describe('what is not there, or not one’s own', () => {
  const formActions: [string, Parameters<typeof sendTo>[0], (id: string) => Fields][] = [
    ['caption', setCaption, (id) => ({ image: id, caption: 'Yangu' })],
    ['move', moveImage, (id) => ({ image: id })],
    ['remove', removeImage, (id) => ({ image: id })],
    ['title', setTitle, (id) => ({ video: id, title: 'Yangu' })],
    ['move video', moveVideo, (id) => ({ video: id })],
    ['remove video', removeVideo, (id) => ({ video: id })],
  ]
  const ids = [...places.badIds(), `${image}'`, `${image} `, `{${image}}`, image.replaceAll('-', ''), mine.id, other.id]
  test.each(bad.named(ids))('%s', async (_, id) => {
    const before = await all()
    for (const [name, action, fields] of formActions) {
      const { status } = await send(action, fields(id))
      expect([name, [404, 422]]).toEqual([name, expect.arrayContaining([status])])
    }
    expect(await all()).toEqual(before)
  })

  test('of another drive is missing, whatever is to be done with it [T232]', async () => {
    const before = await all()
    for (const [name, action, fields] of formActions) {
      const id = name.includes('video') || name === 'title' ? theirs.video : theirs.image
      expect([name, (await send(action, fields(id))).status]).toEqual([name, 404])
    }
    for (const [action, fields] of formActions.map(([, action, fields]) => [action, fields] as const)) {
      expect((await send(action, {})).status).toBe(422)
      const asFile = Object.fromEntries(Object.keys(fields('')).map((name) => [name, new File([image], 'x')]))
      expect((await send(action, asFile)).status).toBe(422)
    }
    expect(await all()).toEqual(before)
  })

  test.each(
    bad.named([...bad.some(places.badIds().filter((id) => id.replace('\0', ''))), theirs.image, theirs.video, mine.id]),
  )('nothing goes before %s', async (_, before) => {
    const was = await all()
    const tries = [await send(moveImage, { image, before }), await send(moveVideo, { video, before })]
    for (const { status } of tries) expect([409, 422]).toContain(status)
    expect(await all()).toEqual(was)
  })
})

describe('bringing back', () => {
  test.each(
    bad.named([
      ...bad.some(places.badAddresses()),
      ...bad.some(places.badIds()),
      other.urls[0]!,
      'https://a.example/x.png',
    ]),
  )('no picture comes back from %s', async (_, url) => {
    const before = await all()
    const { status } = await send(restoreImage, { url, caption: 'Rudi', before: '' })
    expect([404, 422]).toContain(status)
    expect(await all()).toEqual(before)
  })
  test.each(bad.named([...bad.some(places.badAddresses('x.mp4')), ...bad.some(places.badIds())]))(
    'no video comes back from %s',
    async (_, url) => {
      const before = await all()
      const { status } = await send(restoreVideo, { url, title: 'Rudi', before: '' })
      expect([404, 422]).toContain(status)
      expect(await all()).toEqual(before)
    },
  )
})

describe('a video', () => {
  test.each(bad.named([...places.badAddresses('x.mp4'), '', ' ', 'x'.repeat(1_000_000), '\u202e', '\0']))(
    'is not at %s [T263]',
    async (_, url) => {
      const before = await all()
      const { status, answer } = await send(addVideo, { url })
      expect([status, Object.keys(answer?.errors ?? {})]).toEqual([422, ['url']])
      const nothing = url.replaceAll('\0', '').trim() === ''
      expect(answer?.errors?.url).toBe(
        nothing ? 'Please enter the address of a video.' : galleryTexts.urlUnknown.message,
      )
      if (!nothing) expect(answer?.says?.title).toBe('Error adding video')
      expect(await all()).toEqual(before)
    },
  )

  test('has no title, place or drive but those the product gives it', async () => {
    const more = { title: 'Yangu', video_url: 'javascript:alert(1)', display_order: '-1', description: 'x' }
    const { status } = await send(addVideo, { ...bad.foreignFields, ...more, url: 'https://youtu.be/dQw4w9WgXcQ' })
    expect(status).toBe(302 + 1)
    const added = (
      await db.selectFrom('fund_drive_videos').selectAll().where('fund_drive_id', '=', mine.id).execute()
    ).at(-1)
    expect(added).toMatchObject({ video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', display_order: 3 })
    expect(added).toMatchObject({ title: '', description: '' })
  })

  test('is needed: a form without an address says so [T197]', async () => {
    for (const fields of [{}, { url: new File(['x'], 'x.mp4') }, { 'url[]': 'https://vimeo.com/1' }] as Fields[])
      expect((await send(addVideo, fields)).answer?.errors).toEqual({ url: 'Please enter the address of a video.' })
  })
})
