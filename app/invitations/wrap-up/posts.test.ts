import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPicture, forgetPicture, pictureBreaks, sweepPictures } from '#app/base/pictures/picture.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { photo } from '#test/pictures.ts'
import { timePasses } from '#test/time.ts'
import { addPhotos, addPost, postsOf, removePhoto, removePost } from './posts.server.ts'
import { wrapUpTexts } from './wrap-up.ts'
import { photosForm, postForm, postGone } from './wrap-up-forms.ts'

// What a host writes to all guests after an occasion: rights, limits, a form sent twice.

const db = await testDatabase()

async function host(over = true) {
  const made = await someGathering(db)
  if (over) await timePasses('33 days')
  return made
}
const typed = (words = 'Asanteni', key = randomUUID()) => postForm.parse({ words, key })

test('a post waits for the first occasion to be over, and a form sent twice at once makes one', async () => {
  const early = await host(false)
  await expect(addPost(db, early.mine, typed())).rejects.toThrow('first occasion')
  const { id, mine } = await host()
  const one = typed('Asanteni sana')
  granted(await atOnce(2, () => addPost(db, mine, one)))
  expect((await postsOf(db, id)).map(({ words }) => words)).toEqual(['Asanteni sana'])
})

test('a form that comes again with other words, or with a photo more, is another post with a key of its own', async () => {
  const { id, mine } = await host()
  const one = typed()
  await addPost(db, mine, one)
  const photos = [{ field: 'photo1', image: '/media/drives/a-800.jpg', alt: '' }]
  for (const other of [{ words: 'Asanteni sana' }, { photos }]) {
    const refused = await addPost(db, mine, { ...one, ...other }).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([other, { says: wrapUpTexts.another, typed: { key: expect.any(String) } }])
  }
  expect(await postsOf(db, id)).toHaveLength(1)
})

test('others can neither post nor remove, and a post of another gathering stays', async () => {
  const [{ id, mine }, other] = [await host(), await host()]
  const stranger = { personId: (await somePerson(db)).id, slug: mine.slug }
  await expect(addPost(db, stranger, typed())).rejects.toMatchObject({ status: 404 })
  await addPost(db, mine, typed())
  const [post] = await postsOf(db, id)
  await expect(removePost(db, stranger, post!.id)).rejects.toMatchObject({ status: 404 })
  await expect(removePost(db, other.mine, post!.id)).rejects.toMatchObject({ status: 404 })
  expect(await postsOf(db, id)).toHaveLength(1)
  await removePost(db, mine, post!.id)
  expect(await postsOf(db, id)).toEqual([])
})

test('there are at most 20, the newest first, and they go with their gathering', async () => {
  const { id, mine } = await host()
  for (let nr = 0; nr < 20; nr++) await addPost(db, mine, typed(`No. ${nr}`), new Date(Date.now() + nr * 1000))
  await expect(addPost(db, mine, typed())).rejects.toThrow('20 posts')
  expect((await postsOf(db, id, 2)).map(({ words }) => words)).toEqual(['No. 19', 'No. 18'])
  await sql`delete from gatherings where id = ${id}`.execute(db)
  expect(await postsOf(db, id)).toEqual([])
})

test('words are 1 to 1,000 characters that can be seen, and removing is asked first', () => {
  const key = randomUUID()
  for (const words of ['', ' \u0000\u202e ', 'x'.repeat(1001)])
    expect(postForm.safeParse({ key, words }).success).toBe(false)
  expect(postForm.parse({ key, words: `\u202e${'x'.repeat(1000)}\u0000` }).words).toBe('x'.repeat(1000))
  expect(postGone.safeParse({ post: key }).success).toBe(false)
})

describe('photos of a post', () => {
  const roots: string[] = []
  afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))))
  beforeEach(async () => {
    await sql`delete from post_photos`.execute(db)
    await sql`delete from pictures`.execute(db)
    roots.push(await mkdtemp(join(tmpdir(), 'photos-')))
    useStore(diskStore(roots.at(-1)!))
  })
  const upload = async (personId: string) => {
    const bytes = await photo(40, 30).png().toBuffer()
    return (await addPicture(db, personId, new File([new Uint8Array(bytes)], 'p.png', { type: 'image/png' }))).url
  }
  const withPhotos = (...urls: string[]) =>
    postForm.parse({
      words: 'Asanteni',
      key: randomUUID(),
      ...Object.fromEntries(urls.flatMap((url, at) => [[`photo${at + 1}`, url]])),
      alt1: ' The  dance ',
    })
  /** Does what the queue has of pictures that are no longer shown; gives how many are kept. */
  async function afterLettingGo(): Promise<number> {
    const { rows } = await sql<{ url: string }>`select payload->>'url' as url from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'let-go-picture'`.execute(db)
    for (const { url } of rows) await forgetPicture(db, url)
    expect(await pictureBreaks(db)).toEqual([])
    return (await db.selectFrom('pictures').select('url').execute()).length
  }

  test('stand in the order in which they were sent, and go with their files when they are taken down', async () => {
    const { id, mine } = await host()
    const [one, two] = [await upload(mine.personId), await upload(mine.personId)]
    await addPost(db, mine, withPhotos(one, two))
    const [post] = await postsOf(db, id)
    expect(post!.photos).toMatchObject([
      { url: one, alt: 'The dance', place: 1, width: 40, height: 30 },
      { url: two, alt: '', place: 2 },
    ])
    await timePasses('2 days')
    expect(await sweepPictures(db)).toBe(0)
    await removePhoto(db, mine, post!.photos[0]!.id)
    expect((await postsOf(db, id))[0]!.photos.map(({ url }) => url)).toEqual([two])
    expect(await afterLettingGo()).toBe(1)
    await expect(removePhoto(db, mine, post!.photos[0]!.id)).rejects.toMatchObject({ status: 404 })
    await removePost(db, mine, post!.id)
    expect(await afterLettingGo()).toBe(0)
  })

  test('are at most six, the form sent twice adds them once, and what is added stands behind what is there', async () => {
    const { id, mine } = await host()
    const urls = await Promise.all(Array.from({ length: 7 }, () => upload(mine.personId)))
    await addPost(db, mine, withPhotos(...urls.slice(0, 4)))
    const post = (await postsOf(db, id))[0]!.id
    const more = (...added: string[]) =>
      photosForm.parse({ post, ...Object.fromEntries(added.map((url, at) => [`photo${at + 1}`, url])) })
    const all = await atOnce(2, () => addPhotos(db, mine, more(...urls.slice(4, 6))))
    granted(all)
    expect((await postsOf(db, id))[0]!.photos.map(({ url }) => url)).toEqual(urls.slice(0, 6))
    await expect(addPhotos(db, mine, more(urls[6]!))).rejects.toMatchObject({ status: 422, field: 'file' })
  })

  test('are the person’s own uploads, each in one post, and of nobody without the right', async () => {
    const [{ id, mine }, other] = [await host(), await host()]
    const [own, theirs] = [await upload(mine.personId), await upload(other.mine.personId)]
    await expect(addPost(db, mine, withPhotos(theirs))).rejects.toMatchObject({ status: 422, field: 'photo1' })
    expect(await postsOf(db, id)).toEqual([])
    await addPost(db, mine, withPhotos(own))
    await expect(addPost(db, mine, withPhotos(own))).rejects.toMatchObject({ status: 422, field: 'photo1' })
    const [post] = await postsOf(db, id)
    const [shown] = post!.photos
    const stranger = { personId: (await somePerson(db)).id, slug: mine.slug }
    const added = photosForm.parse({ post: post!.id, photo1: theirs })
    for (const who of [stranger, other.mine]) {
      await expect(removePhoto(db, who, shown!.id)).rejects.toMatchObject({ status: 404 })
      await expect(addPhotos(db, who, added)).rejects.toMatchObject({ status: 404 })
    }
    expect((await postsOf(db, id))[0]!.photos).toHaveLength(1)
  })

  test('are in what their host takes along, with what can be seen on them', async () => {
    const { mine } = await host()
    const url = await upload(mine.personId)
    await addPost(db, mine, withPhotos(url))
    const { gatherings } = await everythingAbout(db, mine.personId)
    expect(gatherings).toMatchObject([
      { posts: [{ words: 'Asanteni', photos: [{ picture: url, shows: 'The dance' }] }] },
    ])
  })

  test('who has the right to the guests of a drive posts and takes down, also where another person made the invitation', async () => {
    const drive = await someDrive(db)
    const { id, mine } = await someGathering(db, {}, { id: drive.id, ownerId: drive.ownerId })
    await timePasses('33 days')
    const maker = await somePerson(db)
    await sql`update gatherings set user_id = ${maker.id} where id = ${id}`.execute(db)
    const url = await upload(mine.personId)
    await addPost(db, mine, withPhotos(url))
    const [post] = await postsOf(db, id)
    const without = { ...mine, personId: maker.id }
    await expect(removePhoto(db, without, post!.photos[0]!.id)).rejects.toMatchObject({ status: 404 })
    await removePhoto(db, mine, post!.photos[0]!.id)
    expect(await afterLettingGo()).toBe(0)
  })

  test('a form is refused at its field: an address elsewhere, words that are too long, no photo, a file that is none', () => {
    const errors = (sent: Record<string, unknown>) => {
      const read = photosForm.safeParse({ post: randomUUID(), ...sent })
      return read.success ? [] : read.error.issues.map(({ path }) => path[0])
    }
    const url = `/media/drives/${'a'.repeat(32)}-40.jpg`
    expect(errors({ photo1: 'https://example.org/a.jpg' })).toEqual(['photo1'])
    expect(errors({ photo1: url, alt1: 'x'.repeat(201) })).toEqual(['alt1'])
    expect(errors({})).toEqual(['file'])
    expect(errors({ file: new File(['x'], 'a.txt', { type: 'text/plain' }) })).toEqual(['file'])
    expect(errors({ photo7: url })).toEqual(['file'])
    expect(errors({ photo6: url })).toEqual([])
    expect(postForm.safeParse({ words: 'x', key: randomUUID(), photo2: '/media/x' }).error?.issues[0]?.path).toEqual([
      'photo2',
    ])
  })
})
