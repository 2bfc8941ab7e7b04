import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hostOf, someGuest, someInvitation } from './invitation.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted } from './visitor.ts'

// A host writes to guests, and sends from their own phone what no email reaches. In Swahili, without a script and of a change:
// app/invitations/messages/pages/messages.test.ts.

const go = async (page: Page, address: string) => {
  await page.goto(address)
  await scripted(page)
}

test('a host writes to the guests that are shown, by email and from their own phone', async () => {
  const invitation = await someInvitation()
  const { slug } = invitation
  const email = `amina.${crypto.randomUUID()}@example.org`
  await someGuest(invitation, { name: 'Amina Yusuf', email })
  await someGuest(invitation, { name: 'Otieno', phone: '+4915112345678' })
  const { page, faults } = await hostOf(invitation, { width: 360 })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await go(page, `/gathering/${slug}/messages`)
  await page.getByText('No message yet').waitFor()
  await expectAccessible(page)
  await shot(page, 'messages-none')

  await go(page, `/gathering/${slug}/guests`)
  await page.getByRole('link', { name: 'Message these 2' }).click()
  await page.getByLabel('Note').check()
  await page.getByLabel('Your words').fill('See www.example.org')
  const look = page.getByRole('button', { name: 'See it before you send it' })
  const send = page.getByRole('button', { name: 'Send to 2 guests' })
  await look.click()
  await page.getByText('Please write without links. Each guest gets their own.').first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shot(page, 'messages-refused')
  await page.getByLabel('Your words').fill('Bring a torch, please.')
  await page.getByLabel('I send all of it from my own phone').uncheck()
  await look.click()
  const preview = page.getByRole('status', { name: 'Preview' })
  for (const name of ['Amina Yusuf', 'Otieno'])
    await preview.getByRole('heading', { name: `As ${name} reads it` }).waitFor()
  expect(await preview.getByText('Bring a torch, please.').count()).toBe(2)
  await shot(page, 'messages-look')
  await send.click()
  await page.getByText('Message queued for 2 guests').first().waitFor()
  const sent = 'Sent to 1 of 2 guests'
  await page.getByText(sent).waitFor()
  const [mail] = await mailsTo(email)
  expect(mail!.text).toContain('Bring a torch, please.')
  await expectAccessible(page)
  await shot(page, 'messages-one')

  await page.getByRole('link', { name: 'Send them one by one' }).click()
  await page.getByRole('heading', { name: 'Otieno' }).waitFor()
  const chat = await page.getByRole('link', { name: 'Open WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(chat!)).toMatch(
    /^https:\/\/wa\.me\/4915112345678\?text=Otieno, [\s\S]*Bring a torch, please\.[\s\S]*\/i\/[2-9a-z]{12}$/,
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shot(page, 'messages-by-hand')
  await press('Sent, next')
  await page.getByText('Nobody waits for your phone').waitFor()
  await go(page, `/gathering/${slug}/messages`)
  await page.getByText('Sent to 2 of 2 guests').waitFor()
  await expectNoSidewaysScroll(page)
  expect(faults).toEqual([])
})
