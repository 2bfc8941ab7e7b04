import { letGoLater, pictureToShow } from '#app/base/pictures/picture.server.ts'
import { keepSentAlong } from '#app/base/pictures/sent-along.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { photoPlaces, wrapUpMost, wrapUpTexts } from './after.ts'
import type { PhotoTyped } from './after-forms.ts'

// Photos of posts: who may post adds and takes down, and a picture that is taken down is removed with all its files.

/** A photo as pages show it. */
export type PostedPhoto = PictureFile & { id: string; place: number; alt: string }

/** The photos of these posts, each post's in their order. */
export async function photosOf(db: Db, posts: string[]): Promise<Map<string, PostedPhoto[]>> {
  const found = new Map<string, PostedPhoto[]>()
  if (posts.length === 0) return found
  const rows = await db
    .selectFrom('post_photos')
    .where('post_id', 'in', posts)
    .orderBy('post_id')
    .orderBy('place')
    .select(['id', 'post_id', 'place', 'image_url as url', 'alt', 'width', 'height', 'colour'])
    .limit(wrapUpMost.posts * wrapUpMost.photos)
    .execute()
  for (const { post_id: post, ...photo } of rows) found.set(post, [...(found.get(post) ?? []), photo])
  return found
}

/** Without a script one photo comes along with the form: it is kept, and its address is in the first place that is free. */
export async function keepPhotoAlong(db: Db, personId: string, fields: FormData): Promise<void> {
  const no = photoPlaces.find((one) => !fields.get(`photo${one}`))
  if (!no || !(await keepSentAlong(db, personId, fields, `photo${no}`))) return
  fields.set(`alt${no}`, String(fields.get('alt') ?? ''))
  fields.delete('alt')
}

/**
 * Writes the photos of a post after those that it has, of which the form may name some again. Each is one of this person's uploads,
 * and in no other post.
 */
export async function writePhotos(tx: Tx, personId: string, post: string, photos: PhotoTyped[]): Promise<void> {
  const there = await tx.selectFrom('post_photos').where('post_id', '=', post).select(['place', 'image_url']).execute()
  const added = photos.filter(({ image }) => !there.some((one) => one.image_url === image))
  const free = photoPlaces.filter((place) => !there.some((one) => one.place === place))
  if (added.length > free.length) throw new Refusal(wrapUpTexts.manyPhotos, { status: 422, field: 'file' })
  // The last place that is taken comes before a gap: what is added stands behind what is there, where there is room.
  const behind = free.filter((place) => there.every((one) => one.place < place))
  const places = behind.length >= added.length ? behind : free
  for (const [at, { field, image, alt }] of added.entries()) {
    const picture = await pictureToShow(tx, personId, image)
    const written = picture && (await writePhoto(tx, { post_id: post, place: places[at]!, alt }, picture))
    if (!written) throw new Refusal(uploads.notImage, { status: 422, field })
  }
}

/** Undefined where another post has the picture. */
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

/** Ends a form action about a post that this gathering has not. */
export async function refuseMissing(tx: Tx, gatheringId: string, post: string): Promise<void> {
  const found = await tx
    .selectFrom('gathering_posts')
    .where('gathering_id', '=', gatheringId)
    .where('id', '=', post)
    .select('id')
    .executeTakeFirst()
  if (!found) throw new Refusal(wrapUpTexts.postMissing, { status: 404 })
}

/** The host takes a photo down: by their own wish, or because a guest asked. */
export const removePhoto = (db: Db, mine: Hosting, photo: string) =>
  changingGathering(db, mine, async (tx, { id }) => {
    if (!(await takeDown(tx, id, photo))) throw new Refusal(wrapUpTexts.photoMissing, { status: 404 })
  })

/** Takes a photo of this gathering down, with its files; false where there is none. */
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

/** All photos of a post that goes are removed with their files. */
export async function letGoOf(tx: Tx, post: string): Promise<void> {
  const all = await tx.selectFrom('post_photos').where('post_id', '=', post).select('image_url as url').execute()
  for (const { url } of all) await letGoLater(tx, url)
}
