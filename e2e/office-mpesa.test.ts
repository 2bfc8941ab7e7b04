import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { controlOf, office as officeOf } from './office.ts'
import { expectAccessible, expectNoSidewaysScroll, type visitor } from './visitor.ts'

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

test('a statement is sent, worked off and shown; a cut one is refused at its field', async () => {
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
}, 120_000)

test('without a script a statement is sent as well, and a wrong file says so at its field', async () => {
  const { page } = await office({ javaScript: false })
  const send = async (text: string) => {
    await page.getByLabel('CSV file').setInputFiles(file(text))
    await page.getByRole('button', { name: 'Import the statement' }).click()
  }
  await send('no statement')
  await page.getByText('This is not a statement of the M-Pesa organisation portal').first().waitFor()
  await send(await someStatement())
  await page.getByText('The statement is being worked off').first().waitFor()
}, 120_000)

test('a tariff is entered, also one of nothing; what can’t be is refused with words at its field', async () => {
  await ask(house, 'delete from rate_limits')
  const { page, faults } = await officeOf('/admin/mpesa', { url: house.url })
  await page.getByRole('link', { name: 'Tariffs of M-Pesa' }).click()
  await page.getByText('None is entered: the payer bears the tariff').waitFor()
  const enter = async (fields: { from: string; to: string; fee: string; since: string; bearer?: string }) => {
    await page.getByLabel('Who bears it').selectOption({ label: fields.bearer ?? 'We do' })
    await page.getByLabel('Payments from (KSH)').fill(fields.from)
    await page.getByLabel('Payments up to (KSH)').fill(fields.to)
    await page.getByLabel('Fee (KSH)').fill(fields.fee)
    await page.getByLabel('Counts from').fill(fields.since)
    await page.getByRole('button', { name: 'Enter the tariff' }).click()
  }
  const [yesterday, today] = [-1, 0].map((days) => dayAt(new Date(Date.now() + days * 86_400_000))) as [string, string]
  await enter({ from: '1', to: '100', fee: '0', since: today })
  await page.getByText('KSH 1 to KSH 100: KSH 0').waitFor()
  await page.getByText('The tariff is entered').first().waitFor()
  await enter({ from: '100', to: '500', fee: '5', since: today })
  await page.getByText('A tariff of this day covers some of these amounts already.').waitFor()
  await expectAccessible(page)
  await enter({ from: '101', to: '500', fee: '6', since: today })
  await page.getByText('This is more than our 5% of the smallest payment.').waitFor()
  await enter({ from: '101', to: '500', fee: '5', since: yesterday })
  await page.getByText('Please choose today or a later day').waitFor()
  await enter({ from: '101', to: '50', fee: '5', since: today })
  await page.getByText('Up to is less than from.').waitFor()
  await enter({ from: '101', to: '500', fee: '5', since: today })
  await page.getByText('KSH 101 to KSH 500: KSH 5').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
}, 120_000)

test.each(['light', 'dark'] as const)(
  'the page fits a small phone and everybody can use it, %s',
  async (theme) => {
    const { page } = await office({ theme, width: 360 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto(`${house.url}/admin/mpesa/tariffs`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
  120_000,
)
