import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownPage, someDrive } from './drive.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// A drive's code, which any phone can type: where it is read. Where it is chosen: app/drives/codes/pages/code.test.ts.

const newWord = () => Array.from({ length: 7 }, () => 'BCDFGHJKMNPRSTVW'[randomInt(16)]).join('')
const anyNumber = /Paybill 174379, account [1-9]\d{5}/

test('people who share, give, or look at a poster read the code; once the owner chooses a word, they read that', async () => {
  const owner = await someDrive()
  const { slug } = owner
  const { page, faults } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'SHARE' }).click()
  const share = page.getByRole('dialog', { name: 'Share this fundraiser' })
  await share.getByText(anyNumber).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const own = await ownPage(owner, `/fund-drive/${slug}/settings`, false)
  const word = newWord()
  await own.getByLabel('Word for your code').fill(word)
  await own.getByRole('button', { name: 'Save word' }).click()
  const code = `Paybill 174379, account ${word}`
  await own.locator('main').getByText(code).last().waitFor()
  // The page is kept for all visitors: it has been told.
  const fresh = async () =>
    (await (await visitor({ javaScript: false })).page.request.get(`/fundraiser/${slug}`)).text()
  await expect.poll(fresh).toContain(`<b>${word}</b>`)
  await page.goto(`/fundraiser/${slug}/donate`)
  await page.getByText('Or pay from your phone’s menu').click()
  await page.getByText(`Lipa na M-Pesa, ${code}.`).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Card or bank' }).click()
  await expect.poll(() => page.getByText('Or pay from your phone’s menu').isVisible()).toBe(false)
  await own.goto(`/fund-drive/${slug}/poster`)
  await own.getByText(`M-Pesa ${code}`).waitFor()
  await own.getByText(`M-Pesa Paybill 174379, akaunti ${word}`).waitFor()
  await own.goto(`/fund-drive/${slug}/home`)
  await expect.poll(() => own.locator('main').getByText(code).count()).toBeGreaterThanOrEqual(2)
  expect(faults).toEqual([])
})
