import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { codeOn } from './texts.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo } from './visitor.ts'

// A phone as a way in: it is confirmed in the settings, and then opens the account by a code that is texted.

const words = {
  en: {
    section: 'Phone',
    number: 'Phone number',
    password: 'Password',
    text: 'Text me a code',
    code: 'Code from the text',
    confirm: 'Confirm my phone',
    wrong: /Wrong or expired code/,
    confirmed: 'Phone confirmed',
    byPhone: 'Sign in with your phone',
    signIn: 'Sign In',
    again: 'Send it again',
    tooMany: /There were many tries/,
    mail: /phone was added/i,
  },
  sw: {
    section: 'Simu',
    number: 'Nambari ya simu',
    password: 'Nenosiri',
    text: 'Nitumie msimbo kwa SMS',
    code: 'Msimbo kutoka SMS',
    confirm: 'Thibitisha simu yangu',
    wrong: /Msimbo si sahihi/,
    confirmed: 'Simu imethibitishwa',
    byPhone: 'Ingia kwa simu yako',
    signIn: 'Ingia',
    again: 'Tuma tena',
    tooMany: /Kumekuwa na majaribio mengi/,
    mail: /Simu imeongezwa/i,
  },
}

const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function looksGood(page: Page, javaScript: boolean) {
  await expectNoSidewaysScroll(page)
  if (javaScript) await expectAccessible(page)
}

for (const language of ['en', 'sw'] as const)
  for (const javaScript of [true, false])
    test(`a phone is confirmed in the settings and then signs in: ${language}, ${javaScript ? 'with' : 'without'} JavaScript`, async () => {
      const say = words[language]
      const { page, context, who } = await signedIn({ javaScript, language, width: 360 })
      const phone = anyPhone()
      await page.goto('/settings')
      const section = page.getByRole('region', { name: say.section, exact: true })
      await section.getByLabel(say.number).fill(phone)
      await section.getByLabel(say.password, { exact: true }).fill(who.password)
      await looksGood(page, javaScript)
      await section.getByRole('button', { name: say.text }).click()
      await page.waitForURL('**/settings/phone/code')
      const first = await codeOn(phone)
      await page.getByLabel(say.code).fill(wrong(first))
      await page.getByRole('button', { name: say.confirm }).click()
      await page.getByText(say.wrong).first().waitFor()
      await looksGood(page, javaScript)
      await page.getByLabel(say.code).fill(first)
      await page.getByRole('button', { name: say.confirm }).click()
      await page.waitForURL('**/settings')
      await page.getByText(say.confirmed).first().waitFor()
      const whole = `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`
      await section.getByText(whole).waitFor()
      await mailsTo(who.email, say.mail)

      await context.clearCookies()
      await page.goto('/auth?to=%2Fprofile')
      await page.getByRole('link', { name: say.byPhone }).click()
      await page.waitForURL('**/auth/phone**')
      await looksGood(page, javaScript)
      await page.getByLabel(say.number).fill(`+254 ${phone.slice(1, 4)} ${phone.slice(4)}`)
      await page.getByRole('button', { name: say.text }).click()
      await page.waitForURL('**/auth/phone/code**')
      expect(page.url()).not.toContain(phone.slice(1))
      const second = await codeOn(phone, 2)
      await page.getByLabel(say.code).fill(wrong(second))
      await page.locator('form').getByRole('button', { name: say.signIn, exact: true }).click()
      await page.getByText(say.wrong).first().waitFor()
      await looksGood(page, javaScript)
      // Another is not sent within the minute.
      await page.getByRole('button', { name: say.again }).click()
      await page.getByText(say.tooMany).first().waitFor()
      await page.goto('/auth/phone/code?to=%2Fprofile')
      await page.getByLabel(say.code).fill(second)
      await page.locator('form').getByRole('button', { name: say.signIn, exact: true }).click()
      await page.waitForURL('**/profile')
    })

test('a number that nobody has is answered like any other, and a bad one at its field', async () => {
  const { page, context } = await signedIn({ width: 360 })
  await context.clearCookies()
  await page.goto('/auth/phone')
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('Please enter the number of a mobile phone').waitFor()
  await page.getByLabel('Country').selectOption({ label: 'Uganda' })
  await page.getByLabel('Phone number').fill('0772 123 456')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText("We can't text phones of that country yet.").waitFor()
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await page.getByLabel('Phone number').fill(anyPhone())
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.waitForURL('**/auth/phone/code')
  await page.getByLabel('Code from the text').fill('123 456')
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page
    .getByText(/Wrong or expired code/)
    .first()
    .waitFor()
})
