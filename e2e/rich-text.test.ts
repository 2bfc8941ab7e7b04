/** @module-tag night */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { hostileHtml, hugePicture } from './hostile-html.ts'
import { signedIn } from './session.ts'
import { type House, openHouse } from './whole.ts'

// Hostile descriptions, through the real form and past it, in a real browser: none runs, nothing of it stays.

let house: House
let page: Page
let slug: string
const events: string[] = []

beforeAll(async () => {
  house = await openHouse()
  const one = await signedIn({ url: house.url, expectFaults: /Content Security Policy|404 GET .*\/fundraiser\/x$/ })
  page = one.page
  await page.exposeFunction('pwn', (what: unknown) => void events.push(`ran: ${what}`))
  await page.addInitScript(() => {
    // What the page's policy has to stop is something that should not have been there.
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { pwn: (what: string) => void }).pwn(`${violatedDirective} ${blockedURI}`),
    )
  })
  page.on('dialog', (dialog) => {
    events.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil\.invalid/.test(request.url())) events.push(`asked: ${request.url()}`)
  })
  // What is elsewhere is not there, and not waited for.
  await page.route(/\.invalid\//, (route) => route.abort())
  slug = await openDrive(page)
})
afterAll(() => house.stop())

const allowed: Record<string, string[]> = {
  ...Object.fromEntries('p strong em u s ul li br picture'.split(' ').map((name) => [name, []])),
  ...Object.fromEntries(['h2', 'h3', 'h4'].map((name) => [name, ['class']])),
  ol: ['start'],
  a: ['href', 'target', 'rel'],
  source: ['type', 'srcset', 'sizes'],
  img: 'class src srcset sizes alt width height loading decoding referrerpolicy style'.split(' '),
}
type Found = { tag: string; names: string[]; address: string }

async function expectHarmless(html: string) {
  await page.goto(`/fundraiser/${slug}`)
  await page.getByText('Before the storm').waitFor()
  const found = await page.locator('.rich *').evaluateAll((all): Found[] =>
    all.map((element) => ({
      tag: element.localName,
      names: element.getAttributeNames(),
      address: (element as HTMLAnchorElement).protocol ?? '',
    })),
  )
  const wrong = found.filter(({ tag, names }) => !allowed[tag] || names.some((name) => !allowed[tag]!.includes(name)))
  expect(wrong, html).toEqual([])
  expect(
    found.filter(({ tag, address }) => tag === 'a' && !/^(https?|mailto):$/.test(address)),
    html,
  ).toEqual([])
  // A person who points at it or presses it sets nothing off either.
  for (const link of await page.locator('.rich a').all()) await link.dispatchEvent('mouseover')
  expect(new URL(page.url()).pathname, html).toBe(`/fundraiser/${slug}`)
  expect(events, html).toEqual([])
}

/** The description in the page as the server sends it. */
async function shownHtml(): Promise<string> {
  const text = await (await page.request.get(`/fundraiser/${slug}`)).text()
  const shown = /<div class="rich[^>]*>(.*?)<\/div>/s.exec(text)?.[1]
  if (!shown) throw new Error('the page shows no description')
  return shown
}

const harmless = new Set<string>()
const around = (html: string) => `<p>Before the storm</p>${html}`

describe('a hostile description', () => {
  test('there are sixty of them, and the watch hears one that runs', { timeout: 30_000 }, async () => {
    expect(new Set(hostileHtml).size).toBeGreaterThanOrEqual(60)
    await page.goto(`/fundraiser/${slug}`)
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwn(1)">'))
    await expect.poll(() => events.join()).toMatch(/script-src-attr/)
    events.length = 0
  })

  test('that comes through the form is harmless', { timeout: 240_000 }, async () => {
    const { origin } = new URL(page.url())
    let version = 1
    for (const html of hostileHtml) {
      const form = { version: String(version), description: around(html) }
      const answer = await page.request.post(`/fund-drive/${slug}/description`, {
        form,
        headers: { origin },
        maxRedirects: 0,
      })
      // Nested deeper than any person writes: refused before it is cleaned, and nothing is saved.
      if (html.split('<ul>').length > 1000) {
        expect(answer.status(), html.slice(0, 80)).toBe(422)
        continue
      }
      // A picture elsewhere that can't be fetched and checked is refused as well, and nothing is saved.
      if (answer.status() === 422) {
        expect(html).toMatch(/img[\s\S]*https?:/i)
        continue
      }
      expect(answer.status(), html.slice(0, 200)).toBe(303)
      expect(answer.headers().location).toBe(`/fund-drive/${slug}/description`)
      version++
      await expectHarmless(html)
      harmless.add(await shownHtml())
    }
  })

  test('that is in the table, as if an older version had let it in, is harmless', {
    timeout: 240_000,
  }, async () => {
    for (const html of hostileHtml) {
      const stored = around(html).replaceAll('\0', '')
      await ask(house, 'update fund_drives set description = $1 where slug = $2', [stored, slug])
      // What a browser has been seen to be safe with need not be opened in it again.
      if (!harmless.has(await shownHtml())) await expectHarmless(html)
    }
    await page.goto(`/fund-drive/${slug}/description?edit=1`)
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    expect(events).toEqual([])
  })

  test('of five megabytes is refused before it is read, and changes nothing', async () => {
    const { origin } = new URL(page.url())
    const before = await ask(house, 'select description, description_version from fund_drives where slug = $1', [slug])
    const form = { version: String(before[0]!.description_version), description: hugePicture }
    // A person who goes on sending may find the line cut before the answer is read.
    const answer = await page.request
      .post(`/fund-drive/${slug}/description`, { form, headers: { origin }, maxRedirects: 0 })
      .catch(() => undefined)
    expect(answer?.status() ?? 413).toBe(413)
    expect(
      await ask(house, 'select description, description_version from fund_drives where slug = $1', [slug]),
    ).toEqual(before)
  })
})
