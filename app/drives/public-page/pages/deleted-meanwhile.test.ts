import { expect, test } from 'vitest'
import { likeComment, postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { addVideo } from '#app/drives/gallery/gallery.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { bookVisit } from '#app/drives/visits/visit.server.ts'
import { visitForm } from '#app/drives/visits/visit-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'

const db = await testDatabase()
const guest = { name: 'G', email: 'g@example.org', phone: '0712345678', time: '16:00' }
const tomorrow = dayAt(new Date(Date.now() + 86_400_000))

/** What visitors and the owner's other window do while this happens to a drive; each waits until it has happened. */
async function whileIt(happens: (tx: Tx, id: string) => Promise<unknown>) {
  const { id, slug } = await someDrive(db)
  const liked = await postComment(db, slug, commentForm.parse({ content: 'Hongera' }), 'somebody')
  const formActions = (nr: number): Promise<unknown>[] => [
    postComment(db, slug, commentForm.parse({ content: `Pole ${nr} ${id}` }), `v${nr}`),
    likeComment(db, slug, liked.id, `v${nr}`),
    bookVisit(db, slug, visitForm.parse({ ...guest, date: tomorrow }), 'en'),
  ]
  const all = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('fund_drives').where('id', '=', id).select('id').forUpdate().execute()
    const begun = Array.from({ length: 4 }, (_, nr) => formActions(nr)).flat()
    const looks = trackView(db, id, { visitor: 'v', address: '10.0.0.1', userAgent: 'Firefox/150' })
    const video = addVideo(db, id, 'https://youtu.be/aaaaaaaaaaa')
    const settled = Promise.allSettled(begun)
    const others = Promise.allSettled([looks, video])
    await new Promise((resolve) => setTimeout(resolve, 300))
    await happens(tx, id)
    return { settled, others }
  })
  return { id, formActions: await all.settled, others: await all.others }
}
const refused = (one: PromiseSettledResult<unknown>) =>
  one.status === 'rejected' && one.reason instanceof Refusal
    ? one.reason.status
    : one.status === 'rejected'
      ? `${one.reason}`
      : 'done'

test('what is sent to a drive that is deleted at this moment is missing its drive, and breaks nothing', async () => {
  const { formActions, others } = await whileIt((tx, id) => tx.deleteFrom('fund_drives').where('id', '=', id).execute())
  expect(formActions.map(refused)).toEqual(Array(12).fill(404))
  expect(refused(others[1]!)).toBe(404)
  expect(['done']).toContain(refused(others[0]!))
})

test('a drive that is paused at this moment gets no comment, like or visit any more', async () => {
  const { id, formActions } = await whileIt((tx, id) =>
    tx.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', id).execute(),
  )
  expect(formActions.map(refused)).toEqual(Array(12).fill(404))
  const kept = await db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', id).select('likes').execute()
  expect(kept).toEqual([{ likes: 0 }])
})
