import { expect, test } from 'vitest'
import { commentsOf, postComment, setCommentState } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted, reasonsOf } from '#test/money.ts'
import { allRows } from '#test/rows.ts'
import { hideComment, quarantinedComment, quarantineList, releaseComment } from './quarantine-list.server.ts'

// Comments that look like spam, as administrators find them and decide about them.

const db = await testDatabase()
const by = { id: (await somePerson(db, { admin: true })).id, address: '10.1.0.0' }

let nr = 0
/** A comment with a link in it, below this drive. */
async function spam(slug: string, words = 'Look') {
  const typed = { name: 'Baraka', content: `${words} at www.number${++nr}.com` }
  return (await postComment(db, slug, commentForm.parse(typed), `visitor ${nr}`)).id
}
const list = (query: string, size?: number) =>
  quarantineList.page(db, quarantineList.asked(new URLSearchParams(query)), size)
const idsIn = async (query: string) => (await list(query)).rows.map(({ id }) => id)
const logged = (id: number) => allRows('audit_log', { noun: 'comment', subject: String(id) })

test('they are listed over all drives, what has waited longest first, and found by words and drive', async () => {
  const [roof, well] = [await someDrive(db, { title: 'A roof' }), await someDrive(db, { title: 'A well' })]
  const waiting = [await spam(roof.slug, 'Habari'), await spam(well.slug), await spam(roof.slug)]
  await postComment(db, roof.slug, commentForm.parse({ content: 'Asante sana' }), 'a visitor')
  expect(await idsIn('')).toEqual(waiting)
  expect(await idsIn('?sort=came&order=desc')).toEqual(waiting.toReversed())
  expect(await idsIn(`?drive=${roof.id}`)).toEqual([waiting[0], waiting[2]])
  expect(await idsIn('?search=habari')).toEqual([waiting[0]])
  expect(await idsIn('?search=a%20well')).toEqual([waiting[1]])
  expect(await list('?search=nobody%20wrote%20this')).toEqual({ rows: [], next: null, totals: { count: 0 } })
  const drive = { title: 'A roof', slug: roof.slug }
  expect((await list('')).rows[0]).toMatchObject({ name: 'Baraka', suspicion: 'link', drive })
  const first = await list('', 2)
  expect([first.totals.count, first.rows.length]).toEqual([3, 2])
  expect(await idsIn(`?after=${first.next}`)).toEqual([waiting[2]])
  const reader = { words: wordsIn('en'), language: 'en' } as const
  const file = await quarantineList.csv(db, new URLSearchParams(`?drive=${well.id}`), reader).text()
  expect(file).toContain(`,A well,${well.slug},Baraka,Look at www.number2.com,Contains a link`)
  expect(file.trim().split('\r\n')).toHaveLength(2)
})

test('one that is released is shown to everybody, one that is hidden to nobody, and the log says who and why', async () => {
  const { id: driveId, slug } = await someDrive(db)
  const [good, bad] = [await spam(slug), await spam(slug)]
  const why = 'The hospital’s own page'
  await releaseComment(db, good, { by, why })
  await hideComment(db, bad, { by, why: 'It sells something' })
  expect((await commentsOf(db, driveId, { visitor: 'anybody' })).comments.map(({ id }) => id)).toEqual([good])
  expect(await idsIn(`?drive=${driveId}`)).toEqual([])
  const after = { state: 'shown', drive: driveId }
  const released = { act: 'comment released', by: by.id, before: { state: 'quarantined' }, after, why }
  expect(await logged(good)).toMatchObject([released])
  expect(await logged(bad)).toMatchObject([{ act: 'comment hidden', after: { state: 'hidden' } }])
})

test('of ten who decide at once one does; what the owner has decided stays as it is', async () => {
  const { id: driveId, slug } = await someDrive(db)
  const id = await spam(slug)
  const all = await atOnce(10, (at) => (at % 2 ? releaseComment : hideComment)(db, id, { by, why: 'I looked' }))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(new Set(['Another administrator has already decided about this comment.']))
  expect(await logged(id)).toHaveLength(1)
  const theirs = await spam(slug)
  await setCommentState(db, driveId, theirs, 'hidden')
  await expect(releaseComment(db, theirs, { by, why: 'I looked' })).rejects.toMatchObject({ status: 409 })
  expect(await logged(theirs)).toEqual([])
})

test('only what waited is decided here, and what is not there is missing', async () => {
  const { slug } = await someDrive(db)
  const plain = await postComment(db, slug, commentForm.parse({ content: 'Mungu awabariki' }), 'a visitor')
  expect(await quarantinedComment(db, plain.id)).toBeUndefined()
  await expect(hideComment(db, plain.id, { by, why: 'I looked' })).rejects.toMatchObject({ status: 409 })
  await expect(hideComment(db, 999_999_999, { by, why: 'x' })).rejects.toMatchObject({ status: 404 })
})
