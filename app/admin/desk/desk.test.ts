import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tasks as declared } from '#app/admin/declared.ts'
import { dropJob, jobsList, tryJobAgain } from '#app/admin/jobs/jobs-list.server.ts'
import { jobNamed } from '#app/admin/jobs/jobs-list.tsx'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import type { ReportMark } from '#app/money/books/admin/revenue.ts'
import { giftsList } from '#app/money/payments/admin/gifts-list.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import { keepUnplaced } from '#app/money/payments/suspense.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { askingFor, atOnce, booksMustHold, gift, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows } from '#test/rows.ts'
import { deskOf, growthOf, waitingTasks } from './desk.server.ts'

const db = await testDatabase()
booksMustHold(() => db)
const by = await newAdmin()

/** A job that has been tried as often as it may be. */
async function failedJob(error = 'no mail server'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('mail-receipt', '{"donationId": 1}'::json, job_key => ${randomUUID()})`.execute(
    db,
  )
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error}
    where id = ${rows[0]!.id}::bigint`.execute(db)
  return rows[0]!.id
}

test('the cards say what is in the books at this moment, folded or not [T18]', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 100_033)
  await gift(db, drive.id, 50_000)
  const before = await deskOf(db)
  expect(before).toMatchObject({ raised: 150_033, gifts: 2, drives: 1, active: 1, requests: 0, payouts: 0 })
  expect(await balanceOf(db, 'platform_revenue')).toBe(5002 + 2500)
  await foldWallets(db)
  expect(await deskOf(db)).toEqual(before)
})

test('what waits stands oldest first, each kind is counted, and one kind can be looked at alone', async () => {
  const drive = await someDrive(db, { title: 'Roof for the school' })
  await gift(db, drive.id, 100_000)
  const { id } = await (await askingFor(db, drive)).ask(20_000)
  await db
    .transaction()
    .execute((tx) => raiseDiscrepancy(tx, 'balance at the provider', 'paystack', { ours: 1, theirs: 2 }))
  await failedJob()
  const { tasks, counts } = await waitingTasks(db)
  expect(counts).toMatchObject({ break: 1, job: 1, dispute: 0, suspense: 0, comment: 0 })
  expect(tasks.map(({ at }) => at.getTime())).toEqual(tasks.map(({ at }) => at.getTime()).sort((a, b) => a - b))
  const failed = (await waitingTasks(db, 'job')).tasks.map(({ kind, title }) => [kind, title])
  expect(failed).toEqual([['job', 'mail-receipt']])
  const withdrawal = { id: String(id), amount: 20_000, title: 'Roof for the school' }
  expect(tasks.find(({ kind }) => kind === 'withdrawal')).toMatchObject(withdrawal)
  expect(counts.withdrawal).toBe(1)
  const found = tasks.find(({ kind }) => kind === 'break')!
  expect(declared.break.place(found.id)).toBe(`/admin/books/differences/${found.id}`)
})

test('money without a place waits once: as money, not as a discrepancy beside it', async () => {
  const before = (await waitingTasks(db)).counts
  const facts = paidInFull(20_000, 'SKDESKONCE', 0)
  const money = { provider: 'mpesa', reference: 'JOHN', why: 'unknown account', payment: undefined } as const
  await db.transaction().execute((tx) => keepUnplaced(tx, money, facts))
  const { tasks, counts } = await waitingTasks(db)
  expect([counts.suspense - before.suspense, counts.break - before.break]).toEqual([1, 0])
  expect(tasks.filter(({ title }) => title === 'money in suspense')).toEqual([])
})

test('a failed job is called by what it does; one that this version does not know by its own name', () => {
  expect(jobNamed('mail-receipt').message).toBe('The email with the receipt')
  for (const strange of ['mail-pigeon', 'constructor']) expect(jobNamed(strange).message).toBe(strange)
})

test('of ten who deal with a failed job at once one does, and what was done is written down with why', async () => {
  const job = await failedJob()
  const tryAgain = () => tryJobAgain(db, job, { by, why: 'mail server is back' }).then(() => true)
  expect(granted(await atOnce(10, tryAgain))).toHaveLength(1)
  expect((await jobsList.page(db, jobsList.asked(new URLSearchParams()))).rows.map(({ id }) => id)).not.toContain(job)
  const { rows } = await sql`select attempts from graphile_worker.jobs where id = ${job}::bigint`.execute(db)
  expect(rows).toEqual([{ attempts: 0 }])
  const lost = await failedJob()
  await dropJob(db, lost, { by, why: 'nobody reads this' })
  await expect(dropJob(db, lost, { by, why: 'again' })).rejects.toMatchObject({ status: 409 })
  expect(await allRows('audit_log')).toMatchObject([
    { act: 'job tried again', subject: job, why: 'mail server is back' },
    { act: 'job dropped', subject: lost, why: 'nobody reads this' },
  ])
})

test('however many jobs failed, each is on one page of the list and in its file, and can be searched for', async () => {
  for (const error of ['no room for zeituni', 'no ROOM for Zeituni', 'another']) await failedJob(error)
  const asked = jobsList.asked(new URLSearchParams('search=zeituni'))
  const first = await jobsList.page(db, asked, 1)
  const second = await jobsList.page(db, { ...asked, list: { ...asked.list, after: first.next } }, 1)
  expect([first.totals.count, second.next]).toEqual([2, null])
  expect(first.rows).toMatchObject([{ name: 'mail-receipt', error: 'no room for zeituni' }])
  expect(second.rows).toMatchObject([{ error: 'no ROOM for Zeituni' }])
  const file = jobsList.csv(db, new URLSearchParams('search=zeituni'), { words: wordsIn('en'), language: 'en' })
  const lines = (await file.text()).trim().split('\r\n')
  const found = ['no room for zeituni', 'no ROOM for Zeituni']
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['What went wrong', ...found])
})

test('what grew in a month is what came in, and every day of it is there', async () => {
  const desk = await deskOf(db)
  for (const [step, many] of [
    ['day', 30],
    ['week', 26],
    ['month', 12],
  ] as const) {
    const growth = await growthOf(db, step)
    const sum = (marks: ReportMark[]) => marks.reduce((all, [, value]) => all + value, 0)
    for (const what of ['raised', 'drives', 'people'] as const)
      expect([what, sum(growth[what])]).toEqual([what, desk[what]])
    expect(sum(growth.fees)).toBe(await balanceOf(db, 'platform_revenue'))
    expect(growth.drives.length).toBeGreaterThanOrEqual(many)
    expect(growth.drives.map(([start]) => start)).toEqual(growth.raised.map(([start]) => start))
  }
})

test('a gift that went back wholly did come in: the card counts it as its page does', async () => {
  const drive = await someDrive(db)
  const { reference } = await gift(db, drive.id, 70_000)
  await gift(db, drive.id, 30_000)
  const before = await deskOf(db)
  await refundSettled(db, reference, { extId: randomUUID(), amount: 70_000, state: 'processed' })
  for (const fold of [false, true]) {
    if (fold) await foldWallets(db)
    const { totals } = await giftsList.page(db, giftsList.asked(new URLSearchParams('state=paid')))
    expect(await deskOf(db)).toEqual({ ...before, raised: before.raised - 70_000, gifts: totals.count })
  }
})
