import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { controlOf, office as officeOf } from './office.ts'
import { expectAccessible, type visitor } from './visitor.ts'

// The office page of M-Pesa, in a house of its own: its state, and the statements of the portal.

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 120_000)
afterAll(async () => void (await house.stop()))

async function office(wishes: Parameters<typeof visitor>[0] = {}) {
  await ask(house, 'delete from rate_limits')
  return officeOf('/admin/mpesa', { url: house.url, ...wishes })
}
const control = controlOf('daraja', () => house.url)
const file = (text: string) => ({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
/** The statement of somebody who paid under an account that nobody knows. */
async function someStatement(): Promise<string> {
  await control('pay', { phone: '0712345678', account: 'NOBODY', amount: 750 })
  return (await control('statement', {})).csv
}

test('a statement is sent, worked off and shown; a cut one is refused at its field', { tags: ['night'] }, async () => {
  const { page, faults } = await office()
  await page.getByRole('heading', { level: 1, name: 'M-Pesa' }).waitFor()
  const csv = await someStatement()
  const send = async (text: string) => {
    await page.getByLabel('CSV file').setInputFiles(file(text))
    await page.getByRole('button', { name: 'Import the statement' }).click()
  }
  await send(csv.slice(0, -20))
  await page.getByText('can’t be read: the file was cut off or changed').first().waitFor()
  await expectAccessible(page)
  // One that is too large stays here: its field says so, and the page is not lost.
  await send(`${csv}${'\r\n'.repeat(3_200_000)}`)
  await page.getByText('This file is larger than 6 MB.').first().waitFor()
  await send(csv)
  await page.getByText('The statement is being worked off').first().waitFor()
  await page.getByText(`Lines: ${csv.match(/,Completed,/g)!.length}.`).waitFor({ timeout: 20_000 })
  await expect
    .poll(async () => (await ask(house, 'select from mpesa_statements where done_at is not null')).length, {
      timeout: 30_000,
    })
    .toBe(1)
  const placed = await ask(house, `select from suspense where provider = 'mpesa' and amount = 75000`)
  expect(placed).toHaveLength(1)
  await send(csv)
  await page.getByText('This statement was imported before').first().waitFor()
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText('M-Pesa is asked').first().waitFor()
  await page.getByText('The provider says', { exact: true }).waitFor({ timeout: 30_000 })
  await expectAccessible(page)
  expect(faults).toEqual([])
})
