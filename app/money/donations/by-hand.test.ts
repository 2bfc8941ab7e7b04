import { expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { everyRow } from '#test/owners-lists.ts'
import { someCash } from '#test/pledges.ts'
import { publicDonations } from './donations.server.ts'
import { donationsList } from './donations-list.server.ts'
import { giftsByDay } from './gifts-by-day.server.ts'

// A gift that was recorded by hand is one of a person: it stands among the others, and says who wrote it down.

const db = await testDatabase()
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' })

async function drive() {
  const made = await someDrive(db)
  const hand = (shillings: number, anonymous = false) =>
    someCash(db, made, { name: `Giver of ${shillings}`, amount: kes(shillings), note: 'In an envelope', anonymous })
  return { ...made, hand }
}

test('recorded gifts stand among donations where they were recorded, on each page, without their note', async () => {
  const { id, hand } = await drive()
  await hand(1)
  await gift(db, id, kes(2))
  await hand(3)
  await hand(4, true)
  await gift(db, id, kes(5))
  const all = (await publicDonations(db, id)).donations
  expect(all.map(({ amount }) => amount / 100)).toEqual([5, 4, 3, 2, 1])
  expect(all.map(({ recordedBy }) => recordedBy !== null)).toEqual([false, true, true, false, true])
  expect(all.map(({ name }) => name)).toEqual(['Amina Yusuf', null, 'Giver of 3', 'Amina Yusuf', 'Giver of 1'])
  expect(JSON.stringify(all)).not.toContain('envelope')
  const read: number[] = []
  for (let before: number | null = null; ; ) {
    const page = await publicDonations(db, id, { limit: 1, before: before ?? undefined })
    read.push(...page.donations.map(({ amount }) => amount / 100))
    before = page.next
    if (before === null) break
  }
  expect(read).toEqual([5, 4, 3, 2, 1])
})

test('those that are hidden or void are in no list of visitors', async () => {
  const { id, hand } = await drive()
  await hand(3)
  await db.updateTable('fund_drives').set({ hides_recorded: true }).where('id', '=', id).execute()
  expect((await publicDonations(db, id)).donations).toEqual([])
})

test('the list of an owner has them, labelled, page by page in both orders, and its filters and sums count them', async () => {
  const { id, hand } = await drive()
  for (const [at, shillings] of [10, 20, 30, 40, 50].entries())
    if (at % 2) await gift(db, id, kes(shillings), { donorName: `Giver of ${shillings}` })
    else await hand(shillings)
  for (const order of ['asc', 'desc']) {
    const asked = (after: string | null) => new URLSearchParams({ sort: 'number', order, after: after ?? '' })
    const all = await everyRow((after) => donationsList.page(db, id, asked(after), undefined, 2))
    expect(all.map(({ amount }) => amount / 100)).toEqual(order === 'asc' ? [10, 20, 30, 40, 50] : [50, 40, 30, 20, 10])
  }
  const found = async (query: Record<string, string>) => {
    const { rows, totals } = await donationsList.page(db, id, new URLSearchParams(query))
    return [rows.map(({ amount }) => amount / 100), totals.found?.raised]
  }
  expect(await found({ channel: 'recorded' })).toEqual([[50, 30, 10], kes(90)])
  expect(await found({ channel: 'mobile' })).toEqual([[40, 20], kes(60)])
  expect(await found({ search: 'giver of' })).toEqual([[50, 40, 30, 20, 10], kes(150)])
  expect(await found({ search: 'envelope' })).toEqual([[50, 30, 10], kes(90)])
  expect(await found({ search: 'envelope', channel: 'recorded', day: today })).toEqual([[50, 30, 10], kes(90)])
  expect((await donationsList.page(db, id)).rows[0]).toMatchObject({
    channel: 'recorded',
    recordedBy: expect.any(String),
  })
})

test('the chart has them on the day on which they were given', async () => {
  const { id, hand } = await drive()
  await hand(10)
  const { days, amount, gifts } = await giftsByDay(db, id)
  expect([days.at(-1), amount, gifts]).toEqual([{ day: today, amount: kes(10), gifts: 1 }, kes(10), 1])
})
