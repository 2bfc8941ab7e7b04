import path from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postComment } from '#app/features/comments/comment.server.ts'
import { createDrive } from '#app/features/drives/create.server.ts'
import { dashboardOf } from '#app/features/drives/dashboard.server.ts'
import { publicDrive } from '#app/features/drives/drive.server.ts'
import { setStatus, updateDescription } from '#app/features/drives/manage.server.ts'
import { addPerson } from '#app/features/people/people.server.ts'
import { makeAdmin } from '#app/features/people/roles.server.ts'
import { addPicture } from '#app/features/pictures/picture.server.ts'
import { tell } from '#app/platform/live.server.ts'
import { testDatabase } from '#test/database.ts'
import { exampleDrives } from './example-drives.ts'
import { seed } from './seed.ts'

const db = await testDatabase()
let drawn = 0
const hands = {
  ...{ hashPassword, addPerson, makeAdmin, createDrive, updateDescription, setStatus, postComment, tell },
  /** Each picture that is drawn costs a second; one is enough to see that it is. */
  addPicture: async (...asked: Parameters<typeof addPicture>) => {
    if (drawn++ === 0) return addPicture(...asked)
    const url = `/media/drives/${String(drawn).padStart(32, '0')}-640.jpg`
    const files = JSON.stringify([{ key: 'x' }])
    const kept = { url, width: 640, height: 400, colour: '#996633' }
    await db
      .insertInto('pictures')
      .values({ ...kept, user_id: asked[1], files })
      .execute()
    return kept
  },
}
const stranger = { personId: null, visitor: 'stranger' }
const owner = () =>
  db.selectFrom('users').select('id').where('email', '=', 'owner@harambee.test').executeTakeFirstOrThrow()

test('example people and drives are made once, also by processes that start at once', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => seed(db, hands)))
  const dress = made.filter((one) => one !== undefined)
  expect(dress).toHaveLength(1)
  const people = () => db.selectFrom('users').leftJoin('user_roles', 'user_id', 'id').orderBy('email')
  const rows = await people().select(['email', 'email_verified', 'role']).execute()
  expect(rows).toEqual([
    { email: 'admin@harambee.test', email_verified: true, role: 'admin' },
    { email: 'owner@harambee.test', email_verified: true, role: null },
  ])
  const { stats, cards } = await dashboardOf(db, (await owner()).id)
  expect(stats).toMatchObject({ total: exampleDrives.length, active: 3 })
  expect(cards.map((card) => card.status).sort()).toEqual(['active', 'active', 'active', 'completed', 'paused'])
  expect(cards.some((card) => !card.collects)).toBe(true)
  const folder = path.join(import.meta.dirname, 'example-pictures')
  await dress[0]!(folder, new AbortController().signal)
})

test('Mama Achieng’s drive is open, with pictures, a story, comments and plenty of views left', async () => {
  const found = await publicDrive(db, 'heal-mama-achieng', stranger)
  expect(found).toMatchObject({ is: 'open', drive: { collects: true, category: 'Medical', goal: 85_000_000 } })
  const drive = 'drive' in found ? found.drive : undefined
  expect(drive?.picture).toMatchObject({ width: 1280, height: 800 })
  // What was written is what is kept: nothing of it was taken away on the way.
  const plain = (html?: string | null) => html?.replaceAll('\n', '')
  expect(plain(drive?.description)).toBe(plain(exampleDrives[0]!.description))
  const images = await db.selectFrom('fund_drive_images').selectAll().where('fund_drive_id', '=', drive!.id).execute()
  expect(images.map((image) => image.display_order)).toEqual([1, 2, 3, 4])
  const comments = db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', drive!.id)
  const states = await comments
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  expect(states).toEqual([
    { state: 'quarantined', count: 1 },
    { state: 'shown', count: 9 },
  ])
})

test('the Quiet Corner Library has used its views up', async () => {
  expect(await publicDrive(db, 'quiet-corner-library', stranger)).toMatchObject({ is: 'restricted' })
})

test('what is made up obeys the books: views, likes and days add up', async () => {
  const { rows: wrong } = await sql`
    select s.fund_drive_id from subscriptions s
    where s.used_views <> (select count(*) from fund_drive_views v where v.subscription_id = s.id)`.execute(db)
  const { rows: liked } = await sql`
    select id from fund_drive_comments c
    where likes <> (select count(*) from comment_likes l where l.comment_id = c.id)`.execute(db)
  const { rows: early } = await sql`
    select d.slug from fund_drives d join fund_drive_views v on v.fund_drive_id = d.id
    where v.viewed_at < d.created_at or v.viewed_at > now()`.execute(db)
  expect([wrong, liked, early]).toEqual([[], [], []])
})

test('what was deleted never comes back', async () => {
  await db.updateTable('users').set({ deleted_at: new Date() }).execute()
  expect(await seed(db, hands)).toBeUndefined()
})
