import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { log } from '#app/platform/log.server.ts'
import { testDatabase } from '#test/database.ts'
import { ask } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { loader as page } from './page.tsx'

// What of a public page can't be read is as if there were none of it; the drive itself is not found then.

const db = await testDatabase({ asOwner: true })

/** The page while nobody finds a column that it reads. */
async function without(table: string, column: string) {
  const { id, slug } = await someDrive(db)
  await db
    .insertInto('fund_drive_images')
    .values({ fund_drive_id: id, image_url: '/media/x', display_order: 1 })
    .execute()
  await postComment(db, slug, commentForm.parse({ content: 'Pole sana' }), crypto.randomUUID())
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  await rename(column, 'gone_for_a_while')
  return ask(page, { path: `/fundraiser/${slug}`, params: { slug } }).finally(() => rename('gone_for_a_while', column))
}

test.each([
  ['fund_drive_images', 'caption', { gallery: { images: [] }, comments: { comments: [{ content: 'Pole sana' }] } }],
  ['fund_drive_videos', 'title', { gallery: { images: [{ url: '/media/x' }], videos: [] } }],
  ['fund_drive_comments', 'content', { gallery: { images: [{ url: '/media/x' }] }, comments: { comments: [] } }],
  [
    'fund_drive_comments',
    'state',
    { figures: { raised: 0, comments: 1 }, comments: { comments: [] }, gallery: { images: [{}] } },
  ],
])('the page stands without what %s has as %s [T267]', async (table, column, seen) => {
  const logged = vi.spyOn(log, 'error')
  expect(await without(table, column)).toMatchObject({ status: 200, data: { is: 'open', ...seen } })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('a drive that can’t be read is not found, and the answer says that it is our fault [T268]', async () => {
  expect(await without('fund_drives', 'campaign_slogan')).toMatchObject({ status: 500, data: { is: 'missing' } })
})
