/** @module-tag night */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendCutOff } from './cut-off.ts'
import { openDrive } from './drive.ts'
import { signedIn } from './session.ts'
import { scripted } from './visitor.ts'

// What a treasurer writes down of others is there once, whatever became of the answer, and is never told to be there when it is not.

type Filled = Record<string, string>

const add = '/recorded/add'
const write = '/pledges/write'
const send = (page: Page) => page.getByRole('button', { name: /^(Record gift|Write down the pledge)$/ }).click()

async function fill(page: Page, fields: Filled) {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
}

async function atForm(path: string) {
  const { page } = await signedIn({ width: 360 })
  const drive = `/fund-drive/${await openDrive(page, 'Heal Mama Achieng', '250000')}`
  const open = async (at = path) => {
    await page.goto(drive + at)
    await scripted(page)
  }
  await open()
  return { page, drive, open }
}

const rowsOfIt = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasText: /KES\s2,000/ })
    .count()

test.each([
  [add, { amount: '2000', name: 'Amina Yusuf' }, 'The gift is recorded', '/recorded'],
  [add, { amount: '2000' }, 'The gift is recorded', '/recorded'],
  [write, { amount: '2000', name: 'Amina Yusuf' }, 'The pledge is written down', '/pledges'],
] as const)('%s: an answer was cut off, and pressed again %j is there once', async (path, fields, done, list) => {
  const { page, open } = await atForm(path)
  await fill(page, fields)
  await sendCutOff(page, () => send(page))
  await expect.poll(() => page.locator('[name=amount]').inputValue()).toBe('2,000')
  await send(page)
  await page.getByText(done).first().waitFor()
  await page.waitForURL(`**${list}`)
  await open(list)
  expect(await rowsOfIt(page)).toBe(1)
})

test.each([
  ['a part of it', '5000'],
  ['all of it', '2000'],
])('cash for a pledge, %s: an answer was cut off, and pressed again it is recorded once', async (_, amount) => {
  const { page, open } = await atForm(write)
  await fill(page, { amount, name: 'Mama Njeri' })
  await send(page)
  await page.getByRole('link', { name: 'Paid outside Harambee' }).click()
  await scripted(page)
  // All that is open stands in the form already.
  if (amount !== '2000') await fill(page, { amount: '2000' })
  await sendCutOff(page, () => send(page))
  await send(page)
  await page.getByText('The gift is recorded, and counts for the pledge').first().waitFor()
  await page.waitForURL('**/pledges')
  await open('/recorded')
  expect(await rowsOfIt(page)).toBe(1)
})

test('the tick for one gift does not count for what is typed over it', async () => {
  const { page, open } = await atForm(add)
  for (const name of ['Amina Yusuf', 'Otieno']) {
    await fill(page, { amount: '2000', name })
    await send(page)
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    await open()
  }
  await fill(page, { amount: '2000', name: 'Amina Yusuf' })
  await send(page)
  await page.getByText('This may be recorded already: Amina Yusuf').waitFor()
  const tick = page.getByLabel('It is another gift: record it anyway')
  await tick.check()
  // Refused for something else; then its person corrects more than that.
  await fill(page, { amount: '0' })
  await send(page)
  await page.getByText('Please enter an amount').first().waitFor()
  await expect.poll(() => tick.isChecked()).toBe(true)
  await fill(page, { amount: '2000', name: 'Otieno' })
  await send(page)
  await page.getByText('This may be recorded already: Otieno').waitFor()
  await expect.poll(() => tick.isChecked()).toBe(false)
  expect(await tick.evaluate((box) => box === document.activeElement)).toBe(true)
  await tick.check()
  await send(page)
  await page.waitForURL((url) => url.pathname.endsWith('/recorded'))
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Otieno' }).count()).toBe(2)
})
