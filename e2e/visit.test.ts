import { expect, test } from 'vitest'
import { ownPage, someDrive } from './drive.ts'
import { expectAccessible, mailsTo, scripted, visitor } from './visitor.ts'

// A visit: a guest asks to come by, and the owner answers.

const inDays = (days: number) => new Date(Date.now() + (days * 24 + 3) * 3_600_000).toISOString().slice(0, 10)
const mail = () => `guest-${crypto.randomUUID().slice(0, 8)}@example.org`

test('a visit is booked in the dialog once, confirmed, and taken back [T7]', async () => {
  const owner = await someDrive()
  const [guest, email] = [await visitor(), mail()]
  const { page } = guest
  await page.goto(`/fundraiser/${owner.slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'RSVP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Visit' })
  await dialog.getByLabel('Full Name').fill('Amina Yusuf')
  // A dialog that is closed by a slip keeps what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'RSVP' }).click()
  await expect.poll(() => dialog.getByLabel('Full Name').inputValue()).toBe('Amina Yusuf')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('letters')
  await dialog.getByLabel('Visit Date').fill(inDays(3))
  await dialog.getByLabel('Visit Time').selectOption('14:00')
  await dialog.getByLabel('Number of Guests').selectOption('5+ Guests')
  await dialog.getByLabel('Message').fill('Tunakuja na kwaya')
  await dialog.getByRole('button', { name: 'Ask to visit' }).click()
  await dialog.getByText('Please enter a valid phone number').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Phone').fill('0712 345 678')
  await dialog.getByRole('button', { name: 'Ask to visit' }).dblclick()
  await page.getByText('Reservation Request Submitted!').first().waitFor()
  await page.getByText("We'll contact you soon to confirm your visit details.").first().waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await mailsTo(email, /arrived/)).toHaveLength(1)
  await page.goto(`/fundraiser/${owner.slug}/book-visit`)
  await expectAccessible(page)
  expect(guest.faults).toEqual([])

  const [own, beside] = await Promise.all([0, 1].map(() => ownPage(owner, `/fund-drive/${owner.slug}/rsvps`)))
  for (const one of [own!, beside!]) await scripted(one)
  const row = own!.getByRole('row').filter({ hasText: 'Amina Yusuf' })
  await expect.poll(() => own!.getByRole('row').filter({ hasText: 'Amina Yusuf' }).count()).toBe(1)
  await row.getByText('Tunakuja na kwaya').waitFor()
  await row.getByRole('button', { name: 'Confirm' }).click()
  await own!.getByRole('alertdialog').getByRole('button', { name: 'Confirm visit' }).click()
  await row.getByText('Confirmed', { exact: true }).waitFor()
  await own!.getByText('5 confirmed guests to come').waitFor()
  // The other window has heard of it.
  await beside!.getByText('5 confirmed guests to come').waitFor()
  await expectAccessible(own!)

  expect(await mailsTo(email, /confirmed/)).toHaveLength(2)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await own!.getByRole('alertdialog').getByRole('button', { name: 'Cancel visit' }).click()
  await row.getByText('Cancelled', { exact: true }).waitFor()
  await mailsTo(email, /cancelled/)
})
