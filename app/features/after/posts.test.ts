import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { postForm, postGone } from './after-forms.ts'
import { addPost, postsOf, removePost } from './posts.server.ts'

// What a host writes to all guests after an occasion: rights, limits, a form sent twice.

const db = await testDatabase()

async function host(over = true) {
  const made = await someGathering(db)
  if (over)
    await sql`update occasions set starts_local = now() - interval '3 days', answers_until = null
      where gathering_id = ${made.id}`.execute(db)
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
