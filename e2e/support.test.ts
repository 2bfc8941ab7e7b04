import { expect, test } from 'vitest'
import { office } from './office.ts'
import { visitor } from './visitor.ts'

for (const javaScript of [true, false])
  test(`a visitor reports a page, and an administrator reads it (${javaScript ? 'with' : 'without'} JavaScript)`, async () => {
    const words = `The hospital knows no such patient ${crypto.randomUUID()}`
    const { page, faults } = await visitor({ javaScript, width: 360 })
    await page.goto('/fundraiser/heal-mama-achieng')
    await page.getByRole('link', { name: 'Report this page' }).click()
    await page.getByRole('heading', { name: 'Report this page' }).waitFor()
    await page.getByLabel('What did you see?').fill(words)
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Choose a reason.').waitFor()
    await expect.poll(() => page.getByLabel('What did you see?').inputValue()).toBe(words)
    await page.getByLabel('Reason').selectOption('The story is not true')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Report sent').first().waitFor()
    expect(faults).toEqual([])
    const admin = await office(`/admin/letters?search=${encodeURIComponent(words)}`)
    await admin.page.getByText(words).first().waitFor()
    await admin.page.getByRole('link', { name: 'Heal Mama Achieng' }).first().waitFor()
  })

test('a question to support needs an address for the answer, and comes from the Help page [T42]', async () => {
  const { page, faults } = await visitor({})
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await page.getByRole('link', { name: 'Write to us' }).click()
  await page.getByLabel('Your question').fill('How long does a withdrawal take?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Enter your email, so that we can answer.').waitFor()
  await page.getByLabel('Email').fill('asha@example.org')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message sent').first().waitFor()
  expect(faults).toEqual([])
})
