import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { askedApproval, askOrAgree, askOrAgreeIfChosen, isApprovalAsked, openApprovals } from './approvals.server.ts'

const db = await testDatabase()
const [one, two] = [await newAdmin(), await newAdmin()]
const usual = settings.SECOND_ADMIN_ABOVE
afterEach(() => void Object.assign(settings, { SECOND_ADMIN_ABOVE: usual }))
let subject: string
beforeEach(() => {
  subject = crypto.randomUUID()
})

type Yes = { by: typeof one; value?: string }
const yes = ({ by, value = 'back' }: Yes, decide = askOrAgree) =>
  db.transaction().execute((tx) => decide(tx, { about: 'unplaced', subject, value, by, why: 'the payer asked' }))
const open = () => openApprovals(db, ['unplaced'], subject)
const rows = () => allRows('proposals', { subject })
const asksBack = async () => {
  const asked = isApprovalAsked('unplaced', sql<string>`${subject}::text`, 'back')
  return (await sql<{ is: boolean }>`select ${asked} as is`.execute(db)).rows[0]!.is
}

test('the first yes waits, is written down and emailed; the second one agrees, and nothing waits any more', async () => {
  expect(await yes({ by: one })).toEqual({ isAgreed: false, first: one.id })
  expect(await open()).toMatchObject([{ subject, value: 'back', by: one.id }])
  const { id } = await oneRow('proposals', { subject })
  expect(await askedApproval(db, id)).toMatchObject({ about: 'unplaced', subject })
  const { rows: jobs } = await sql`select from graphile_worker.jobs where key = ${`mail-second-needed:${id}`}`.execute(
    db,
  )
  expect(jobs).toHaveLength(1)
  expect(await allRows('audit_log', { subject })).toMatchObject([{ act: 'suspense asked', after: { way: 'back' } }])
  expect(await yes({ by: two })).toEqual({ isAgreed: true, first: one.id })
  expect([await open(), await rows(), await askedApproval(db, id)]).toEqual([[], [], undefined])
})

test('nobody agrees with themselves, and another value takes the place of the first', async () => {
  await yes({ by: one })
  await expect(yes({ by: one })).rejects.toThrow('You have approved this already')
  const drive = crypto.randomUUID()
  expect(await yes({ by: two, value: `on ${drive}` })).toMatchObject({ isAgreed: false })
  expect(await open()).toMatchObject([{ value: `on ${drive}`, by: two.id }])
  expect(await yes({ by: two })).toMatchObject({ isAgreed: false })
  expect(await rows()).toHaveLength(1)
})

test('after seven days a first yes counts no more, but money that was said to go back is not placed by a program', async () => {
  await yes({ by: one })
  expect(await asksBack()).toBe(true)
  await setRows('proposals', { subject }, { created_at: new Date(Date.now() - 7 * 86_400_000 - 1000) })
  expect([await open(), await asksBack()]).toEqual([[], true])
  expect(await yes({ by: two })).toEqual({ isAgreed: false, first: two.id })
})

test('the yes of a person who is suspended does not count', async () => {
  const gone = await newAdmin()
  await yes({ by: gone })
  await setRows('users', { id: gone.id }, { suspended_at: new Date(), suspended_why: 'reported by three people' })
  expect(await open()).toEqual([])
  expect(await yes({ by: two })).toEqual({ isAgreed: false, first: two.id })
})

test('where no sum is chosen one administrator decides alone', async () => {
  expect(await yes({ by: one }, askOrAgreeIfChosen)).toEqual({ isAgreed: true, first: null })
  expect(await rows()).toEqual([])
  Object.assign(settings, { SECOND_ADMIN_ABOVE: 400 })
  expect(await yes({ by: one }, askOrAgreeIfChosen)).toMatchObject({ isAgreed: false })
})
