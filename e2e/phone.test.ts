/** @module-tag night */

import { test } from 'vitest'
import { ownDigits } from './own-digits.ts'
import { signedIn } from './session.ts'
import { codeOn } from './texts.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo } from './visitor.ts'

// A phone as a way in, confirmed in the settings. An account that begins with a phone is in harambee.test.ts.

test('a phone is confirmed in the settings and then signs in', async () => {
  const { page, context, who } = await signedIn({ width: 360 })
  const phone = `0718${ownDigits(6)}`
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Phone', exact: true })
  await section.getByLabel('Phone number').fill(phone)
  await section.getByLabel('Password', { exact: true }).fill(who.password)
  await section.getByRole('button', { name: 'Text me a code' }).click()
  await page.waitForURL('**/settings/phone/code')
  const first = await codeOn(phone)
  await page.getByLabel('Code from the text').fill(String((Number(first) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: 'Confirm my phone' }).click()
  await page
    .getByText(/Wrong or expired code/)
    .first()
    .waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('Code from the text').fill(first)
  await page.getByRole('button', { name: 'Confirm my phone' }).click()
  await page.waitForURL('**/settings')
  await mailsTo(who.email, /phone was added/i)
  await context.clearCookies()
  await page.goto('/auth/phone?to=%2Fprofile')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.waitForURL('**/auth/phone/code**')
  await page.getByLabel('Code from the text').fill(await codeOn(phone, 2))
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/profile')
})
