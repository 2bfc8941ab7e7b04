import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { changing, type Hosting } from '../occasions/gathering.server.ts'
import { most, says } from './after.ts'
import type { PostTyped } from './after-forms.ts'
import { overNow } from './over.server.ts'

// What a host writes to all guests after an occasion.

export type Post = { id: string; words: string; at: Date }

/** The newest posts of a gathering, first the newest. */
export const postsOf = (db: Db, gatheringId: string, atMost: number = most.posts): Promise<Post[]> =>
  db
    .selectFrom('gathering_posts')
    .where('gathering_id', '=', gatheringId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(atMost)
    .select(['id', 'words', 'created_at as at'])
    .execute()

/** Writes a post. The same form again changes nothing. */
export const addPost = (db: Db, mine: Hosting, { words, key }: PostTyped, now = new Date()) =>
  changing(db, mine, async (tx, { id }) => {
    if ((await overNow(tx, id, now)) === 'nothing') throw new Refusal(says.beforeTheFirst)
    const known = await tx
      .selectFrom('gathering_posts')
      .where('gathering_id', '=', id)
      .select('form_key as key')
      .limit(most.posts)
      .execute()
    if (known.some((post) => post.key === key)) return
    if (known.length >= most.posts) throw new Refusal(says.manyPosts)
    await tx.insertInto('gathering_posts').values({ gathering_id: id, words, form_key: key, created_at: now }).execute()
  })

export const removePost = (db: Db, mine: Hosting, post: string) =>
  changing(db, mine, async (tx, { id }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('gathering_posts')
      .where('gathering_id', '=', id)
      .where('id', '=', post)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal(says.postMissing, { status: 404 })
  })
