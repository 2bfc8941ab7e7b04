import { expect, test } from 'vitest'
import { manyEvents, trackEvent } from '#app/money/payments/events.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, pretendRail, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { query, queryOne } from '#test/rows.ts'
import { receiveCallback } from './callbacks.server.ts'
import { confirmByList } from './confirm.server.ts'
import { listReceipts } from './receipts.server.ts'

// Many givers pay in the same second, and M-Pesa tells of them all at once.

const db = await testDatabase()
booksMustHold(() => db)

test('a burst is answered before the questions are: who comes alone is asked about, and one look at the list books them all once [T532]', async () => {
  const { rail, gifts } = await asked({ many: 30, from: 713_100_000 })
  const questions: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  rail.askPrompt = async (id) => {
    questions.push(id)
    await held
    return { is: 'prompt', ...ended('paid', '0') }
  }
  const paid = rail.sent.map((one) => ({ one, receipt: receiptOf(one) }))
  const tellOf = ({ one, receipt }: (typeof paid)[number]) =>
    receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: receipt.receipt }))
  for (const alone of paid.slice(0, 2)) await tellOf(alone)
  await expect.poll(() => questions.length).toBe(2)
  const telling = paid.slice(2).map(tellOf)
  // Emails wait for it.
  expect(manyEvents()).toBe(true)
  // The last of them would be alone again, and be asked about: others are told of for as long as this lasts.
  const others = Array.from({ length: 6 }, () => trackEvent('told', held))
  const answers = await Promise.all(telling)
  expect(answers.map(({ status }) => status)).toEqual(Array(28).fill(200))
  const [job] = await jobsNamed(db, ['list-receipts:told'])
  expect(job?.state).toBe('waiting')
  // Two that look at the same time would have the same codes in hand.
  const turns = await query`
    select q.queue_name as name from graphile_worker.jobs j join graphile_worker._private_job_queues q on q.queue_name = j.queue_name
    where j.key = 'list-receipts:told'`
  expect(turns).toEqual([{ name: 'list-receipts' }])
  rail.listed = paid.map(({ receipt }) => receipt)
  const listing = listReceipts(db, { minutes: 15 })
  await expect.poll(manyEvents, { interval: 5 }).toBe(true)
  expect(await listing).toBe(30)
  release()
  await Promise.all(others)
  await expect.poll(manyEvents).toBe(false)
  await expect.poll(gifts).toBe(30)
  expect(questions).toHaveLength(2)
})

test('what many were told of and the list does not know yet is asked about after the look, paid or not', async () => {
  const { rail, gifts } = await asked({ many: 26, from: 713_200_000 })
  const ends = rail.sent.map((one, at) => (at === 0 ? { is: 'cancelled' as const, one } : { is: 'paid' as const, one }))
  const isPaid = new Set(ends.flatMap(({ is, one }) => (is === 'paid' ? [one.id] : [])))
  rail.askPrompt = async (id) => ({
    is: 'prompt',
    ...(isPaid.has(id) ? ended('paid', '0') : ended('cancelled', '1032')),
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const others = Array.from({ length: 6 }, () => trackEvent('told', held))
  for (const { is, one } of ends)
    await receiveCallback(
      db,
      ...toldOf(one, is === 'paid' ? { state: 'paid', receipt: receiptOf(one).receipt } : { state: 'cancelled' }),
    )
  expect(await gifts()).toBe(0)
  release()
  await Promise.all(others)
  await confirmByList(db, { minutes: 15 })
  await expect.poll(gifts).toBe(25)
  const rows = await query<{ state: string; many: number }>`
    select state, count(*)::int as many from mpesa_prompts where phone like '+2547132%' group by 1 order by 1`
  expect(rows).toEqual([
    { state: 'cancelled', many: 1 },
    { state: 'paid', many: 25 },
  ])
})

/** So many are asked on their phones to give to one drive. */
async function asked({ many, from }: { many: number; from: number }) {
  const rail = pretendRail()
  useMobileMoney(rail)
  const drive = await someDrive(db)
  for (let nr = 0; nr < many; nr++)
    await giveByPhone(db, { driveId: drive.id, amount: 20_000, phone: `+254${from + nr}`, visitor: `visitor ${nr}` })
  const gifts = async () => {
    return (
      await queryOne<{ gifts: number }>`
      select count(*)::int as gifts from donations where fund_drive_id = ${drive.id}`
    ).gifts
  }
  return { rail, gifts }
}
