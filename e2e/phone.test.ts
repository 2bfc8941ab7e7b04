/** @module-tag night */

import { expect, test } from 'vitest'
import { ownDigits } from './own-digits.ts'
import { signedIn } from './session.ts'
import { codeOn } from './texts.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted, visitor } from './visitor.ts'

// A phone as a way in: confirmed in the settings, or the first thing of a new account. In the gate: harambee.test.ts.

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

test('a name, a number and a code make an account, which then sets a password', async () => {
  const { page, faults } = await visitor({ width: 360 })
  const phone = `0717${ownDigits(6)}`
  const ready = async () => {
    await scripted(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/auth?tab=sign-up')
  await page.getByRole('link', { name: 'Sign up with your phone' }).click()
  await page.getByRole('heading', { name: 'Sign up with your phone' }).waitFor()
  await ready()
  await page.getByLabel('Full Name').fill('Amina Yusuf')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.waitForURL('**/auth/sign-up/code')
  await ready()
  await page.getByLabel('Code from the text').fill(await codeOn(phone))
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/settings')
  await ready()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await page.getByLabel('New password').fill('tuungane pamoja')
  await ready()
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.waitForURL('**/settings')
  await page.getByLabel('Current password').waitFor()
  expect(faults).toEqual([])
})
