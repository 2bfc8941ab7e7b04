import { expect, test } from 'vitest'
import { ownDigits } from './own-digits.ts'
import { codeOn } from './texts.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// An account with a phone and no email address, from the name to the first password.

for (const javaScript of [true, false])
  test(`a name, a number and a code make an account ${javaScript ? '' : 'without a script'}`, async () => {
    const { page, faults } = await visitor({ width: 360, javaScript })
    const phone = `0717${ownDigits(6)}`
    const ready = async () => {
      if (!javaScript) return
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
