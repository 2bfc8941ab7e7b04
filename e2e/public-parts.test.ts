import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { post, someDrive } from './drive.ts'
import { give } from './given.ts'
import { expectAccessible, house, scripted, signIn, visitor } from './visitor.ts'

// The parts of the public page: its pictures, its column with the last gifts, its tabs, and in which direction people's words run.

const drive = '/fundraiser/heal-mama-achieng'
const patient = { timeout: 15_000 }

test('the list of all gifts is limited in height, but for a finger on a phone, which scrolls the page [T62]', {
  tags: ['night'],
}, async () => {
  const { page } = await visitor()
  await page.goto(`${drive}?tab=donations`)
  const list = page.getByRole('region', { name: 'Donations', exact: true })
  const scrolls = () => list.evaluate((one) => one.scrollHeight > one.clientHeight + 1)
  expect([await scrolls(), (await list.boundingBox())!.height < 800]).toEqual([true, true])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await scrolls()).toBe(false)
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

test('a tab that can’t be fetched says so in its place; the page is loaded when the server answers, by itself once', {
  tags: ['night'],
}, async () => {
  for (const tab of ['Gallery', 'Comments']) {
    const { page, context } = await visitor({ width: 360 })
    await page.goto(drive)
    // A page that was reloaded leaves it to the person.
    const byItself = tab === 'Gallery'
    if (!byItself) await page.reload()
    await scripted(page)
    await page.waitForLoadState('networkidle')
    const code = new RegExp(`/assets/${tab.toLowerCase()}-tab-`)
    await page.route(code, (route) => route.abort())
    await context.setOffline(true)
    await page.getByRole('tab', { name: tab, exact: true }).click()
    const failed = page.getByText('This could not be loaded')
    await failed.waitFor({ timeout: 3000 })
    await expect.poll(() => page.locator('main .animate-pulse').count()).toBe(0)
    // Without a network nothing is loaded, and the page stays.
    await page.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor({ state: 'hidden' })
    await failed.waitFor()
    await expectAccessible(page)
    await page.unroute(code)
    // Most browsers don't request a file again that failed to load: the page is loaded.
    const loaded = page.waitForEvent('domcontentloaded')
    await context.setOffline(false)
    if (!byItself) await page.getByRole('button', { name: 'Try again' }).click()
    await loaded
    await page
      .getByRole('tabpanel')
      .getByRole(tab === 'Gallery' ? 'img' : 'listitem')
      .first()
      .waitFor()
    await expect.poll(() => failed.count()).toBe(0)
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

test('what people typed in Arabic runs from the right, on public pages, the owner’s and the back office’s', {
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
