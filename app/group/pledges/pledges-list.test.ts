import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { dayFrom, somePledge } from '#test/pledges.ts'
import { query } from '#test/rows.ts'
import { pledgesList } from './pledges-list.server.ts'

// The order of the pledges of a drive, and how one is found among them.

const db = await testDatabase({ asOwner: true })
type Drive = Awaited<ReturnType<typeof someDrive>>

let phones = 700_200_000
const numbered = () => `+254${++phones}`
/** A pledge for a day that may be over. */
async function due(drive: Drive, name: string, days: number | null, state = 'open') {
  const { id } = await somePledge(db, drive, { name, phone: numbered() })
  const day = days === null ? null : dayFrom(days)
  await query`update pledges set due_on = ${day}::date, state = ${state}, ended_at = case when ${state} <> 'open' then now() end,
    paid = case ${state} when 'kept' then amount else 0 end, remind_at = null where id = ${id}`
}
const names = async (drive: Drive, query = '', size?: number) => {
  const page = await pledgesList.page(db, drive.id, new URLSearchParams(query), undefined, size)
  return { names: page.rows.map(({ name }) => name), next: page.next }
}

test('late pledges come first, then those that are due next, then those without a day, then the others', async () => {
  const drive = await someDrive(db)
  await due(drive, 'kept', -50, 'kept')
  await due(drive, 'next month', 30)
  await due(drive, 'no day', null)
  await due(drive, 'late', -1)
  await due(drive, 'today', 0)
  await due(drive, 'very late', -40)
  await due(drive, 'released', 3, 'released')
  const order = ['very late', 'late', 'today', 'next month', 'no day', 'released', 'kept']
  expect((await names(drive)).names).toEqual(order)
  // Page by page it is the same order, and each stands once.
  const found: (string | null)[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof names>> = await names(drive, after && `after=${after}`, 2)
    found.push(...page.names)
    after = page.next
  }
  expect(found).toEqual(order)
  expect((await names(drive, 'state=late')).names).toEqual(['very late', 'late'])
})

test('a pledge is found by a name, the end of a number, or all of a number', async () => {
  const drive = await someDrive(db)
  await somePledge(db, drive, { name: 'Mama Njeri', phone: '+254712345678' })
  await somePledge(db, drive, { name: '100% Otieno', phone: '+254712999678' })
  await somePledge(db, drive, { name: 'Hidden Njeri', phone: '+254700111222', anonymous: true })
  const found = async (search: string) =>
    (await names(drive, String(new URLSearchParams({ search })))).names.toSorted((a, b) => a!.localeCompare(b!))
  expect(await found('njeri')).toEqual(['Mama Njeri'])
  expect(await found('%')).toEqual(['100% Otieno'])
  expect(await found('678')).toEqual(['100% Otieno', 'Mama Njeri'])
  expect(await found('…678')).toEqual(['100% Otieno', 'Mama Njeri'])
  expect(await found('0712 345 678')).toEqual(['100% Otieno', 'Mama Njeri'])
  expect(await found('+254712999678')).toEqual(['100% Otieno', 'Mama Njeri'])
  expect(await found('5678')).toEqual(await found('9678'))
  // What is not shown of a number is not told by looking for it, and of an anonymous giver nothing is.
  for (const hidden of ['345', '67', '254712345', '222', '0700 111 222', 'Hidden'])
    expect(await found(hidden)).toEqual([])
  expect(await found('0713 345 678')).toEqual([])
})

test('its file says of each pledge what the page says: that it is late, and what the bar does not count', async () => {
  const drive = await someDrive(db)
  await due(drive, 'late', -1)
  await somePledge(db, drive, { name: 'waits', phone: numbered(), agreed: false })
  const file = await pledgesList.csv(db, drive, new URLSearchParams(), { words: wordsIn('en'), language: 'en' }).text()
  const [head, ...rows] = file.replace('\ufeff', '').trim().split('\r\n')
  const [state, unconfirmed] = ['State', 'Not confirmed (KES)'].map((name) => head!.split(',').indexOf(name))
  const said = rows.map((row) => row.split(',')).map((cells) => [cells[0], cells[state!], cells[unconfirmed!]])
  expect(said).toEqual([
    ['late', 'Late', '0'],
    ['waits', 'Open', '2000'],
  ])
})
