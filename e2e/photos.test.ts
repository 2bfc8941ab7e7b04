/** @module-tag night */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sayIn } from '#test/said.ts'
import { emailOf, hostOf, later, someGuest, someInvitation } from './invitation.ts'
import { decide, office } from './office.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, mailsTo, scripted, visitor } from './visitor.ts'

// A host posts photos after an occasion; a guest sees them and asks to have one taken down, without a script. Host and office
// both read it, and each of them can take the photo down.

const file = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function invitationThatIsOver() {
  const invitation = await someInvitation()
  const own = await someGuest(invitation, { name: 'Amina Yusuf' })
  await later(invitation, 'over')
  return { invitation, own, email: await emailOf(invitation) }
}

for (const [language, width, theme] of [
  ['en', 360, 'light'],
  ['sw', 1280, 'dark'],
] as const)
  test(`a host posts two photos, a guest asks without a script to take one down, and the host does (${language})`, async () => {
    const say = sayIn(language)
    const { invitation, own, email } = await invitationThatIsOver()
    const { slug } = invitation
    const { page, faults } = await hostOf(invitation, { language, width, theme })
    await page.goto(`/gathering/${slug}/after`)
    await scripted(page)

    const choose = page.getByLabel(say('Photos'), { exact: true }).first()
    // Without a script one field takes one photo.
    await expect.poll(() => choose.getAttribute('multiple')).not.toBeNull()
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
    await choose.setInputFiles([await file('dance.png', '#c83c3c'), large, await file('cake.png', '#3c3cc8')])
    await page.getByText(`large.png: ${say('File size must be less than 5MB')}`).waitFor()
    await page.getByLabel(say('What can be seen on photo {no}?', { no: 1 })).fill('The dance of the aunts')
    await page.getByLabel(say('What can be seen on photo {no}?', { no: 2 })).waitFor()
    // Without words nothing is posted, and the photos stay.
    const words = page.getByLabel(say('What all your guests read'))
    await words.fill('  ')
    await page.getByRole('button', { name: say('Post'), exact: true }).click()
    await page.getByText(say('Please write something.')).first().waitFor()
    await expect
      .poll(() => page.getByLabel(say('What can be seen on photo {no}?', { no: 1 })).inputValue())
      .toBe('The dance of the aunts')
    await shot(page, `photos-${language}-form`)
    await words.fill('Asanteni sana!')
    await page.getByRole('button', { name: say('Post'), exact: true }).click()
    const post = page.getByRole('listitem').filter({ hasText: 'Asanteni sana!' })
    await post.getByRole('img', { name: 'The dance of the aunts' }).waitFor()
    await expect.poll(() => page.getByLabel(say('What can be seen on photo {no}?', { no: 1 })).count()).toBe(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shot(page, `photos-${language}-host`)

    const { page: guest } = await visitor({ javaScript: false, language, width, theme })
    await guest.goto(own)
    await guest.getByText('Asanteni sana!').waitFor()
    const photos = guest.getByRole('list', { name: say('Photos') }).getByRole('img')
    await expect.poll(() => photos.count()).toBe(2)
    for (const one of await photos.all())
      expect(await one.evaluate((img: HTMLImageElement) => [img.loading, img.width > 0])).toEqual(['lazy', true])
    const day = new Intl.DateTimeFormat(language === 'en' ? 'en-KE' : 'sw-KE', {
      timeZone: 'Africa/Nairobi',
      year: 'numeric',
    })
    await guest.locator('time[data-day]', { hasText: day.format(new Date()) }).waitFor()
    await expectNoSidewaysScroll(guest)
    // The judge of accessible pages needs a script; the page is the same.
    const { page: judged, faults: guestFaults } = await visitor({ language, width, theme })
    await judged.goto(own)
    // The page's script writes the day in the reader's zone, in the words of the server.
    const written = await guest.locator('time[data-day]').first().textContent()
    await expect.poll(() => judged.locator('time[data-day]').first().textContent()).toBe(written)
    await expectAccessible(judged)
    await judged.getByRole('link', { name: say('Take this down: photo {0}', { 0: 1 }), exact: true }).click()
    await judged.getByLabel(say('Why?')).waitFor()
    await expectAccessible(judged)
    expect(guestFaults).toEqual([])
    await photos.last().scrollIntoViewIfNeeded()
    await shot(guest, `photos-${language}-guest`)
    await guest.getByRole('link', { name: say('Take this down: photo {0}', { 0: 1 }), exact: true }).click()
    await guest.getByRole('img', { name: 'The dance of the aunts' }).waitFor()
    await guest.getByLabel(say('Why?')).fill('My child is on it')
    await shot(guest, `photos-${language}-ask`)
    await guest.getByRole('button', { name: say('Ask to take it down') }).click()
    await guest.getByText(say('Thank you. The hosts and we will look at it.')).waitFor()
    await shot(guest, `photos-${language}-asked`)
    await guest.getByRole('link', { name: say('Back to the invitation') }).click()
    await guest.getByRole('link', { name: say('You asked to take this down') }).waitFor()

    const mails = await mailsTo(email, new RegExp(say('A guest asks you to take a photo down')))
    expect(mails[0]!.text).toContain('My child is on it')
    await page.reload()
    await scripted(page)
    const asks = page.getByRole('listitem').filter({ hasText: 'Amina Yusuf' }).last()
    await asks.getByText('My child is on it').waitFor()
    await expectAccessible(page)
    await shot(page, `photos-${language}-asks`)

    const desk = await office(`/admin/gatherings/${slug}`)
    await desk.page.getByText('Asks to have a photo taken down').waitFor()
    await desk.page.getByText('My child is on it').waitFor()
    await expectAccessible(desk.page)
    await shot(desk.page, `photos-${language}-office`)

    await post
      .getByRole('button', { name: say('Take it down'), exact: true })
      .first()
      .click()
    await page.getByText(say('Photo taken down')).first().waitFor()
    await expect.poll(() => post.getByRole('img').count()).toBe(1)
    await guest.reload()
    await expect.poll(() => photos.count()).toBe(1)
    await guest.getByText(language === 'en' ? 'was taken down.' : 'imeondolewa.').waitFor()
    await shot(guest, `photos-${language}-gone`)
    await desk.page.reload()
    await desk.page.getByText('The photo was taken down.').waitFor()
    expect(faults).toEqual([])
  })

test('without a script a host sends one photo with a post and adds another, keeps a photo, and the office takes it down', async () => {
  const { invitation, own, email } = await invitationThatIsOver()
  const { slug } = invitation
  const { page } = await hostOf(invitation, { javaScript: false, width: 360 })
  await page.goto(`/gathering/${slug}/after`)
  const form = page.locator('form', { has: page.getByLabel('What all your guests read') })
  await form.getByLabel('What all your guests read').fill(' ')
  await form.getByLabel('Photos').setInputFiles(await file('dance.png', '#c83c3c'))
  await form.getByLabel('What can be seen on it?').fill('The dance')
  await shot(page, 'photos-plain-form')
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  // The words were in fault: the photo was kept, with what was said of it.
  await page.getByText('Please write something.').first().waitFor()
  await expect.poll(() => form.getByLabel('What can be seen on photo 1?').inputValue()).toBe('The dance')
  await form.getByLabel('What all your guests read').fill('Asanteni')
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('img', { name: 'The dance' }).waitFor()
  await page.getByText('Add photos to this post').click()
  const more = page.locator('form', { has: page.getByRole('button', { name: 'Add photos' }) })
  await more.getByRole('button', { name: 'Add photos' }).click()
  await page.getByText('Please choose a photo.').waitFor()
  await more.getByLabel('Photos').setInputFiles(await file('cake.png', '#3c3cc8'))
  await more.getByRole('button', { name: 'Add photos' }).click()
  await page.getByRole('img', { name: 'Photo 2' }).waitFor()

  const guest = await visitor({ javaScript: false, width: 360 })
  await guest.page.goto(own)
  await guest.page.getByRole('link', { name: 'Take this down: photo 2' }).click()
  await guest.page.getByRole('button', { name: 'Ask to take it down' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByText('You keep it. We at Harambee still look at it.').waitFor()
  await guest.page.reload()
  await guest.page.getByText('We at Harambee still look at it.').waitFor()
  // Kept: once more, with something new to say.
  await guest.page.getByRole('button', { name: 'Ask once more' }).click()
  await guest.page.getByText('Please say what is new.').first().waitFor()
  await shot(guest.page, 'photos-plain-nothing-new')
  await guest.page.getByLabel('What is new?').fill('It shows our house')
  await guest.page.getByRole('button', { name: 'Ask once more' }).click()
  await guest.page.getByText('You asked again on').waitFor()
  await expect.poll(() => guest.page.getByRole('button').count()).toBe(0)
  await shot(guest.page, 'photos-plain-asked-again')
  await page.reload()
  await page.getByText('It shows our house').waitFor()
  await shot(page, 'photos-plain-host-again')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByText('You keep it. We at Harambee still look at it.').waitFor()

  const desk = await office(`/admin/gatherings/${slug}`)
  await desk.page.getByText('The host keeps the photo.').first().waitFor()
  await decide(desk.page, { open: 'Take it down', why: 'A guest asked for it' })
  await desk.page.getByText('The photo was taken down.').first().waitFor()
  await mailsTo(email, /We took a photo down/)
  await guest.page.goto(own)
  await guest.page.getByText('was taken down.').waitFor()
  await expect.poll(() => guest.page.getByRole('list', { name: 'Photos' }).getByRole('img').count()).toBe(1)
})
