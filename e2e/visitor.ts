import { randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import axe, { type RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { hasRoomInMemory } from '#test/quick-disk.ts'
import { actEarly, waitForScripts } from './acts.ts'
import { forgetWatches, watch } from './faults.ts'

// Visitors of the product in a real browser: each with cookies and a network address of their own.

export type Wishes = {
  javaScript?: boolean
  language?: 'en' | 'sw'
  theme?: 'light' | 'dark'
  width?: number
  url?: string
  /** Acts don't wait for the page's script: see acts.ts. */
  early?: boolean
  /** Faults that the test brings about: see faults.ts. */
  expectFaults?: RegExp
}
export type Visitor = { page: Page; context: BrowserContext; faults: string[] }

export const house = () => inject('house')

/** With what each browser is started. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What its processes share on a disk instead takes a fifth more of the processors.
  ...(hasRoomInMemory() ? [] : ['--disable-dev-shm-usage']),
]
const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM_PATH!, args: flags })

/** One for all test files of a process; every visitor has a browser profile of their own. */
let browser: Promise<Browser> | undefined
let contexts: BrowserContext[] = []
/** A trace costs each page some time, so only the second run of a failed file is traced. */
const traced = process.env.TRACED === '1'
const urls = new WeakMap<BrowserContext, string>()
/** The address of the app that a page's visitor visits. */
export const houseOf = (page: Page): string => urls.get(page.context()) ?? house()

/** Closes the windows of every visitor. */
export async function leaveAll() {
  const all = contexts
  contexts = []
  forgetWatches()
  await Promise.all(all.map((context) => context.close()))
}

/** Keeps what the visitors of a failed test see: at most five pages, the newest first. */
export async function keepPages(place: (name: string) => string) {
  const newest = [...contexts].reverse()
  const pages = newest.flatMap((context) => context.pages()).slice(0, 5)
  for (const [nr, page] of pages.entries()) {
    // A page that is closing can't be drawn: what is left of the others still helps.
    await page.screenshot({ path: place(`page-${nr}.png`), timeout: 5_000 }).catch(() => {})
    const html = await page.content().catch(() => '')
    fs.writeFileSync(place(`page-${nr}.html`), `<!-- ${page.url()} -->\n${html}`)
  }
  if (!traced) return
  for (const [nr, context] of newest.slice(0, 5).entries())
    await context.tracing.stopChunk({ path: place(`trace-${nr}.zip`) }).then(
      () => context.tracing.startChunk(),
      () => {},
    )
}

/** Of a network of its own. */
export const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** A new visitor with an empty browser. What goes wrong in the page's own scripts is collected in `faults`. */
export async function visitor(wishes: Wishes = {}): Promise<Visitor> {
  // One that could not be started is not remembered: the next visitor tries again.
  browser ??= launch().catch((error) => {
    browser = undefined
    throw error
  })
  const context = await (await browser).newContext({
    baseURL: wishes.url ?? house(),
    javaScriptEnabled: wishes.javaScript ?? true,
    locale: wishes.language === 'sw' ? 'sw-KE' : 'en-KE',
    colorScheme: wishes.theme ?? 'light',
    // A card that is caught while it fades in has no contrast of its own to be judged by.
    reducedMotion: 'reduce',
    viewport: { width: wishes.width ?? 1280, height: 800 },
    timezoneId: 'Africa/Nairobi',
    extraHTTPHeaders: { 'x-forwarded-for': address() },
  })
  contexts.push(context)
  if (traced)
    await context.tracing
      .start({ screenshots: true, snapshots: true, sources: true })
      .then(() => context.tracing.startChunk())
  urls.set(context, wishes.url ?? house())
  context.setDefaultTimeout(20_000)
  const faults = watch(context, wishes.url ?? house(), wishes.expectFaults)
  const page = await context.newPage()
  if (wishes.early || wishes.javaScript === false) actEarly(context)
  waitForScripts(page)
  return { page, context, faults }
}

/** The page's script has taken over. */
export const isScripted = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-alive'))

/** Waits until the page's script has taken over; a static page is touched, so that it loads React. */
export const scripted = (page: Page) =>
  page.waitForFunction(() => {
    document.querySelector('.skip-link')?.dispatchEvent(new Event('focusin', { bubbles: true }))
    return document.documentElement.hasAttribute('data-alive')
  })

/** Waits until the script has taken over this part of the page too: what is fetched later comes to life later. */
export const alive = async (part: Locator) => {
  const known = (element: Element) => {
    document.querySelector('.skip-link')?.dispatchEvent(new Event('focusin', { bubbles: true }))
    const isPageAlive = document.documentElement.hasAttribute('data-alive')
    return isPageAlive && !element.closest('[data-lazy]:not([data-alive])')
  }
  await expect.poll(() => part.evaluate(known), { timeout: 15_000 }).toBe(true)
}

export type SomePerson = { fullName: string; username: string; email: string; password: string }
/** Details of a person who does not exist yet. */
export function somePerson(name = 'Wanjiru Kamau'): SomePerson {
  const mark = randomUUID().slice(0, 8)
  return { fullName: name, username: `user_${mark}`, email: `${mark}@example.org`, password: 'ndege-tatu-juu' }
}

type Mail = { to: string; subject: string; text: string; html: string; sent_at: string }
/** The mails that reached an address, newest first; waits for the first one, or for one with the given subject. */
export async function mailsTo(email: string, subject?: RegExp, url = house(), seconds = 30): Promise<Mail[]> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    const { mails } = (await (await fetch(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)).json()) as {
      mails: Mail[]
    }
    if (mails.some((mail) => !subject || subject.test(mail.subject))) return mails
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail to ${email}${subject ? ` with subject ${subject}` : ''} within ${seconds} s`)
}
export const linkIn = (mail: Mail) => {
  const found = mail.text.match(/https?:\/\/\S+/)?.[0]
  if (!found) throw new Error(`no link in: ${mail.text}`)
  return found
}

/** What has come meanwhile is on the screen. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Holds back what the browser asks for at such an address, until what it gives is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  // What waits in a route has no test to fail: a page that is closed lets it go.
  page.once('close', () => go())
  // It stays: once it has let go it holds nothing back, and what it still holds must not be taken from it.
  await page.route(address, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  return go
}

/** Holds back what the browser asks for at such an address, presses, looks at the page meanwhile, and lets it go. */
export async function meanwhile(
  page: Page,
  address: string,
  press: () => Promise<unknown>,
  look: () => Promise<unknown>,
) {
  const go = await holdBack(page, address)
  try {
    await press()
    await look()
  } finally {
    go()
  }
}

/** Fills the sign-up form that is open. */
export async function fillSignUp(page: Page, who: SomePerson) {
  await page.getByLabel('Full Name').fill(who.fullName)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
}

/** Confirms the address in the browser that signed up, which signs them in. */
export async function verify(page: Page, who: SomePerson) {
  const [mail] = await mailsTo(who.email, undefined, new URL(page.url()).origin)
  await page.goto(linkIn(mail!))
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
}

/** Ends the session here without a word, as if it had run out. */
export const leave = (page: Page) => page.context().clearCookies({ name: /session/ })

/** Signs in by hand, with the form. Tests that are about something else let a session begin: see session.ts. */
export async function signIn(page: Page, who: { email: string; password: string }) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/dashboard')
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page) {
  expect(await violationsOn(page)).toEqual([])
}

/** Returns what axe finds on the page as it is. Afterwards the page has `axe`. */
export async function violationsOn(page: Page, what: 'all' | 'but contrast' = 'all'): Promise<string[]> {
  await page.evaluate(axe.source)
  // Frames, such as a film of someone else, are not ours. What passes is not told of: that takes long on a large page.
  const rules = { 'color-contrast': { enabled: what === 'all' } }
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(options)
      return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    { resultTypes: ['violations'], iframes: false, rules } satisfies RunOptions,
  )
}

/** Nothing on the page scrolls sideways; else the error names what is too wide for the screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const found = await page.evaluate(beyondTheEdge)
  if (found.length) throw new Error(`it scrolls sideways: ${found.join('\n')}`)
}

/** The innermost elements that make the page, or a dialog over it, wider than there is room. Runs in the page. */
function beyondTheEdge(): string[] {
  const found: string[] = []
  for (const box of [document.documentElement, ...document.querySelectorAll('dialog[open]')]) {
    if (box.scrollWidth <= box.clientWidth) continue
    const edge = box.getBoundingClientRect().left + box.clientWidth
    const isBeyond = (one: Element) => one.getBoundingClientRect().right > edge + 0.5
    const all = [...box.querySelectorAll('*')].filter(isBeyond)
    const outermost = all.filter(({ parentElement }) => parentElement && !isBeyond(parentElement))
    const innermost = all.filter((one) => ![...one.children].some(isBeyond))
    found.push(`${box.tagName}, ${box.scrollWidth} px wide where there are ${box.clientWidth}`)
    for (const one of new Set([...outermost.slice(0, 5), ...innermost.slice(0, 5)]))
      found.push(`- ${one.tagName} ${one.getAttribute('class')}: ${one.textContent?.slice(0, 40)}`)
  }
  return found
}
