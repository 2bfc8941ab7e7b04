import { expect, test } from 'vitest'
import { codeOf } from '#test/codes.ts'
import { openHouse } from './house.ts'
import { beSignedIn } from './session.ts'
import { scripted, visitor } from './visitor.ts'

// Two factors as a duty of administrators.

const admin = { email: 'admin@harambee.test', password: 'harambee' }

test('where two factors are a duty, the office opens after they are turned on, and they stay on [T348]', {
  tags: ['night'],
}, async () => {
  const strict = await openHouse({ ADMIN_TWO_FACTOR: '1' })
  try {
    const { page } = await visitor({ url: strict.url })
    await beSignedIn(page, admin)
    await page.goto('/admin/audit?act=seen')
    await page.waitForURL('**/settings?to=**')
    const section = page.getByRole('region', { name: 'Two-factor sign-in' })
    await section.getByText('Administrators sign in with two factors here').waitFor()
    await scripted(page)
    await section.getByLabel('Password', { exact: true }).fill(admin.password)
    await section.getByRole('button', { name: 'Turn on' }).click()
    const secret = (await page.getByTestId('two-factor-secret').textContent())!
    await page.getByLabel('Code from your app').fill(codeOf(secret))
    await page.getByRole('main').locator('form').getByRole('button').last().click()
    await page.getByRole('link', { name: "I've saved them" }).click()
    await page.waitForURL('**/admin/audit?act=seen')
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
    await page.goto('/settings')
    await section.getByText('so it stays on').waitFor()
    await expect.poll(() => section.getByRole('link', { name: 'Turn off' }).count()).toBe(0)
    await page.goto('/settings/two-factor/off')
    await scripted(page)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('so it stays on').first().waitFor()
    await page.goto('/admin/audit')
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
  } finally {
    await strict.stop()
  }
})
