import { isDeepStrictEqual } from 'node:util'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { wrapUpMost, wrapUpTexts } from './after.ts'
import type { PostTyped } from './after-forms.ts'
import { overNow } from './over.server.ts'
import { letGoOf, type PostedPhoto, photosOf, refuseMissing, writePhotos } from './photos.server.ts'

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
