import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// The office page of M-Pesa, in a house of its own: its state, and the statements of the portal.

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 120_000)
afterAll(async () => void (await house.stop()))

const admin = { email: 'admin@harambee.test', password: 'harambee' }
async function office(wishes: Parameters<typeof visitor>[0] = {}) {
  const one = await visitor({ url: house.url, ...wishes })
  await ask(house, 'delete from rate_limits')
  await beSignedIn(one.page, admin)
  await one.page.goto('/admin/mpesa')
  if (wishes.javaScript !== false) await scripted(one.page)
  return one
}
const control = async (what: string, body: unknown) => {
  const answer = await fetch(`${house.url}/sandbox/daraja/__sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
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
  await send(csv)
  await page.getByText('The statement is being worked off').first().waitFor()
  await page.getByText('Lines: 1.').waitFor({ timeout: 20_000 })
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

test.each(['light', 'dark'] as const)(
  'the page fits a small phone and everybody can use it, %s',
  async (theme) => {
    const { page } = await office({ theme, width: 360 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
  120_000,
)
