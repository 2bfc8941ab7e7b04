import { describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { timePasses } from '#test/time.ts'
import {
  deleteComment,
  pin,
  replyTo,
  reportComment,
  reportLimits,
  restoreComment,
  sweepComments,
  thankForComment,
} from './answer.server.ts'
import { commentCounts, commentsOf, commentsSeen, postComment, setCommentState } from './comment.server.ts'
import { commentTexts, mostPinned } from './comment.ts'
import { commentForm, replyForm } from './comment-forms.ts'
import { commentsList } from './comments-list.server.ts'
import { suspicionOf } from './suspicion.ts'

const db = await testDatabase()
const post = async (slug: string, content: string) =>
  (await postComment(db, slug, commentForm.parse({ content }), crypto.randomUUID())).id
const seen = (driveId: string) => commentsSeen(db, driveId, { visitor: 'me', before: null })
const stateOf = async (id: number) =>
  (await db.selectFrom('fund_drive_comments').where('id', '=', id).select('state').executeTakeFirst())?.state

describe('an owner', () => {
  test('replies and says thank you where visitors read it, and takes both back', async () => {
    const { id, slug } = await someDrive(db)
    const comment = await post(slug, 'Pole sana')
    await replyTo(db, id, comment, replyForm.parse({ comment: String(comment), reply: ' Asante <b>sana</b> ' }).reply)
    await thankForComment(db, id, comment, true)
    expect((await seen(id)).comments).toMatchObject([{ reply: 'Asante <b>sana</b>', thanked: true, pinned: false }])
    await replyTo(db, id, comment, replyForm.parse({ comment: String(comment), reply: '  ' }).reply)
    await thankForComment(db, id, comment, false)
    expect((await seen(id)).comments).toMatchObject([{ reply: null, thanked: false }])
    expect(replyForm.safeParse({ comment: '1', reply: 'x'.repeat(1001) }).success).toBe(false)
  })

  test('pins three at most, also of ten at once, and each is once, above the others', async () => {
    const { id, slug } = await someDrive(db)
    const all = []
    for (let nr = 0; nr < 10; nr++) all.push(await post(slug, `Salamu ${nr}`))
    const pins = await Promise.allSettled(all.map((comment) => pin(db, id, comment, true)))
    expect(pins.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostPinned)
    expect(pins.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { says: commentTexts.manyPinned },
    })
    const { pinned, comments } = await seen(id)
    expect([pinned.length, new Set([...pinned, ...comments].map((one) => one.id)).size]).toEqual([3, 10])
    await pin(db, id, pinned[0]!.id, false)
    expect((await seen(id)).pinned).toHaveLength(2)
  })

  test('answers nothing that is hidden, and nothing of another drive', async () => {
    const [mine, other] = [await someDrive(db), await someDrive(db)]
    const [hidden, theirs] = [await post(mine.slug, 'Habari'), await post(other.slug, 'Habari yako')]
    await setCommentState(db, mine.id, hidden, 'hidden')
    for (const comment of [hidden, theirs])
      for (const formAction of [
        () => replyTo(db, mine.id, comment, 'x'),
        () => thankForComment(db, mine.id, comment, true),
      ])
        await expect(formAction()).rejects.toMatchObject({ status: 404 })
    await expect(pin(db, mine.id, theirs, true)).rejects.toMatchObject({ status: 404 })
    await expect(deleteComment(db, mine.id, theirs)).rejects.toMatchObject({ status: 404 })
    await expect(restoreComment(db, mine.id, theirs)).rejects.toMatchObject({ status: 404 })
  })

  test('deletes a comment and brings it back as it was; of ten who do both at once nothing is lost', async () => {
    const { id, slug } = await someDrive(db)
    const comment = await post(slug, 'See www.loans.example.com')
    await deleteComment(db, id, comment)
    await deleteComment(db, id, comment)
    expect([await rowsOf(commentsList, db, id), (await commentCounts(db, id)).quarantined]).toEqual([[], 0])
    await expect(setCommentState(db, id, comment, 'shown')).rejects.toMatchObject({ status: 404 })
    await restoreComment(db, id, comment)
    expect(await stateOf(comment)).toBe('quarantined')
    await Promise.all(Array.from({ length: 10 }, (_, nr) => (nr % 2 ? restoreComment : deleteComment)(db, id, comment)))
    await restoreComment(db, id, comment)
    expect(await stateOf(comment)).toBe('quarantined')
  })

  test('can undo for a day, then it is gone', async () => {
    const { id, slug } = await someDrive(db)
    const [old, fresh] = [await post(slug, 'Ya kwanza'), await post(slug, 'Ya pili')]
    await deleteComment(db, id, old)
    await timePasses('25 hours')
    await deleteComment(db, id, fresh)
    expect(await sweepComments(db)).toBe(1)
    expect([await stateOf(old), await stateOf(fresh)]).toEqual([undefined, 'deleted'])
  })
})

describe('a report by a visitor', () => {
  test('takes a comment off the page until a person has looked at it, once per visitor', async () => {
    const { id, slug } = await someDrive(db)
    const comment = await post(slug, 'You are all thieves')
    const reports = await Promise.allSettled(
      Array.from({ length: 10 }, (_, nr) => reportComment(db, slug, comment, `v${nr % 2}`)),
    )
    expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const { n } = await db
      .selectFrom('comment_reports')
      .where('comment_id', '=', comment)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(2)
    expect((await commentsOf(db, id, { visitor: 'x' })).comments).toEqual([])
    expect(await rowsOf(commentsList, db, id, 'state=quarantined')).toMatchObject([{ suspicion: 'reported' }])
  })

  test('does not hide again what the owner has approved, thanked or answered', async () => {
    const { id, slug } = await someDrive(db)
    const [approved, thanked] = [await post(slug, 'Approve me'), await post(slug, 'Thank me')]
    await reportComment(db, slug, approved, 'a')
    await setCommentState(db, id, approved, 'shown')
    await thankForComment(db, id, thanked, true)
    for (const comment of [approved, thanked]) await reportComment(db, slug, comment, 'b')
    expect([await stateOf(approved), await stateOf(thanked)]).toEqual(['shown', 'shown'])
  })

  test('is for comments of this drive that can be seen, and a visitor sends few an hour', async () => {
    const [mine, other] = [await someDrive(db), await someDrive(db)]
    const theirs = await post(other.slug, 'Pole')
    await expect(reportComment(db, mine.slug, theirs, 'a')).rejects.toMatchObject({ status: 404 })
    await expect(reportComment(db, 'none', theirs, 'a')).rejects.toMatchObject({ status: 404 })
    expect(reportLimits('v', 'net').map(({ key, times }) => [key, times])).toEqual([
      ['v', 3],
      ['net', 200],
    ])
  })
})

test('a comment with a link and a phone number is held for both', () => {
  expect(suspicionOf('Call 0712 345 678 or see www.loans.example.com')).toBe('both')
})
