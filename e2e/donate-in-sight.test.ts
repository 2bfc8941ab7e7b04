import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pointAt, someDrive } from './drive.ts'
import { gift } from './gift.ts'
import { shot } from './shots.ts'
import { alive, scripted, visitor } from './visitor.ts'

// The way to give on the public page: where it is met by a keyboard, and that it is in sight without lying over anything.

const drive = '/fundraiser/heal-mama-achieng'
const sizes = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1280, 800],
] as const

/** Scrolls, and waits until it is drawn. */
async function scrollTo(page: Page, y: number) {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  await page.waitForTimeout(80)
}

/** The controls that lead to the form, the box each of them stays in, and the words that box lies over. */
const controls = (page: Page) =>
  page.evaluate(() => {
    const words = function* (without: Element) {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement!
        if (!node.textContent!.trim() || without.contains(node) || parent.closest('script, style, nav, .sr-only'))
          continue
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        // A slide that is not turned to is cut off by its row.
        const row = parent.closest('[role=group] [role=group]')?.parentElement?.getBoundingClientRect()
        for (const box of range.getClientRects())
          if (!row || (box.left < row.right && box.right > row.left)) yield { box, text: node.textContent!.trim() }
      }
    }
    const all = [...document.querySelectorAll<HTMLElement>('main a[href$="/donate"], .give-bar a[href$="/donate"]')]
    return all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect()
        let stays: HTMLElement | null = one
        while (stays && !/sticky|fixed/.test(getComputedStyle(stays).position)) stays = stays.parentElement
        const box = stays?.getBoundingClientRect()
        const over = [...(stays && box ? words(stays) : [])].filter(
          (word) =>
            word.box.left < box!.right - 1 &&
            word.box.right > box!.left + 1 &&
            word.box.top < box!.bottom - 1 &&
            word.box.bottom > box!.top + 1,
        )
        return {
          inBar: Boolean(one.closest('.give-bar')),
          left,
          right,
          inSight: bottom > 64 && top < innerHeight,
          whole: top >= 64 && bottom <= innerHeight,
          // The lower edge of the screen: as wide as it, opaque, at its end.
          isEdge:
            box !== undefined &&
            Math.abs(box.width - document.documentElement.clientWidth) < 1 &&
            Math.abs(box.bottom - innerHeight) < 1 &&
            !/rgba|\/ 0?\.|transparent/.test(getComputedStyle(stays!).backgroundColor),
          over: over.map(({ text }) => text.slice(0, 40)),
        }
      })
  })

for (const javaScript of [true, false])
  test(`Donate is in sight at every place of the page, once, and over nothing, ${javaScript ? 'with' : 'without'} a script [T60]`, {
    tags: ['night'],
  }, async () => {
    for (const [width, height] of sizes) {
      const { page } = await visitor({ javaScript })
      await page.setViewportSize({ width, height })
      await page.goto(drive)
      if (javaScript) await scripted(page)
      const length = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = 0; y < length; y += height * 0.4) {
        await scrollTo(page, y)
        const place = `${width}×${height} at ${Math.round(y)}`
        const seen = (await controls(page)).filter(({ inSight }) => inSight)
        expect(seen, place).toHaveLength(1)
        for (const one of seen) {
          if (one.inBar) expect([one.isEdge, one.whole], place).toEqual([true, true])
          else expect(one.over, place).toEqual([])
          // Where it floats it is a button at the right, and no bar from edge to edge.
          if (width >= 768 && one.inBar) expect(one.left, place).toBeGreaterThan(width / 2)
          if (width >= 768) expect(one.right, place).toBeGreaterThan(width * 0.85)
        }
      }
      // At the end of the page nothing is below it permanently.
      await scrollTo(page, length)
      expect((await controls(page)).flatMap(({ over }) => over)).toEqual([])
    }
  })

/** A drive for which a group took by hand and promised as much as came through us. */
async function driveOfGroup() {
  const { slug, page } = await someDrive()
  await page.goto(`/fund-drive/${slug}/recorded/add`)
  await page.getByLabel('Amount').fill('999000')
  await page.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('KES 999,000: is it right? It is more than the goal.').waitFor()
  await page.getByLabel('The amount is right: record it').check()
  await page.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('The gift is recorded').first().waitFor()
  await page.goto(`/fund-drive/${slug}/pledges/write`)
  await page.getByLabel('Who promised').fill('Mama Njeri')
  await page.getByLabel('Amount').fill('999000')
  await page.getByRole('button', { name: 'Write down the pledge' }).click()
  await gift(slug, 999_000)
  return `/fundraiser/${slug}`
}

test('on a phone the first view has the title, the bar and what it is made of, Donate, SHARE and RSVP, none of them cut', {
  tags: ['night'],
}, async () => {
  const group = await driveOfGroup()
  const views = [drive, group].flatMap((path) => (['en', 'sw'] as const).map((language) => ({ path, language })))
  for (const { path, language } of views) {
    const { page } = await visitor({ width: 360, language })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await shot(page, `first-view-${language}-${theme}${path === group ? '-of-group' : ''}`)
    }
    const boxes = await page.evaluate(() => {
      const all =
        'h1, [role=progressbar], :has(> [role=progressbar]) + p > span, .give-here a, main [popovertarget^=share-]:not([popovertargetaction]), a[href$="/book-visit"]'
      return [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect())
    })
    expect(boxes.length).toBeGreaterThanOrEqual(path === group ? 8 : 5)
    expect(Math.max(...boxes.map(({ bottom }) => bottom)), `${path} ${language}`).toBeLessThanOrEqual(740)
    expect((await controls(page)).map(({ inBar, whole }) => [inBar, whole])).toEqual([[false, true]])
  }
})

test('for a keyboard Donate is the second stop of the page, after the badge; the menu can be skipped [T59]', async () => {
  for (const [javaScript, width] of [
    [true, 1280],
    [true, 360],
    [false, 1280],
  ] as const) {
    const { page } = await visitor({ javaScript, width })
    await page.goto(drive)
    if (javaScript) await scripted(page)
    const stops: string[] = []
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    for (const _ of [1, 2]) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => document.activeElement!.textContent!.trim()))
    }
    expect(stops).toEqual(['Verified Fundraiser', 'DONATE'])
  }
})

test('the bar at the lower edge opens the form and gets the focus back; no keyboard or reader meets it too early', {
  tags: ['night'],
}, async () => {
  const { page, faults } = await visitor({ width: 360 })
  // A press leads to the form's page after 150 ms, which a busy machine takes for a line that breaks at once.
  await page.addInitScript(() => {
    const later = window.setTimeout
    const patient = (run: () => void, ms?: number) => later(run, ms === 150 ? 15_000 : ms)
    window.setTimeout = patient as typeof setTimeout
  })
  await page.goto(drive)
  await scripted(page)
  await alive(page.locator('.give-bar > a'))
  const donate = page.getByRole('button', { name: 'DONATE', exact: true })
  await expect.poll(() => donate.count()).toBe(1)
  await scrollTo(page, 1500)
  const bar = page.locator('.give-bar').getByRole('button', { name: 'DONATE' })
  // A line that breaks is told where it was pressed.
  const broken = /donate\.json|manifest-/
  await page.route(broken, (route) => route.abort())
  await bar.click()
  const told = () => page.locator('.give-bar').evaluate((one) => getComputedStyle(one, '::before').content)
  await expect.poll(told).toBe('"The connection broke"')
  await page.unroute(broken)
  await page.mouse.move(10, 100)
  await pointAt(bar)
  await bar.click()
  const dialog = page.getByRole('dialog', { name: 'Donate' })
  await dialog.getByText('Heal Mama Achieng').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => bar.evaluate((one) => one === document.activeElement)).toBe(true)
  await scrollTo(page, 0)
  await expect.poll(() => donate.count()).toBe(1)
  expect(faults).toEqual([])
})

test('browsers whose style sheets can’t follow scrolling are helped; without a script the bar stays', {
  tags: ['night'],
}, async () => {
  for (const javaScript of [true, false]) {
    const { page } = await visitor({ width: 360, javaScript })
    // The page has rules of its own, beside the style sheet.
    await page.route('**/*', async (route) => {
      if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue()
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/(timeline-scope|animation-timeline)/g, 'no-$1'),
      })
    })
    await page.addInitScript(() => Object.defineProperty(CSS, 'supports', { value: () => false }))
    await page.goto(drive)
    const bar = page.locator('.give-bar > a')
    if (javaScript) await expect.poll(() => bar.isVisible()).toBe(false)
    else expect(await bar.isVisible()).toBe(true)
    await scrollTo(page, 1500)
    await expect.poll(() => bar.isVisible()).toBe(true)
    await scrollTo(page, 0)
    if (javaScript) await expect.poll(() => bar.isVisible()).toBe(false)
  }
})

test('on a low screen, such as one that is enlarged twice, the picture leaves room for what the page is about', {
  tags: ['night'],
}, async () => {
  for (const [width, height] of [
    [640, 400],
    [740, 360],
    [1280, 500],
    [360, 740],
  ] as const) {
    const { page } = await visitor()
    await page.setViewportSize({ width, height })
    await page.goto(drive)
    const picture = await page.getByRole('region', { name: 'Pictures of this fundraiser' }).boundingBox()
    expect(picture!.height, `${width}×${height}`).toBeLessThanOrEqual(height * 0.45 + 1)
    if (width < 1024) {
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      const bar = page.locator('.give-bar')
      const end = (await bar.isVisible()) ? (await bar.boundingBox())!.y : height
      expect(title!.y + title!.height, `${width}×${height}`).toBeLessThanOrEqual(end)
    }
  }
})
