/** @module-tag night */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hostOf, later, someGuest, someInvitation } from './invitation.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// A host posts photos after an occasion. How a guest asks to have one taken down is asked in app/invitations/wrap-up/guest-pages/photo.test.ts.

const file = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('a host posts two photos at once; without words they stay, and what is too large is told; a guest sees them, until one is taken down', async () => {
  const invitation = await someInvitation()
  const own = await someGuest(invitation, { name: 'Amina Yusuf' })
  await later(invitation, 'over')
  const { page, faults } = await hostOf(invitation, { width: 360 })
  await page.goto(`/gathering/${invitation.slug}/after`)
  await scripted(page)
  const choose = page.getByLabel('Photos', { exact: true }).first()
  // Without a script one field takes one photo.
  await expect.poll(() => choose.getAttribute('multiple')).not.toBeNull()
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await choose.setInputFiles([await file('dance.png', '#c83c3c'), large, await file('cake.png', '#3c3cc8')])
  await page.getByText('large.png: File size must be less than 5MB').waitFor()
  const first = page.getByLabel('What can be seen on photo 1?')
  await first.fill('The dance of the aunts')
  await page.getByLabel('What can be seen on photo 2?').waitFor()
  const words = page.getByLabel('What all your guests read')
  await words.fill('  ')
  const send = page.getByRole('button', { name: 'Post', exact: true })
  await send.click()
  await page.getByText('Please write something.').first().waitFor()
  await expect.poll(() => first.inputValue()).toBe('The dance of the aunts')
  await words.fill('Asanteni sana!')
  await send.click()
  const post = page.getByRole('listitem').filter({ hasText: 'Asanteni sana!' })
  await post.getByRole('img', { name: 'The dance of the aunts' }).waitFor()
  await expect.poll(() => first.count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const guest = await visitor({ width: 360 })
  await guest.page.goto(own)
  const photos = guest.page.getByRole('list', { name: 'Photos' }).getByRole('img')
  await expect.poll(() => photos.count()).toBe(2)
  for (const one of await photos.all())
    expect(await one.evaluate((img: HTMLImageElement) => [img.loading, img.width > 0])).toEqual(['lazy', true])
  await expectAccessible(guest.page)
  await post.getByText('Take photo 1 down').click()
  await post.getByRole('button', { name: 'Take it down', exact: true }).first().click()
  await page.getByText('Photo taken down').first().waitFor()
  await guest.page.reload()
  await expect.poll(() => photos.count()).toBe(1)
  expect([...faults, ...guest.faults]).toEqual([])
})
