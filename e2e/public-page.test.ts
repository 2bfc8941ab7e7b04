import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { beSignedIn } from './session.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

let own: House
const owner = { email: 'owner@harambee.test', password: 'harambee' }
const admin = { email: 'admin@harambee.test', password: 'harambee' }
beforeAll(async () => {
  own = await openHouse()
})
afterAll(() => own?.stop())

type Wishes = Partial<{ title: string; status: string; views: number; image: string; collects: boolean; story: string }>

/** A drive of the example owner, put straight into the house's own database. Returns its slug. */
async function someDrive({ title = 'heal mama achieng', status = 'active', views = 1000, ...wishes }: Wishes = {}) {
  const slug = `drive-${randomUUID().slice(0, 8)}`
  const [row] = await ask(
    own,
    `insert into fund_drives (user_id, slug, title, description, goal_amount, category, image_url, status, collect_donations, end_date)
     select id, $1, $2, $3, 25000000, 'Medical', $4, $5, $6, '2099-12-31' from users where email = $7 returning id`,
    [slug, title, wishes.story ?? null, wishes.image ?? null, status, wishes.collects ?? true, owner.email],
  )
  await ask(
    own,
    `insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views, used_views)
     select d.id, d.user_id, p.id, 1000, $2, 1000 - $2::int from fund_drives d, subscription_packages p
     where d.id = $1 and p.name = 'Free'`,
    [row!.id, views],
  )
  return slug
}
/** For how many milliseconds a button says these words, from when they come. */
const howLong = (page: Page, words: string) =>
  page.evaluate(
    (said) =>
      new Promise<number>((resolve) => {
        let since = 0
        const look = (now: number) => {
          const isSaid = [...document.querySelectorAll('button')].some(({ textContent }) => textContent?.includes(said))
          if (since && !isSaid) return resolve(now - since)
          if (!since && isSaid) since = now
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    words,
  )
const guest = (wishes: Parameters<typeof visitor>[0] = {}) => visitor({ url: own.url, ...wishes })
const status = async (path: string) => (await fetch(own.url + path, { redirect: 'manual' })).status

test('each state has its status and its words [T20]', async () => {
  const [open, spent, paused, done] = await Promise.all(
    [{}, { views: 0 }, { status: 'paused' }, { status: 'completed' }].map(someDrive),
  )
  expect(
    await Promise.all([open, spent, paused, done, 'no-such'].map((slug) => status(`/fundraiser/${slug}`))),
  ).toEqual([200, 403, 404, 200, 404])
  const { page } = await guest()
  await page.goto(`/fundraiser/${paused}`)
  await page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
  await page.getByText('This fundraiser may not exist or is no longer active.').waitFor()
  await page
    .getByText(/^Paused by its organiser since .+ Gifts already made are safe; your receipt stays valid\.$/)
    .waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'I paid by Paybill' }).getAttribute('href'))
    .toBe(`/fundraiser/${paused}/claim`)
  await page.goto(`/fundraiser/${done}`)
  await page.getByRole('link', { name: 'I paid by Paybill' }).click()
  await page.getByLabel('M-Pesa code').waitFor()
  await page.goto(`/fundraiser/${done}/donate`)
  await page.getByRole('link', { name: 'I paid by Paybill' }).waitFor()
  await page.goto(`/fundraiser/no-such`)
  await page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
  await expect.poll(() => page.getByText('Paused by its organiser').count()).toBe(0)
  await page.goto(`/fundraiser/${open}`)
  await page.goto(`/fundraiser/${spent}`)
  await page.getByRole('heading', { name: 'Access Restricted' }).waitFor()
  await page
    .getByText(
      'This fundraiser has exceeded its view limit. The owner needs to purchase more view credits to make it accessible again.',
    )
    .waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL(`**/fundraiser/${open}`)
  const still = await guest({ javaScript: false })
  await still.page.goto(`/fundraiser/${spent}`)
  await still.page.getByRole('link', { name: 'Go Back' }).click()
  await still.page.waitForURL(`${own.url}/`)
})

test('who comes to a page without views can give all the same, and tell its organiser; its content is locked [T286]', async () => {
  const spent = await someDrive({ views: 0, story: '<p>Mama needs us.</p>' })
  for (const javaScript of [true, false]) {
    const { page, faults } = await guest({ javaScript, width: 360 })
    await page.goto(`/fundraiser/${spent}`)
    await page.getByRole('heading', { name: 'Heal Mama Achieng' }).waitFor()
    await page.getByRole('progressbar', { name: 'Raised of the goal' }).waitFor()
    expect(await page.content()).not.toContain('Mama needs us.')
    const told = await page.getByRole('link', { name: 'Tell them on WhatsApp' }).getAttribute('href')
    expect(new URL(told!).searchParams.get('text')).toContain(`${own.url}/fundraiser/${spent}`)
    await expect
      .poll(() => page.getByRole('link', { name: 'Send them an email' }).getAttribute('href'))
      .toMatch(/^mailto:\?subject=/)
    await expectNoSidewaysScroll(page)
    const donate = page.getByRole('link', { name: 'DONATE' })
    // On the first screen of a phone, below its browser's bar: the picture comes after it.
    await expect.poll(async () => (await donate.boundingBox())!.y).toBeLessThan(640)
    await donate.click()
    await page.waitForURL(`**/fundraiser/${spent}/donate`)
    await page.getByRole('textbox', { name: /amount/i }).waitFor()
    expect((await page.goto(`/fundraiser/${spent}/book-visit`))!.status()).toBe(403)
    await page.getByRole('heading', { name: 'Access Restricted' }).waitFor()
    expect(faults.filter((fault) => !/403/.test(fault))).toEqual([])
  }
})

test('a completed drive keeps its page to read, and its forms say that it has ended [T282]', async () => {
  const done = await someDrive({ status: 'completed', story: '<p>Mama needs us.</p>' })
  const { page } = await guest({ width: 360 })
  await page.goto(`/fundraiser/${done}`)
  await page.getByText('This fundraiser has ended').waitFor()
  await page.getByText('Mama needs us.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'DONATE' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Comments', exact: true }).click()
  await page.getByRole('heading', { name: 'No comments yet' }).waitFor()
  await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
  for (const form of ['donate', 'comment', 'book-visit']) {
    expect((await page.goto(`/fundraiser/${done}/${form}`))!.status()).toBe(410)
    await page.getByRole('heading', { name: 'This fundraiser has ended' }).waitFor()
  }
  const sent = { content: 'Pole', name: 'Amina' }
  const answer = await fetch(`${own.url}/fundraiser/${done}/comment`, {
    method: 'POST',
    body: new URLSearchParams(sent),
    headers: { origin: own.url },
  })
  expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('This fundraiser has ended')])
  const its = await guest()
  await beSignedIn(its.page, owner)
  await its.page.goto(`/fundraiser/${done}`)
  await its.page.getByText('Visitors can read this page, but nobody can give: the fund drive is completed.').waitFor()
})

test('addresses are taken as people write them, and the other one names the right one [T33]', async () => {
  const slug = await someDrive()
  const answer = await fetch(`${own.url}/fundraiser/${slug.toUpperCase()}/?tab=gallery`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/fundraiser/${slug}?tab=gallery`])
  const html = await (await fetch(`${own.url}/fund-drive/${slug}`)).text()
  expect(html).toContain(`<link rel="canonical" href="${own.url}/fundraiser/${slug}"/>`)
})

test('without a script the page is complete: figures, tabs in the address, badge, share [T3]', async () => {
  const slug = await someDrive({ story: '<p>Mama needs <strong>us</strong>.</p>' })
  const { page } = await guest({ javaScript: false, width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  await page.getByRole('heading', { level: 1, name: 'Heal Mama Achieng' }).waitFor()
  const year = new Date().getFullYear()
  for (const words of ['KES 0', 'raised of KES 250,000', '0.0%', '0 donors', 'Nairobi, Kenya', `Started: ${year}`])
    await page.getByText(words, { exact: true }).first().waitFor()
  await page.getByRole('tab', { name: 'Description', selected: true }).waitFor()
  await page.getByText('Mama needs us.').waitFor()
  // Everything that leads a donor is above the fold of a small phone.
  const card = await page.getByRole('region', { name: 'Progress' }).boundingBox()
  expect(card!.y + card!.height).toBeLessThan(736)
  await page.getByRole('tab', { name: 'Gallery' }).click()
  await page.waitForURL(`**/fundraiser/${slug}?tab=gallery`)
  await page.getByRole('tab', { name: 'Comments', exact: true }).click()
  await page
    .getByLabel(/message|comment/i)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'See donations' }).click()
  await page.getByRole('heading', { name: 'No donations yet' }).waitFor()
  await page.getByRole('button', { name: 'Verified Fundraiser' }).click()
  await page.getByText(/email address was confirmed before this fundraiser was published on/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'SHARE' }).click()
  const text = new URL((await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href'))!)
  expect(text.searchParams.get('text')).toBe(
    `heal mama achieng: the goal is KES 250,000. Let us pull together: ${own.url}/fundraiser/${slug}?via=whatsapp`,
  )
})

test('the share dialog copies the link, says so and takes it back; networks open in a small window [T4]', async () => {
  const slug = await someDrive()
  const { page, context, faults } = await guest()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As a phone has it: its own sheet of ways to share.
  await page.addInitScript(() => {
    navigator.share = async (what) => void document.body.setAttribute('data-shared', what?.url ?? '')
  })
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'SHARE' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this fundraiser' })
  const shown = howLong(page, 'Copied!')
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await dialog.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.getByText('Link copied!').waitFor()
  await page.getByText('The fundraiser link has been copied to your clipboard.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${own.url}/fundraiser/${slug}?via=copy`)
  await dialog.getByRole('button', { name: 'Copy Link' }).waitFor()
  // Two seconds; a busy machine may stretch them.
  const seconds = (await shown) / 1000
  expect([seconds > 1.9, seconds < 4]).toEqual([true, true])
  await expect.poll(() => dialog.getByRole('link').first().textContent()).toBe('Share on WhatsApp')
  await dialog.getByRole('button', { name: 'More…' }).click()
  await page.locator(`body[data-shared*="/fundraiser/${slug}"]`).waitFor()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.evaluate(() => {
    window.open = (...asked) => {
      document.title = JSON.stringify(asked)
      return null
    }
  })
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['X', 'x.com'],
  ] as const) {
    await dialog.getByRole('link', { name, exact: true }).click()
    const [url, , look] = JSON.parse(await page.title()) as string[]
    const { searchParams, host: to } = new URL(url!)
    expect(to).toBe(host)
    // The link and the title, under the names that the network gives them.
    const told = [...searchParams.values()].sort()
    expect(told).toEqual([
      expect.stringMatching(/^heal mama achieng$/i),
      expect.stringMatching(`^${own.url}/fundraiser/${slug}\\?via=`),
    ])
    expect(look).toMatch(/width=600,height=400,noopener/)
  }
  await dialog.getByRole('button', { name: 'Instagram' }).click()
  await page.getByText('Please copy the link and share it manually on Instagram.').waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`${own.url}/fundraiser/${slug}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a browser without a clipboard copies all the same, and one that refuses says so [T255]', async () => {
  const slug = await someDrive()
  const { page } = await guest()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.getByRole('button', { name: 'SHARE' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.getByRole('button', { name: 'Copy Link' }).waitFor()
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Failed to copy link to clipboard.' })
  await toast.getByText('Error', { exact: true }).waitFor()
})

test('its owner and administrators see what nobody else can, and are told [T284]', async () => {
  const [paused, spent] = [await someDrive({ status: 'paused' }), await someDrive({ views: 0 })]
  const { page } = await guest()
  await beSignedIn(page, owner)
  expect((await page.goto(`/fundraiser/${paused}`))!.status()).toBe(200)
  await page.getByText('Visitors can’t see this page: the fund drive is paused.').waitFor()
  await page.getByRole('link', { name: 'make it active in the settings' }).waitFor()
  await expect.poll(() => page.locator('meta[property="og:image"]').count()).toBe(0)
  await expectAccessible(page)
  await page.goto(`/fundraiser/${spent}`)
  await page.getByRole('link', { name: 'buy more views' }).waitFor()
  const other = await guest()
  await beSignedIn(other.page, admin)
  await other.page.goto(`/fundraiser/${spent}`)
  await other.page.getByText('You see it as an administrator.').waitFor()
})

test('the bar moves while the page is open, and a page whose drive is paused goes', async () => {
  const slug = await someDrive()
  const { page } = await guest()
  const line = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await page.goto(`/fundraiser/${slug}`)
  await page.getByText('0 donors').waitFor()
  await line
  await ask(
    own,
    `create or replace view fund_drive_totals as select id as fund_drive_id,
     case slug when '${slug}' then 12500000 else 0 end::bigint as raised_amount, 7::bigint as donors, false as had_money from fund_drives`,
  )
  await ask(own, `select pg_notify('live', 'drive:' || id) from fund_drives where slug = $1`, [slug])
  await page.getByText('50.0%').waitFor()
  await page.getByText('7 donors').waitFor()
  await ask(own, `update fund_drives set status = 'paused' where slug = $1`, [slug])
  await ask(own, `select pg_notify('live', 'drive:' || id) from fund_drives where slug = $1`, [slug])
  await page.getByRole('heading', { name: 'Fundraiser Not Found' }).waitFor()
})

test('chats find a picture; a title that is a script stays a title [T358]', async () => {
  const title = '</script><script>document.title="owned"</script>'
  const slug = await someDrive({ title })
  const { page, faults } = await guest()
  await page.goto(`/fundraiser/${slug}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.title()).not.toBe('owned')
  const data = JSON.parse((await page.locator(`script[type="application/ld+json"]`).textContent())!) as { name: string }
  expect(data.name.toLowerCase()).toBe(title.toLowerCase())
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content'))!
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(300_000)
  const size = await page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, picture)
  expect(size).toEqual([1200, 630])
  const old = await fetch(picture.replace(/[0-9a-f]+\.jpg$/, 'old.jpg'), { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([302, new URL(picture).pathname])
  expect(await status(`/fundraiser/${await someDrive({ views: 0 })}/preview/old.jpg`)).toBe(404)
  expect(faults).toEqual([])
})

test('the page is on its way and says so [T52]', async () => {
  const slug = await someDrive()
  const { page } = await guest()
  await beSignedIn(page, owner)
  await page.goto('/dashboard')
  await scripted(page)
  let go = () => {}
  const seen = new Promise<void>((resolve) => {
    go = resolve
  })
  page.once('close', go)
  await page.route(`**/fundraiser/${slug}.data*`, async (route) => {
    await seen
    await route.continue()
  })
  await page.evaluate((to) => {
    const router = (window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => void } })
      .__reactRouterDataRouter
    router.navigate(to)
  }, `/fundraiser/${slug}`)
  await page.getByText('Loading fundraiser...').waitFor()
  go()
  await page.getByRole('heading', { level: 1, name: 'Heal Mama Achieng' }).waitFor()
  await expect.poll(() => page.getByText('Loading fundraiser...').count()).toBe(0)
})

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing and nothing scrolls sideways: full, long, bare, in both languages, ${theme}`, async () => {
    const image = 'https://nowhere.invalid/gone.jpg'
    const long = await someDrive({ title: 'Mwananchi '.repeat(10).trim(), image, story: '<h1>A</h1><p>b</p>' })
    const bare = await someDrive({ collects: false })
    // The picture of another house, which the page's rules refuse.
    const expectFaults = /nowhere\.invalid/
    const { page } = await guest({ theme, width: 320, expectFaults })
    for (const path of [long, bare, `${long}?tab=gallery`, `${long}?tab=comments`, `${long}?tab=donations`]) {
      await page.goto(`/fundraiser/${path}`)
      await scripted(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await expect.poll(() => page.locator('img[src*="nowhere"]').count()).toBe(0)
    await page.getByRole('button', { name: 'SHARE' }).click()
    await expectAccessible(page)
    const swahili = await guest({ theme, width: 320, language: 'sw', expectFaults })
    await swahili.page.goto(`/fundraiser/${long}`)
    await expect.poll(() => swahili.page.locator('html').getAttribute('lang')).toBe('sw')
    await expectAccessible(swahili.page)
    await expectNoSidewaysScroll(swahili.page)
  }, 120_000)
