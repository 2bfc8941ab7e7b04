import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { post, someDrive } from './drive.ts'
import { give, idOf } from './given.ts'
import { expectAccessible, house, scripted, signIn, visitor } from './visitor.ts'

// The parts of the public page: its pictures, its column with the last gifts, its tabs, and in which direction people's words run.

const drive = '/fundraiser/heal-mama-achieng'
const patient = { timeout: 15_000 }

test('the pictures of the hero: previous, next and dots, small and below them on a phone, with their captions [T54]', {
  tags: ['night'],
}, async () => {
  const { page } = await visitor({ width: 360 })
  await page.goto(drive)
  await scripted(page)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  const hero = page.getByRole('region', { name: 'Pictures of this fundraiser' })
  // A product that has just started still makes the pictures of its examples.
  const areThere = async () => (await page.reload()) && hero.getByRole('button', { name: 'Show picture 4' }).count()
  await expect.poll(areThere, { timeout: 60_000, interval: 1000 }).toBe(1)
  await scripted(page)
  const at = () =>
    hero
      .getByRole('button', { name: /^Show picture/ })
      .evaluateAll((dots) => dots.findIndex((dot) => dot.ariaCurrent === 'true'))
  const picture = (await hero.getByRole('group', { name: '1 of 4' }).boundingBox())!
  for (const name of ['Previous picture', 'Show picture 1', 'Next picture']) {
    const button = (await hero.getByRole('button', { name }).boundingBox())!
    // Nothing lies on a face or on a hand.
    expect(button.y).toBeGreaterThanOrEqual(picture.y + picture.height - 1)
    expect(button.width).toBeLessThanOrEqual(36)
  }
  await hero.getByRole('button', { name: 'Next picture' }).click()
  await expect.poll(at, patient).toBe(1)
  const shown = hero.getByRole('group', { name: '2 of 4' })
  const caption = await shown.getByRole('img').getAttribute('alt')
  await shown.getByText(caption!, { exact: true }).waitFor()
  await hero.getByRole('button', { name: 'Show picture 4' }).click()
  await expect.poll(at, patient).toBe(3)
  await hero.getByRole('button', { name: 'Previous picture' }).click()
  await expect.poll(at, patient).toBe(2)
})

test('an image of the drive that can’t be fetched leaves the row of its pictures [T57]', {
  tags: ['night'],
}, async () => {
  const { page } = await visitor()
  await page.goto(drive)
  const hero = page.getByRole('region', { name: 'Pictures of this fundraiser' })
  await hero.getByRole('group', { name: '1 of 4' }).waitFor()
  const address = await hero.getByRole('img').first().getAttribute('src')
  const copies = address!.replace(/-\d+\.\w+$/, '')
  const other = await visitor()
  await other.page.route(
    (url) => url.pathname.startsWith(copies),
    (route) => route.abort(),
  )
  await other.page.goto(drive)
  await other.page.getByRole('group', { name: '1 of 3' }).waitFor()
  await expect.poll(() => other.page.locator(`img[src="${address}"]`).count()).toBe(0)
})

test('beside the story: the last three gifts, kept true, and who organises it; the list of all is limited in height [T62]', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor()
  const id = await idOf(slug)
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  const last = page.getByRole('region', { name: 'Latest gifts' }).getByRole('listitem')
  for (const name of ['Wambui', 'Otieno', 'Njeri']) {
    await give(id, { amount: 200, name })
    // Gifts count in the order in which they are confirmed.
    await expect.poll(() => last.allTextContents(), patient).toContainEqual(expect.stringContaining(name))
  }
  await page.reload()
  await scripted(page)
  await expect
    .poll(() => last.allTextContents(), patient)
    .toEqual([expect.stringContaining('Njeri'), expect.stringContaining('Otieno'), expect.stringContaining('Wambui')])
  await give(id, { amount: 350, name: 'Baraka', message: 'Pole sana' })
  await expect.poll(() => last.first().textContent(), patient).toMatch(/Baraka\s?KES\s350Pole sana/)
  await expect.poll(() => last.count()).toBe(3)
  await page.getByText('Organised by Wanjiru Kamau').waitFor()
  await expectAccessible(page)
  await page.goto(`${drive}?tab=donations`)
  const list = page.getByRole('region', { name: 'Donations', exact: true })
  const scrolls = () => list.evaluate((one) => one.scrollHeight > one.clientHeight + 1)
  expect([await scrolls(), (await list.boundingBox())!.height < 800]).toEqual([true, true])
  // A finger on a phone scrolls the page, not a box in it.
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await scrolls()).toBe(false)
  expect(faults).toEqual([])
})

test('‘Copied!’ is as wide as what it stands for', { tags: ['night'] }, async () => {
  for (const language of ['en', 'sw'] as const) {
    const { page, context } = await visitor({ width: 360, language })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(drive)
    await scripted(page)
    await page.locator('[popovertarget^=share-]').first().click()
    const dialog = page.locator('dialog[id^=share-]')
    const button = dialog.locator('label + div button')
    const measure = async () => [(await button.boundingBox())!.width, (await dialog.boundingBox())!.height]
    const before = [await button.textContent(), ...(await measure())]
    await expect
      .poll(async () => {
        await button.click()
        return button.textContent()
      }, patient)
      .not.toBe(before[0])
    expect(await measure()).toEqual(before.slice(1))
  }
})

test('a tab that can’t be fetched says so in its place and is asked for again: nothing is on its way for ever', {
  tags: ['night'],
}, async () => {
  for (const tab of ['Gallery', 'Comments']) {
    const { page, context } = await visitor({ width: 360 })
    await page.goto(drive)
    await scripted(page)
    await page.waitForLoadState('networkidle')
    const code = new RegExp(`/assets/${tab.toLowerCase()}-tab-`)
    let asked = 0
    await page.route(code, (route) => {
      asked++
      return route.abort()
    })
    await context.setOffline(true)
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByText('This could not be loaded').waitFor({ timeout: 3000 })
    await expect.poll(() => page.locator('main .animate-pulse').count()).toBe(0)
    await context.setOffline(false)
    const before = asked
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked, patient).toBeGreaterThan(before)
    await page.getByText('This could not be loaded').waitFor()
    await expectAccessible(page)
    await page.unroute(code)
    // The second time the whole page is loaded again: some browsers don't ask for a file again that they could not have.
    const loaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Try again' }).click()
    await loaded
    await page
      .getByRole('tabpanel')
      .getByRole(tab === 'Gallery' ? 'img' : 'listitem')
      .first()
      .waitFor()
    await expect.poll(() => page.getByText('This could not be loaded').count()).toBe(0)
  }
})

/** Texts in Arabic letters that run as if they were in ours. */
const backwards = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      const text = node.textContent!.trim()
      if (!/^[\u0600-\u06ff]/.test(text) || parent.closest('script, title, option')) continue
      if (getComputedStyle(parent).direction !== 'rtl') found.push(`${parent.tagName} ${text}`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea'))
      if (/^[\u0600-\u06ff]/.test(field.value) && getComputedStyle(field).direction !== 'rtl') found.push(field.name)
    return found
  })

test('what people typed in Arabic runs from the right, on public pages, the owner’s and the office’s', {
  tags: ['night'],
}, async () => {
  const title = 'مساعدة الأم أشينغ في رحلة العلاج الطويلة إلى مستشفى كيسومو'
  const owner = await someDrive(title)
  const { slug } = owner
  await post(
    `/fundraiser/${slug}/comment`,
    { name: 'أمينة', content: 'كلنا معك', key: crypto.randomUUID() },
    '10.7.8.1',
  )
  const { id } = (await (await fetch(`${house()}/api/fund-drives/${slug}`)).json()) as { id: string }
  await give(id, { amount: 200, name: 'يوسف', message: 'بالشفاء' })
  await owner.page.goto(`/fund-drive/${slug}/info`)
  await owner.page.locator('[name=slogan]').fill('معا أقوى')
  await owner.page.locator('[name=location]').fill('ممباسا')
  await owner.page.locator('[name=location]').press('Enter')
  await owner.page.waitForURL(`**/fund-drive/${slug}/info`)
  const { page } = await visitor({ width: 360 })
  for (const path of ['', '?tab=comments', '?tab=donations', '/donate']) {
    await page.goto(`/fundraiser/${slug}${path}`)
    expect(await backwards(page), path).toEqual([])
  }
  await page.goto(`/fundraiser/${slug}`)
  expect(await page.getByRole('heading', { level: 1 }).evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
  for (const path of ['home', 'info', 'comments', 'donations', 'poster', 'statement', 'settings']) {
    await owner.page.goto(`/fund-drive/${slug}/${path}`)
    expect(await backwards(owner.page), path).toEqual([])
  }
  await owner.page.goto('/dashboard')
  expect(await backwards(owner.page), 'dashboard').toEqual([])
  const office = await visitor()
  await signIn(office.page, { email: 'admin@harambee.test', password: 'harambee' })
  for (const path of ['fund-drives', `fund-drives/${slug}`, 'donations', 'audit']) {
    await office.page.goto(`/admin/${path}`)
    expect(await backwards(office.page), path).toEqual([])
  }
})
