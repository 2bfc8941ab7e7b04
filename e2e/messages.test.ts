import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn, occasionTypedBy } from '#test/gatherings.ts'
import { hostOf, someGuest, someInvitation } from './invitation.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, house, mailsTo, scripted, visitor } from './visitor.ts'

// A host writes to guests, sends from their own phone what no email reaches, and guests are told of a change. In Swahili and without
// a script: app/routes/gathering/messages.test.ts.

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

test('guests are told of another time when the host says so, and end messages with one press', {
  tags: ['night'],
}, async () => {
  const invitation = await someInvitation()
  const { slug } = invitation
  const email = `amina.${crypto.randomUUID()}@example.org`
  const own = await someGuest(invitation, { name: 'Amina Yusuf', email })
  const guest = await visitor({ javaScript: false })
  await guest.page.goto(own)
  await guest.page.getByLabel('Yes, I will come').check()
  await guest.page.getByRole('button', { name: 'Send answer' }).click()
  await guest.page.getByText('Answer saved').first().waitFor()
  const form = { ...occasionTypedBy({ day: dayIn(30), time: '12:30' }), version: '1' }
  const saved = await invitation.page.request.post(`/gathering/${slug}/occasions/1`, {
    form,
    headers: { origin: house() },
    maxRedirects: 0,
  })
  expect(saved.status()).toBe(303)

  const { page, faults } = await hostOf(invitation, { width: 360, theme: 'dark' })
  await go(page, `/gathering/${slug}/messages`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'messages-changed')
  await page.getByRole('button', { name: 'Tell now' }).click()
  await page.getByText('Your guests are being told').first().waitFor()
  const [mail] = await mailsTo(email, /^Changed/)
  expect(mail!.text).toMatch(/12:30[\s\S]*10:00/)
  await page.getByText('Sent to 1 of 1 guest').waitFor()

  const reminder = page.getByRole('checkbox').first()
  await reminder.uncheck()
  await page.getByRole('button', { name: 'Save reminders' }).click()
  await page.getByText('Reminders saved').first().waitFor()
  await go(page, `/gathering/${slug}/messages`)
  await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(false)

  // As the program in which the guest reads presses it: without a cookie and without an Origin.
  const quiet = await fetch(`${house()}/api/quiet?link=${own.slice('/i/'.length)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(quiet.status).toBe(200)
  await guest.page.goto(own)
  await guest.page.getByRole('button', { name: 'Send me messages again' }).waitFor()
  await go(page, `/gathering/${slug}/messages/new`)
  await page.getByText('1 wants no messages.').waitFor()
  expect(faults).toEqual([])
})
