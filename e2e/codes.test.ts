import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDrive, ownPage, someDrive } from './drive.ts'
import { office } from './office.ts'
import { signedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// A drive's code, which any phone can type: where it is chosen, and where it is read.

const newWord = () => Array.from({ length: 7 }, () => 'BCDFGHJKMNPRSTVW'[randomInt(16)]).join('')
const anyNumber = /Paybill 174379, account [1-9]\d{5}/

for (const javaScript of [true, false])
  test(`the owner chooses a word, and reads at the field why one is refused (${javaScript ? 'with' : 'without'} JavaScript)`, async () => {
    const [one, other] = [await signedIn({ javaScript }), await signedIn({ javaScript: false })]
    const [slug, theirs] = [await openDrive(one.page), await openDrive(other.page)]
    const { page, faults } = one
    await page.goto(`/fund-drive/${slug}/settings`)
    if (javaScript) await scripted(page)
    await page.locator('main').getByText(anyNumber).last().waitFor()
    const [field, save] = [page.getByLabel('Word for your code'), page.getByRole('button', { name: 'Save word' })]
    const word = newWord()
    await field.fill(word.toLowerCase())
    await save.click()
    await page.getByText('Settings updated successfully').first().waitFor()
    await page.locator('main').getByText(`Paybill 174379, account ${word}`).last().waitFor()
    if (javaScript) await expectAccessible(page)
    for (const [typed, why] of [
      ['abc', 'Use 4 to 7 letters A–Z.'],
      ['ADMIN', 'This word can’t be used. Please choose another.'],
    ] as const) {
      await field.fill(typed)
      await save.click()
      await page.getByText(why, { exact: true }).first().waitFor()
    }
    await other.page.goto(`/fund-drive/${theirs}/settings`)
    const [theirField, theirSave] = [
      other.page.getByLabel('Word for your code'),
      other.page.getByRole('button', { name: 'Save word' }),
    ]
    await theirField.fill(word)
    await theirSave.click()
    await other.page.getByText('Another fund drive has or had this word. Please choose another.').first().waitFor()
    await theirField.fill(`${word.slice(0, 6)}Z`)
    await theirSave.click()
    await other.page.getByText('This is only one letter away from the word of another fund drive.').first().waitFor()
    expect(faults).toEqual([])
  })

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

test('an administrator finds a drive by its word, and reads its codes', async () => {
  const { page: own, slug } = await someDrive()
  const word = newWord()
  await own.goto(`/fund-drive/${slug}/settings`)
  await own.getByLabel('Word for your code').fill(word)
  await own.getByRole('button', { name: 'Save word' }).click()
  await own.getByText('Settings updated successfully').first().waitFor()
  const { page } = await office(`/admin/fund-drives?search=${word.toLowerCase()}`, { javaScript: false })
  await page.getByRole('link', { name: 'Heal Mama Achieng', exact: true }).click()
  await page.getByText(new RegExp(`^${word}, [1-9]\\d{5}$`)).waitFor()
})
