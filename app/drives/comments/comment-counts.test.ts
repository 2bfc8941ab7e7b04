import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { setDriveStatus } from '#app/drives/drive/manage.server.ts'
import { openPool } from '#app/platform/db.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { deleteComment, reportComment, restoreComment, sweepComments } from './answer.server.ts'
import { commentCounts, postComment, setCommentState } from './comment.server.ts'
import { commentForm } from './comment-forms.ts'

// The comments of a drive are not counted when a page is asked for: the count is kept. It is right whatever happens at once.

const db = await testDatabase()
let nr = 0
const post = async (slug: string, content = `Pole sana ${++nr}`) =>
  (await postComment(db, slug, commentForm.parse({ content }), `visitor ${nr}`)).id
const link = () => `See www.loans${++nr}.example.com`
const counted = (driveId: string) =>
  db.selectFrom('comment_counts').where('fund_drive_id', '=', driveId).selectAll().executeTakeFirst()

async function exact(driveId: string) {
  const rule = (await brokenBooks(db)).filter(({ id }) => id === 'C1')
  expect({ rule, counted: await counted(driveId) }).toMatchObject({ rule: [] })
}

test('a drive has its count from its first moment, and it says in which state each comment is', async () => {
  const { id, slug } = await someDrive(db)
  expect(await counted(id)).toMatchObject({ shown: 0, quarantined: 0, hidden: 0, newest: 0 })
  const [first, second, waits] = [await post(slug), await post(slug), await post(slug, link())]
  expect(await counted(id)).toMatchObject({ shown: 2, quarantined: 1, hidden: 0, newest: second })
  await setCommentState(db, id, second, 'hidden')
  await setCommentState(db, id, second, 'hidden')
  expect(await counted(id)).toMatchObject({ shown: 1, quarantined: 1, hidden: 1, newest: first })
  await setCommentState(db, id, waits, 'shown')
  await deleteComment(db, id, first)
  expect(await counted(id)).toMatchObject({ shown: 1, quarantined: 0, hidden: 1, newest: waits })
  await restoreComment(db, id, first)
  await reportComment(db, slug, first, 'a visitor')
  expect(await commentCounts(db, id)).toEqual({ shown: 1, quarantined: 1, hidden: 1 })
  await setCommentState(db, id, waits, 'hidden')
  expect(await counted(id)).toMatchObject({ shown: 0, quarantined: 1, hidden: 2, newest: 0 })
  await exact(id)
})

test('what is swept away after a day was not counted any more, and a drive that goes takes its count along', async () => {
  const { id, slug } = await someDrive(db)
  const [one, other] = [await post(slug), await post(slug)]
  await deleteComment(db, id, one)
  await timePasses('25 hours')
  expect(await sweepComments(db)).toBe(1)
  expect(await counted(id)).toMatchObject({ shown: 1, newest: other })
  await exact(id)
  await db.deleteFrom('fund_drives').where('id', '=', id).execute()
  expect(await counted(id)).toBeUndefined()
  await exact(id)
})

describe('at the same moment', () => {
  test('forty comments to one drive, from two sides, are all counted', async () => {
    const { id, slug } = await someDrive(db)
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 4 ? post(slug) : post(slug, link()))))
    expect(await commentCounts(db, id)).toEqual({ shown: 30, quarantined: 10, hidden: 0 })
    await exact(id)
  })

  test('comments are shown, hidden, released, reported, deleted, brought back and swept, by all who can', async () => {
    const { id, slug, mine } = await someDrive(db)
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => post(slug, at % 2 ? link() : undefined)))
    // As the back office decides about one that waits.
    const release = (comment: number) =>
      sql`update fund_drive_comments set state = 'shown' where id = ${comment} and state = 'quarantined'`.execute(db)
    const formActions = [
      (comment: number) => setCommentState(db, id, comment, 'shown'),
      (comment: number) => setCommentState(db, id, comment, 'hidden'),
      (comment: number) => deleteComment(db, id, comment),
      (comment: number) => restoreComment(db, id, comment),
      (comment: number) => reportComment(db, slug, comment, `visitor ${++nr}`),
      release,
      () => post(slug),
      () => post(slug, link()),
      () => query`update fund_drive_comments set deleted_at = now() - interval '25 hours' where state = 'deleted'`,
      () => sweepComments(db),
    ]
    for (let round = 0; round < 6; round++) {
      const asked = Array.from({ length: 60 }, (_, at) =>
        formActions[(at * 7 + round) % formActions.length]!(all[at % all.length]!),
      )
      const said = await Promise.allSettled([...asked, setDriveStatus(db, mine, 'active')])
      // What was deleted or hidden a moment before is missing; nothing else goes wrong, and nobody waits for each other for ever.
      const faults = said.flatMap((one) => (one.status === 'rejected' && !('status' in one.reason) ? [one.reason] : []))
      expect(faults).toEqual([])
      await exact(id)
    }
  }, 60_000)

  test('of two that were posted at once the newer is the newest, whichever is there first', async () => {
    const { id } = await someDrive(db)
    const { name } = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!
    const pool = openPool(`${inject('postgres')}/${name}`, 2)
    const insert = `insert into fund_drive_comments (fund_drive_id, content, visitor, fingerprint)
      values ($1, 'Pole', 'v', $2) returning id`
    const [older, newer] = [await pool.connect(), await pool.connect()]
    // Its number is taken before the other's, and it is written after it.
    await older.query('begin')
    const first = (await older.query(`select nextval('fund_drive_comments_id_seq') as id`)).rows[0].id
    const second = (await newer.query(insert, [id, 'x'.repeat(43)])).rows[0].id
    await older.query(
      `insert into fund_drive_comments (id, fund_drive_id, content, visitor, fingerprint) overriding system value
        values ($1, $2, 'Pole', 'v', $3)`,
      [first, id, 'x'.repeat(43)],
    )
    // The newest is hidden while the older is not yet committed: who hides waits, and then sees it.
    const hidden = newer.query(`update fund_drive_comments set state = 'hidden' where id = $1`, [second])
    await new Promise((done) => setTimeout(done, 100))
    await older.query('commit')
    await hidden
    older.release()
    newer.release()
    await pool.end()
    expect(await counted(id)).toMatchObject({ shown: 1, hidden: 1, newest: first })
    await exact(id)
  })
})

test('what is broken off is not counted', async () => {
  const { id, slug } = await someDrive(db)
  const back = new Error('taken back')
  const broken = db.transaction().execute(async (tx) => {
    await sql`insert into fund_drive_comments (fund_drive_id, content, visitor, fingerprint)
      select ${id}, 'Pole', 'v', repeat('x', 43) from generate_series(1, 3)`.execute(tx)
    expect(
      (await tx.selectFrom('comment_counts').where('fund_drive_id', '=', id).select('shown').executeTakeFirst())?.shown,
    ).toBe(3)
    throw back
  })
  await expect(broken).rejects.toBe(back)
  expect(await counted(id)).toMatchObject({ shown: 0 })
  await post(slug)
  await exact(id)
})

test.each(['update comment_counts set shown = 1', 'delete from comment_counts', 'insert into comment_counts select'])(
  'nobody counts by hand: the product has no right to %s',
  (statement) => expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied'),
)
