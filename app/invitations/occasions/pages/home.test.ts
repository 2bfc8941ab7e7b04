import { expect, test } from 'vitest'
import { cancelOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering } from '#test/gatherings.ts'
import { ownersDrive } from '#test/make.ts'

const db = await testDatabase()
const { get } = openForms()

async function hosting(own: Record<string, string> = {}) {
  const { cookie, drive } = await ownersDrive(db)
  const host = await someGathering(db, own, drive)
  return { host, home: async () => (await get(`/gathering/${host.slug}/home`, cookie)).text }
}

test('where anybody may answer, a host finds the link first, and can copy it, send it, and take its code and the card', async () => {
  const { host, home } = await hosting({ shared: 'on' })
  const page = await home()
  const [, link] = page.match(/<input[^>]*value="(http[^"]*\/invitation\/[^"]*)"/) ?? []
  expect(link).toMatch(new RegExp(`/invitation/${host.slug}$`))
  expect((await get(new URL(link!).pathname)).status).toBe(200)
  expect(page).toContain('Copy a link to share')
  expect(page).toContain(`https://wa.me/?text=${encodeURIComponent('Ruracio. ')}`)
  expect(page).toContain(encodeURIComponent(link!))
  expect(page).toContain('src="data:image/png;base64,')
  const [, card] = page.match(/href="(\/invitation\/[^"]*\/card\/[^"]*\.jpg)"/) ?? []
  const picture = await get(card!)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  // It is the first card of the page.
  expect(page.indexOf('Share the invitation')).toBeLessThan(page.indexOf('No guests yet'))
})

test('a link that takes no answers is not offered: where the list alone answers, or the day was cancelled', async () => {
  const alone = await hosting()
  expect(await alone.home()).not.toContain('Copy a link to share')
  const { host, home } = await hosting({ shared: 'on' })
  await cancelOccasion(db, host.mine, 1, 'Rain')
  expect(await home()).not.toContain('Copy a link to share')
})
