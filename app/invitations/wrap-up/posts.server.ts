import { isDeepStrictEqual } from 'node:util'
import { type PhotoTyped, photoPlaces, photosMost, photosTexts } from '#app/base/pictures/photos.ts'
import { letGoLater, pictureToShow } from '#app/base/pictures/picture.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { overNow } from './occasions.server.ts'
import { wrapUpMost, wrapUpTexts } from './wrap-up.ts'
import type { PostTyped } from './wrap-up-forms.ts'

// The host's posts to all guests after an occasion.

export type Post = { id: string; words: string; at: Date; photos: PostedPhoto[] }

/** Returns the newest posts of a gathering with their photos, newest first. */
export async function postsOf(db: Db, gatheringId: string, atMost: number = wrapUpMost.posts): Promise<Post[]> {
  const posts = await db
    .selectFrom('gathering_posts')
    .where('gathering_id', '=', gatheringId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(atMost)
    .select(['id', 'words', 'created_at as at'])
    .execute()
  const photos = await photosOf(
    db,
    posts.map(({ id }) => id),
  )
  return posts.map((post) => ({ ...post, photos: photos.get(post.id) ?? [] }))
}

/** Writes a post. The same form again changes nothing. A form with other content is another post, and needs a new key. */
export const addPost = (db: Db, mine: Hosting, { words, key, photos }: PostTyped, now = new Date()) =>
  changingGathering(db, mine, async (tx, { id }) => {
    if ((await overNow(tx, id, now)) === 'nothing') throw new Refusal(wrapUpTexts.beforeTheFirst)
    const known = await tx
      .selectFrom('gathering_posts')
      .where('gathering_id', '=', id)
      .select(['id', 'form_key as key', 'words'])
      .limit(wrapUpMost.posts)
      .execute()
    const before = known.find((post) => post.key === key)
    if (before && !(await isSame(tx, before, { words, photos }))) throw usedForAnother(wrapUpTexts.another)
    if (before) return
    if (known.length >= wrapUpMost.posts) throw new Refusal(wrapUpTexts.manyPosts)
    const post = await tx
      .insertInto('gathering_posts')
      .values({ gathering_id: id, words, form_key: key, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writePhotos(tx, mine.personId, post.id, photos)
  })

/** Compares with the stored post. Photos sent without a script have new addresses each time, so alternative texts are compared. */
async function isSame(tx: Tx, before: { id: string; words: string }, { words, photos }: Omit<PostTyped, 'key'>) {
  const there = (await photosOf(tx, [before.id])).get(before.id) ?? []
  const altsOf = (all: { alt: string }[]) => all.map(({ alt }) => alt)
  return before.words === words && isDeepStrictEqual(altsOf(there), altsOf(photos))
}

/** Removes a post, and its photos with their files. */
export const removePost = (db: Db, mine: Hosting, post: string) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await refuseMissing(tx, id, post)
    await letGoOf(tx, post)
    await tx.deleteFrom('gathering_posts').where('id', '=', post).execute()
  })

// Photos of posts: people who may post add and remove them. A removed photo is deleted with all its files.

/** A photo as pages show it. */
export type PostedPhoto = PictureFile & { id: string; place: number; alt: string }

/** Returns the photos of these posts, each post's in order. */
async function photosOf(db: Db, posts: string[]): Promise<Map<string, PostedPhoto[]>> {
  const found = new Map<string, PostedPhoto[]>()
  if (posts.length === 0) return found
  const rows = await db
    .selectFrom('post_photos')
    .where('post_id', 'in', posts)
    .orderBy('post_id')
    .orderBy('place')
    .select(['id', 'post_id', 'place', 'image_url as url', 'alt', 'width', 'height', 'colour'])
    .limit(wrapUpMost.posts * photosMost.photos)
    .execute()
  for (const { post_id: post, ...photo } of rows) found.set(post, [...(found.get(post) ?? []), photo])
  return found
}

/**
 * Writes a post's new photos after its existing ones, some of which the form may name again. Each must be one of this person's uploads, and
 * in no other post.
 */
async function writePhotos(tx: Tx, personId: string, post: string, photos: PhotoTyped[]): Promise<void> {
  const there = await tx.selectFrom('post_photos').where('post_id', '=', post).select(['place', 'image_url']).execute()
  const added = photos.filter(({ image }) => !there.some((one) => one.image_url === image))
  const free = photoPlaces.filter((place) => !there.some((one) => one.place === place))
  if (added.length > free.length) throw new Refusal(photosTexts.many, { status: 422, field: 'file' })
  // A removed photo leaves a gap: new photos go behind the existing ones if there is room, else into gaps.
  const behind = free.filter((place) => there.every((one) => one.place < place))
  const places = behind.length >= added.length ? behind : free
  for (const [at, { field, image, alt }] of added.entries()) {
    const picture = await pictureToShow(tx, personId, image)
    const written = picture && (await writePhoto(tx, { post_id: post, place: places[at]!, alt }, picture))
    if (!written) throw new Refusal(uploads.notImage, { status: 422, field })
  }
}

/** Writes a photo; undefined if another post has the picture. */
const writePhoto = (tx: Tx, about: { post_id: string; place: number; alt: string }, picture: PictureFile) =>
  tx
    .insertInto('post_photos')
    .values({
      ...about,
      image_url: picture.url,
      width: picture.width!,
      height: picture.height!,
      colour: picture.colour,
    })
    .onConflict((on) => on.column('image_url').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Adds photos to a post. The same form again changes nothing. */
export const addPhotos = (db: Db, mine: Hosting, { post, photos }: { post: string; photos: PhotoTyped[] }) =>
  changingGathering(db, mine, async (tx, { id }) => {
    await refuseMissing(tx, id, post)
    await writePhotos(tx, mine.personId, post, photos)
  })

/** Refuses a post that is not this gathering's. */
async function refuseMissing(tx: Tx, gatheringId: string, post: string): Promise<void> {
  const found = await tx
    .selectFrom('gathering_posts')
    .where('gathering_id', '=', gatheringId)
    .where('id', '=', post)
    .select('id')
    .executeTakeFirst()
  if (!found) throw new Refusal(wrapUpTexts.postMissing, { status: 404 })
}

/** Takes a photo down for the host, by their own wish or at a guest's request. */
export const removePhoto = (db: Db, mine: Hosting, photo: string) =>
  changingGathering(db, mine, async (tx, { id }) => {
    if (!(await takeDown(tx, id, photo))) throw new Refusal(wrapUpTexts.photoMissing, { status: 404 })
  })

/** Takes down a photo of this gathering, with its files; false if there is none. */
export async function takeDown(tx: Tx, gatheringId: string, photo: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('post_photos as o')
    .using('gathering_posts as p')
    .whereRef('p.id', '=', 'o.post_id')
    .where('p.gathering_id', '=', gatheringId)
    .where('o.id', '=', photo)
    .returning('o.image_url as url')
    .executeTakeFirst()
  if (gone) await letGoLater(tx, gone.url)
  return gone !== undefined
}

/** Removes all photos of a post before its deletion, with their files. */
async function letGoOf(tx: Tx, post: string): Promise<void> {
  const all = await tx.selectFrom('post_photos').where('post_id', '=', post).select('image_url as url').execute()
  for (const { url } of all) await letGoLater(tx, url)
}

/** Returns the words that a guest was last thanked with; null if none were sent. */
export const thanksOfGuest = async (db: Db, supporterId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('l.supporter_id', '=', supporterId)
      .where('m.kind', '=', 'thanks')
      .where('l.state', 'in', ['sent', 'unsure'])
      .orderBy('l.id', 'desc')
      .select('m.words')
      .limit(1)
      .executeTakeFirst()
  )?.words ?? null
