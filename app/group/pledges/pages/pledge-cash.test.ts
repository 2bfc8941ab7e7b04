import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { fieldOf, openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive } from '#test/make.ts'
import { pledgeRow, somePledge } from '#test/pledges.ts'

const db = await testDatabase()
const { send, get } = openForms()

async function owed() {
  const { cookie, drive } = await ownersDrive(db)
  const { id } = await somePledge(db, drive, { amount: 30_000 })
  const list = `/fund-drive/${drive.slug}/pledges`
  const form = { pledge: String(id), amount: '300', method: 'cash', givenOn: dayAt(new Date()), key: randomUUID() }
  const pay = (own: Record<string, string> = {}) => send(`${list}/cash?pledge=${id}`, { ...form, ...own }, { cookie })
  const gifts = () => db.selectFrom('recorded_gifts').where('fund_drive_id', '=', drive.id).select('amount').execute()
  return { id, list, cookie, pay, gifts }
}

test('cash that pays all of a pledge is recorded once, and a form that comes again is answered as the first was', async () => {
  const { id, list, pay, gifts } = await owed()
  for (const _ of [1, 2]) expect(await pay()).toMatchObject({ status: 303, to: list })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 30_000, state: 'kept' })
  expect(await gifts()).toHaveLength(1)
})

test('of ten forms at once that pay all of it one is recorded, and the others say that nothing is open', async () => {
  const { pay, gifts } = await owed()
  const all = await Promise.all(Array.from({ length: 10 }, () => pay({ key: randomUUID() })))
  expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
  const refused = all.filter(({ page }) => page.includes('Nothing is open of this pledge any more.'))
  expect(refused).toHaveLength(9)
  expect(await gifts()).toHaveLength(1)
})

test('for a pledge that is paid nothing else is recorded, and the form says why', async () => {
  const { pay, gifts, cookie, list, id } = await owed()
  await pay()
  const other = await pay({ amount: '200' })
  expect(other.page).toContain('this form was used for another gift')
  expect(fieldOf(other.page, 'amount').value).toBe('200')
  const again = await pay({ amount: '200', key: fieldOf(other.page, 'key').value })
  expect(again.page).toContain('Nothing is open of this pledge any more.')
  expect(await gifts()).toHaveLength(1)
  const { text } = await get(`${list}/cash?pledge=${id}`, cookie)
  expect(text).toContain('Nothing is open of this pledge any more.')
  expect(text).not.toContain('name="amount"')
})
