import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { post, someDrive } from './drive.ts'
import { give, idOf } from './given.ts'
import { signedIn } from './session.ts'
import { expectAccessible, holdBack, house, isScripted, visitor } from './visitor.ts'

// Public pages are static until they are touched: what they do meanwhile, and what the touch does that loads React.

const patient = { timeout: 30_000 }

/** The scripts that the browser has fetched for the page. */
function scriptsOf(page: Page): string[] {
  const files: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    // A file that was fetched whole comes from the browser's cache when it runs.
    if (pathname.endsWith('.js') && !files.includes(pathname)) files.push(pathname)
  })
  return files
}
const isAlive = (page: Page) => expect.poll(() => isScripted(page), patient).toBe(true)
/** A machine that is busy with other things gets all the time it needs: a tap is never given up. */
const unhurried = (page: Page) => page.clock.setFixedTime(new Date())
const card = (page: Page) => page.getByRole('region', { name: 'Progress' })
/** What is fetched for the page by another version, or is not fetched at all. */
const assets = /\/assets\/(?!static-page-).*\.js/

/** A drive that has a gift already. */
async function givenDrive() {
  const { slug } = await someDrive()
  const id = await idOf(slug)
  await give(id, { amount: 100, name: 'Zuri' })
  const shown = async () => (await fetch(`${house()}/fundraiser/${slug}`)).text()
  await expect.poll(shown, patient).toContain('Zuri')
  return { slug, id }
}

test('a drive’s page tells that it is seen and keeps its figures true with one small script; scrolling loads nothing', async () => {
  const { slug, id } = await givenDrive()
  const { page, faults } = await visitor({ width: 360, theme: 'dark' })
  const scripts = scriptsOf(page)
  await page.clock.install()
  const seen = page.waitForResponse('**/api/track-view')
  await page.goto(`/fundraiser/${slug}`)
  expect(await (await seen).json()).toMatchObject({ view: 'counted' })
  await give(id, { amount: 400, name: 'Amina <b>Yusuf</b>' })
  await card(page).getByText('KES 500').waitFor()
  await card(page).getByText('0.2%').waitFor()
  await card(page).getByText('2 donors', { exact: true }).waitFor()
  const status = page.getByRole('status')
  await status.getByText('Amina <b>Yusuf</b> gave KES 400').waitFor({ state: 'attached' })
  await page.mouse.wheel(0, 2000)
  // Minutes later, when the line may have been made again.
  await page.clock.fastForward('05:00')
  await give(id, { amount: 2500, name: 'Somebody', anonymous: true })
  await card(page).getByText('KES 3,000').waitFor({ state: 'attached' })
  await status.getByText('Someone gave KES 2,500').waitFor({ state: 'attached' })
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  expect([await isScripted(page), scripts]).toEqual([false, [expect.stringContaining('/assets/static-page-')]])

  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: 'DONATE' }).first().focus()
  await isAlive(page)
  await card(page).getByText('KES 3,000').waitFor()
  await card(page).getByText('3 donors', { exact: true }).waitFor()
  const bar = card(page).getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('1%')
  await give(id, { amount: 100, name: 'Baraka' })
  await card(page).getByText('4 donors', { exact: true }).waitFor()
  // The page does not announce a gift twice.
  await expect.poll(async () => (await status.allTextContents()).join('')).toMatch(/^Baraka gave KES\s100$/)
  expect(faults).toEqual([])
})

test('in Swahili, too, and the words of the page are fetched when it is touched', { tags: ['night'] }, async () => {
  const { slug, id } = await givenDrive()
  const { page, faults } = await visitor({ language: 'sw' })
  const scripts = scriptsOf(page)
  await page.goto(`/fundraiser/${slug}`)
  await give(id, { amount: 500, name: 'Amina' })
  await page.getByRole('status').getByText('Amina amechangia KES 500').waitFor({ state: 'attached' })
  expect(scripts).toEqual([expect.stringContaining('/assets/static-page-')])
  await page.locator('.skip-link').focus()
  await isAlive(page)
  await expect.poll(() => scripts.filter((file) => file.includes('/assets/sw-'))).toHaveLength(1)
  expect(scripts.filter((file) => file.includes('/assets/sw-rest-'))).toEqual([])
  expect(faults).toEqual([])
})

const isStatic = async (page: Page) => expect(await isScripted(page)).toBe(false)
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })
const comment = (slug: string, content: string, address = '10.9.8.7') =>
  post(`/fundraiser/${slug}/comment`, { name: 'Zuri', content, key: crypto.randomUUID() }, address)

test('an open list takes in what is new, and nobody has loaded React for it; a touch finds the page as it is', async () => {
  const { slug } = await someDrive()
  const id = await idOf(slug)
  const { page, faults } = await visitor({ width: 360 })
  const scripts = scriptsOf(page)
  const listens = page.waitForRequest('**/live?*')
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await listens
  await comment(slug, 'Pole sana')
  await comments(page).getByText('Pole sana').waitFor()
  await comment(slug, 'Tuko pamoja')
  await comments(page).getByText('Tuko pamoja').waitFor()
  await give(id, { amount: 500, name: 'Amina' })
  await page.getByRole('region', { name: 'Latest gifts' }).getByText('Amina').waitFor()
  await card(page).getByText('KES 500').waitFor()
  await isStatic(page)
  expect(scripts).toEqual([expect.stringContaining('/assets/static-page-')])
  await page.locator('.skip-link').focus()
  await isAlive(page)
  await comments(page).getByText('Tuko pamoja').waitFor()
  expect(await comments(page).getByRole('listitem').count()).toBe(2)
  await card(page).getByText('1 donor', { exact: true }).waitFor()
  await comments(page).getByRole('button', { name: /^Like/ }).first().click()
  await comments(page).getByRole('button', { name: /^Like/, pressed: true }).waitFor()
  expect(faults).toEqual([])
})

test('what came after the page does what it says before React is there: a like is sent as by a form', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const go = await holdBack(page, assets)
  const listens = page.waitForRequest('**/live?*')
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await listens
  await comment(slug, 'Pole sana', '10.9.8.8')
  await comments(page).getByText('Pole sana').waitFor()
  await comments(page).getByRole('button', { name: /^Like/ }).click()
  await page.waitForLoadState()
  await comments(page).getByRole('button', { name: /^Like/, pressed: true }).waitFor()
  go()
})

test('the first gift ends that nobody has given yet, without React; in the list of gifts, too', {
  tags: ['night'],
}, async () => {
  for (const tab of ['', '?tab=donations']) {
    const { slug } = await someDrive()
    const { page, faults } = await visitor()
    const listens = page.waitForRequest('**/live?*')
    await page.goto(`/fundraiser/${slug}${tab}`)
    const none = page.getByText(tab ? 'No donations yet' : 'Nobody has given yet.')
    await none.waitFor()
    await listens
    await give(await idOf(slug), { amount: 500, name: 'Amina' })
    await page
      .getByRole(tab ? 'list' : 'region', { name: tab ? 'Donations' : 'Latest gifts' })
      .getByText('Amina')
      .waitFor()
    expect(await none.count()).toBe(0)
    await page.getByRole('status').getByText('Amina gave KES 500').waitFor({ state: 'attached' })
    await isStatic(page)
    expect(faults).toEqual([])
  }
})

test('other words of the owner come without React, and a touch finds them', {
  tags: ['night'],
}, async () => {
  const owner = await someDrive()
  const { slug } = owner
  const { page } = await visitor({ width: 360 })
  const listens = page.waitForRequest('**/live?*')
  await page.goto(`/fundraiser/${slug}`)
  await listens
  await owner.page.goto(`/fund-drive/${slug}/info`)
  await owner.page.locator('[name=slogan]').fill('Sasa ni wakati')
  await owner.page.locator('[name=slogan]').press('Enter')
  await page.getByText('Sasa ni wakati').waitFor()
  await isStatic(page)
  await page.locator('.skip-link').focus()
  await isAlive(page)
  await page.getByText('Sasa ni wakati').waitFor()
  await page.getByRole('button', { name: 'RSVP' }).click()
  await page.getByRole('dialog', { name: 'Book a Visit' }).waitFor()
})

test('a picture that can’t be loaded leaves its row, without React', { tags: ['night'] }, async () => {
  const { page } = await visitor({ width: 360, expectFaults: /./ })
  await page.route(/\/media\//, (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.continue(),
  )
  await page.goto('/fundraiser/heal-mama-achieng')
  const slides = page.getByRole('group', { name: 'Pictures' }).locator('[role=group]')
  await expect
    .poll(() => slides.evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length))
    .toBeGreaterThan(0)
  await isStatic(page)
})

const secondPicture = (page: Page) => page.locator('[aria-label="Show picture 2"][aria-current=true]').waitFor()
/** In its dialog, or as a page where the scripts take too long. */
const formToGive = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Donate' })
    .or(page.getByRole('heading', { name: 'Donate', level: 1 }))
    .first()
    .waitFor()
const touches: Record<string, [touch: (page: Page) => Promise<unknown>, done: (page: Page) => Promise<unknown>]> = {
  theme: [
    (page) => page.getByRole('button', { name: /^Theme/ }).click(),
    (page) => page.locator('html[data-theme=light]').waitFor({ state: 'attached' }),
  ],
  menu: [
    (page) => page.getByRole('button', { name: 'Menu' }).click(),
    (page) => page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().waitFor(),
  ],
  pictures: [(page) => page.getByRole('button', { name: 'Next picture' }).click(), secondPicture],
  'pictures by key': [(page) => page.getByRole('group', { name: 'Pictures' }).press('ArrowRight'), secondPicture],
  share: [
    (page) => page.getByRole('button', { name: 'SHARE' }).click(),
    (page) => page.locator('dialog:modal').getByRole('link', { name: 'Share on WhatsApp' }).waitFor(),
  ],
  donate: [(page) => page.getByRole('link', { name: 'DONATE', exact: true }).first().click(), formToGive],
  'donate by key': [
    (page) => page.getByRole('link', { name: 'DONATE', exact: true }).first().press('Enter'),
    formToGive,
  ],
  RSVP: [
    (page) => page.getByRole('link', { name: 'RSVP' }).click(),
    (page) => page.getByRole('dialog', { name: 'Book a Visit' }).waitFor(),
  ],
  tab: [
    (page) => page.getByRole('tab', { name: 'Gallery' }).click(),
    (page) => page.locator('[role=tab][aria-selected=true]', { hasText: 'Gallery' }).waitFor(),
  ],
  'tab by key': [
    (page) => page.getByRole('tab', { name: 'Description' }).press('ArrowRight'),
    (page) => page.locator('[role=tab]:focus', { hasText: 'Gallery' }).waitFor(),
  ],
  'all gifts': [
    (page) => page.getByRole('link', { name: 'See donations' }).click(),
    (page) => page.getByRole('list', { name: 'Donations' }).waitFor(),
  ],
}
for (const [name, [touch, done]] of Object.entries(touches))
  test(`a touch that loads React is done: ${name}`, {
    tags: /^(share|donate|tab)$/.test(name) ? [] : ['night'],
  }, async () => {
    const { page, faults } = await visitor({ width: 360 })
    await unhurried(page)
    await page.goto('/fundraiser/heal-mama-achieng')
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await touch(page)
    await done(page)
    // By the page itself, which was not left for it.
    if (!name.startsWith('donate')) expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    expect(faults).toEqual([])
  })

test('a comment is written and liked on a static page', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  await unhurried(page)
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await page.getByLabel('Comment', { exact: true }).fill('Pole sana')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const comment = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await comment.getByText('Pole sana').waitFor()
  const other = await visitor({ width: 360 })
  await unhurried(other.page)
  await other.page.goto(`/fundraiser/${slug}?tab=comments`)
  await other.page.getByRole('button', { name: /^Like/ }).click()
  await other.page.getByRole('button', { name: /^Like/, pressed: true }).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
})

test('while its scripts are on their way a tap does what it does without them', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const line = await page.context().newCDPSession(page)
  await page.goto(`/fundraiser/${slug}`)
  // Chromium's own figures for slow 3G.
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  })
  const scripts: string[] = []
  page.on('requestfinished', (request) => void (assets.test(request.url()) && scripts.push(request.url())))
  const left = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('link', { name: 'DONATE', exact: true }).first().click({ noWaitAfter: true })
  expect((await left).url()).toContain(`/fundraiser/${slug}/donate`)
  expect(scripts).toEqual([])
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor({ timeout: 60_000 })
})

test('share and the menu open while scripts are on their way; a button that needs them waits for them', {
  tags: ['night'],
}, async () => {
  const { page } = await visitor({ width: 360 })
  const go = await holdBack(page, assets)
  await page.goto('/fundraiser/heal-mama-achieng')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await page.getByRole('button', { name: 'SHARE' }).click()
  await page.getByRole('link', { name: 'Share on WhatsApp' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().waitFor()
  expect(await isScripted(page)).toBe(false)
  go()
  await page.locator('[aria-label="Show picture 2"][aria-current=true]').waitFor(patient)
})

test('where a newer version has taken its files away, links lead on and a button loads the page of today', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360, expectFaults: /404 GET .*\/assets\// })
  let old = true
  await page.route(assets, (route) => (old ? route.fulfill({ status: 404, body: 'Not Found' }) : route.continue()))
  await page.goto(`/fundraiser/${slug}`)
  await page.getByRole('tab', { name: 'Gallery' }).click()
  await page.waitForURL(/tab=gallery/)
  await page.getByText('No pictures or videos yet').waitFor()
  expect(await isScripted(page)).toBe(false)
  const again = page.waitForRequest((request) => request.isNavigationRequest())
  const theme = page.getByRole('button', { name: /^Theme/ })
  await theme.click()
  await again
  old = false
  await page.waitForLoadState()
  await expect
    .poll(async () => {
      await theme.click()
      return page.locator('html[data-theme]').count()
    }, patient)
    .toBe(1)
})

test('a file that could not be fetched is fetched again at the next press; what could not be done is not done then', {
  tags: ['night'],
}, async () => {
  const { page } = await visitor({ width: 360 })
  let isBroken = true
  let failed = 0
  await page.route(assets, (route) => (isBroken ? route.abort('connectionreset') : route.continue()))
  page.on('requestfailed', () => void failed++)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const theme = page.getByRole('button', { name: /^Theme/ })
  await theme.click()
  await expect.poll(() => failed).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  isBroken = false
  await page.getByRole('button', { name: 'Menu' }).hover()
  await isAlive(page)
  expect(await page.locator('html[data-theme]').count()).toBe(0)
  await theme.click()
  await page.locator('html[data-theme]').waitFor({ state: 'attached' })
})

/** A tab brings its own code, beyond what the page is made of. */
const weights: [path: string, most: number, language?: 'sw'][] = [
  ['/', 140_000],
  ['/fundraiser/heal-mama-achieng', 140_000],
  ['/fundraiser/heal-mama-achieng?tab=comments', 148_500],
  ['/fundraiser/heal-mama-achieng?tab=gallery', 144_000],
  ['/fundraiser/heal-mama-achieng?tab=donations', 142_000],
  ['/fundraiser/heal-mama-achieng', 152_000, 'sw'],
]
test.each(weights)(
  'the browser fetches no more script than is allowed: %s, touched %d',
  { tags: ['night'] },
  async (path, most, language) => {
    const { page, context } = await visitor({ width: 360, ...(language && { language }) })
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    const asked = new Set<string>()
    let bytes = 0
    line.on(
      'Network.responseReceived',
      ({ requestId, response }) => void (/\.js$/.test(response.url) && asked.add(requestId)),
    )
    line.on('Network.loadingFinished', (one) => {
      if (asked.has(one.requestId)) bytes += one.encodedDataLength
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect([bytes > 1000, bytes < 4000]).toEqual([true, true])
    await page.locator('.skip-link').focus()
    await isAlive(page)
    // Until no more comes.
    let before = 0
    const isAll = () => {
      const same = bytes > 100_000 && bytes === before
      before = bytes
      return same
    }
    await expect.poll(isAll, { interval: 500 }).toBe(true)
    expect(bytes).toBeLessThan(most)
  },
)

test('a line that breaks before React is loaded costs nothing: it is touched again when the line is back', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const id = await idOf(slug)
  const { page, context } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Theme/ }).click()
  await give(id, { amount: 500, name: 'Amina' })
  expect(await isScripted(page)).toBe(false)
  await context.setOffline(false)
  await card(page).getByText('KES 500').waitFor()
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.locator('html[data-theme]').waitFor({ state: 'attached' })
})

test('Back leads to the page before, after it was loaded again', { tags: ['night'] }, async () => {
  const { page, faults } = await visitor({ width: 360 })
  await unhurried(page)
  await page.goto('/fundraiser/heal-mama-achieng')
  await page.getByRole('link', { name: 'See donations' }).click()
  await page.getByRole('list', { name: 'Donations' }).waitFor()
  await page.reload()
  expect(await isScripted(page)).toBe(false)
  await page.goBack()
  await page.locator('[role=tab][aria-selected=true]', { hasText: 'Description' }).waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Donations' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a page that the browser puts aside and shows again has true figures, stays static, and is touched', {
  tags: ['night'],
}, async () => {
  const { slug, id } = await givenDrive()
  const { page } = await visitor({ width: 360 })
  const leaves = (name: string) =>
    page.evaluate((sign) => void dispatchEvent(new PageTransitionEvent(sign, { persisted: true })), name)
  const line = page.waitForRequest('**/live?*')
  await page.goto(`/fundraiser/${slug}`)
  await line
  await leaves('pagehide')
  await give(id, { amount: 400, name: 'Amina' })
  await leaves('pageshow')
  await card(page).getByText('KES 500').waitFor()
  expect(await isScripted(page)).toBe(false)
  await page.locator('.skip-link').focus()
  await isAlive(page)
  await card(page).getByText('2 donors', { exact: true }).waitFor()
})

test('a page that the browser draws in advance is seen when its reader comes', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }))
  let told = 0
  page.on('request', (request) => void (request.url().endsWith('/api/track-view') && told++))
  await page.goto(`/fundraiser/${slug}`)
  await page.waitForLoadState('networkidle')
  expect(told).toBe(0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false })
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect.poll(() => told).toBe(1)
})

test('the landing page is static; a page with one thing to say is; the page of a person who is signed in is not', async () => {
  const { page, faults } = await visitor({ width: 360 })
  const scripts = scriptsOf(page)
  await unhurried(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect([await isScripted(page), scripts]).toEqual([false, [expect.stringContaining('/assets/static-page-')]])
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
  await page.goto('/fundraiser/no-such')
  await page.waitForLoadState('networkidle')
  expect(await isScripted(page)).toBe(false)
  const { page: own } = await signedIn()
  for (const path of ['/', '/fundraiser/heal-mama-achieng']) {
    await own.goto(path)
    await isAlive(own)
  }
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
})

/** The place and size of everything on the page. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return [one.tagName, ...[x, y, width, height].map(Math.round)].join(' ')
    }),
  )

test('a browser without any file of ours sees the page as it stays, before the style sheet is there', async () => {
  const { slug } = await someDrive()
  for (const width of [360, 1280])
    for (const path of ['/', `/fundraiser/${slug}`, `/fundraiser/${slug}?tab=comments`, `/fundraiser/${slug}/donate`]) {
      const seen = async (hasSheet: boolean) => {
        const { page } = await visitor({ width, expectFaults: /\.css/ })
        await page.route(/\/assets\/.*\.(css|woff2)/, (route) =>
          hasSheet && route.request().url().includes('.css') ? route.continue() : route.abort(),
        )
        await page.goto(path)
        if (hasSheet) await page.waitForFunction(() => !document.querySelector('link[media="not all"]'))
        return boxes(page)
      }
      expect(await seen(false), `${path} at ${width}`).toEqual(await seen(true))
    }
})
