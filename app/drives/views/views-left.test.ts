import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { query } from '#test/rows.ts'
import { mailViewsLeft } from './mails.server.tsx'
import { trackView } from './view.server.ts'
import { levelReached } from './view.ts'

const db = await testDatabase()
/** From networks of their own: nobody is counted together with others. */
const seenBy = (id: string, nr: number) =>
  trackView(db, id, { visitor: `v${nr}`, address: `41.91.${nr}.7`, userAgent: 'Mozilla/5.0 Android Mobile' })
const setCredits = (id: string, left: number) =>
  query`update subscriptions set remaining_views = ${left}, views = used_views + ${left} where fund_drive_id = ${id}`
async function jobs() {
  const { rows } = await sql<{ level: string; driveId: string }>`
    select payload->>'level' as level, payload->>'driveId' as "driveId"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-views-left' order by j.id`.execute(db)
  return rows
}
const done = () => sql`delete from graphile_worker._private_jobs`.execute(db)
const mails = async () =>
  await query<{ to: string; subject: string; text: string }>`
      select to_address as to, subject, text from sandbox.mails order by id`

afterEach(async () => {
  await done()
  await sql`delete from sandbox.mails`.execute(db)
})

test('five left and none left are each reached once, also when many views are counted together', () => {
  const way = (left: number[]) => left.slice(1).map((after, at) => levelReached(left[at]!, after))
  expect(way([7, 6, 5, 4, 1, 0])).toEqual([undefined, 'low', undefined, undefined, 'exhausted'])
  expect(way([9, 0])).toEqual(['exhausted'])
  expect(way([9, 3])).toEqual(['low'])
})

test('the owner is told at five and at none left, once each, however many look at once; and again after a refill [T289]', async () => {
  const { id } = await someDrive(db)
  for (const round of [0, 1]) {
    await setCredits(id, 12)
    await Promise.all(Array.from({ length: 9 }, (_, nr) => seenBy(id, round * 100 + nr)))
    expect(await jobs()).toEqual([{ driveId: id, level: 'low' }])
    await done()
    await Promise.all(Array.from({ length: 9 }, (_, nr) => seenBy(id, round * 100 + 20 + nr)))
    expect(await jobs()).toEqual([{ driveId: id, level: 'exhausted' }])
    await done()
  }
})

test('the email says how many are left and where more are bought, in the owner’s language [T290]', async () => {
  const { id, slug, ownerId } = await someDrive(db, { title: 'Heal <b>Mama</b>' })
  await setCredits(id, 5)
  await mailViewsLeft(db, { driveId: id, level: 'low' })
  await setCredits(id, 0)
  await db.updateTable('users').set({ language: 'sw' }).where('id', '=', ownerId).execute()
  await mailViewsLeft(db, { driveId: id, level: 'exhausted' })
  const [low, gone] = await mails()
  expect(low!.subject).toBe('Few views are left for Heal <b>Mama</b>')
  expect(low!.text).toMatch(/5 views are left/i)
  for (const mail of [low, gone]) expect(mail!.text).toContain(`/fund-drive/${slug}/payouts/buy-views`)
  expect(gone!.subject).toMatch(/imeisha/)
})

test('nothing is sent when more views came meanwhile, or the drive is not open', async () => {
  const { id } = await someDrive(db)
  await mailViewsLeft(db, { driveId: id, level: 'low' })
  await setCredits(id, 0)
  await mailViewsLeft(db, { driveId: id, level: 'low' })
  await sql`update fund_drives set status = 'paused' where id = ${id}`.execute(db)
  await mailViewsLeft(db, { driveId: id, level: 'exhausted' })
  expect(await mails()).toEqual([])
})
