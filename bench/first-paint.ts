// node bench/first-paint.ts [path ...]   When the pages of an owner and the door are painted and when React has taken over, on a phone of
// 360 pixels, 400 kbit/s, 400 ms and a processor of a quarter, in a browser without any file of ours. Each page is loaded in turns as it
// is and as it was before it brought its rules (a browser that says it has the style sheet, and has not). ROUNDS=5, LANGUAGE=sw.
// URL=http://localhost:3000 measures a product that runs, such as an older one.
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { openHouse } from '../e2e/whole.ts'
import { findBrowser } from '../scripts/browser.ts'
import { ensureBuild } from '../scripts/build.ts'
import { slug } from './full-drive.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const drive = `/fund-drive/${slug}`
const usual = [
  '/dashboard',
  ...['home', 'donations', 'payouts', 'analytics', 'settings'].map((one) => `${drive}/${one}`),
]
const pages = process.argv.length > 2 ? process.argv.slice(2) : [...usual, '/admin/dashboard', '/door/join/bench']
type Seen = Record<'painted' | 'largest' | 'moved' | 'alive' | 'bytes' | 'script', number>
type State = Awaited<ReturnType<BrowserContext['storageState']>>

const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: process.env.LANGUAGE === 'sw' ? 'sw-KE' : 'en-KE',
}

/** Signs in, and forgets all files: what stays is the session. */
async function signIn(browser: Browser, base: string, who: string): Promise<State> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`${base}/auth/sign-in`)
  await page.waitForSelector('html[data-alive]')
  await page.fill('[name=email]', `${who}@harambee.test`)
  await page.fill('[name=password]', 'harambee')
  await page.press('[name=password]', 'Enter')
  await page.waitForURL(/\/(dashboard|admin)/)
  await context.clearCookies({ name: 'sheet' })
  const state = await context.storageState()
  await context.close()
  return state
}

/** Returns the cookie of a browser that has the style sheet. */
async function sheetOf(browser: Browser, base: string, storageState: State) {
  const context = await browser.newContext({ ...phone, storageState })
  await context.request.get(`${base}/dashboard`)
  const cookies = (await context.cookies()).filter(({ name }) => name === 'sheet')
  await context.close()
  return cookies
}

/** Runs in the page. */
function watch() {
  const seen = { largest: 0, moved: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: waits for React, or for the door's program, which shows a button. */
const untilAlive = () => document.querySelector('html[data-alive], #door button') !== null

async function load(context: BrowserContext, url: string): Promise<Seen> {
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  const scripts = new Set<string>()
  const sums = { bytes: 0, script: 0 }
  line.on('Network.responseReceived', (one) => void (/\.js$/.test(one.response.url) && scripts.add(one.requestId)))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sums.bytes += encodedDataLength
    if (scripts.has(requestId)) sums.script += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  await page.waitForFunction(untilAlive, undefined, { polling: 50, timeout: 60_000 })
  const alive = await page.evaluate(() => performance.now())
  const { bytes, script } = sums
  const times = await page.evaluate(() => ({
    ...(window as unknown as { seen: { largest: number; moved: number } }).seen,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  return { ...times, alive, bytes, script }
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

function print(name: string, all: Seen[]) {
  const of = (part: keyof Seen) => median(all.map((one) => one[part]))
  const s = (part: keyof Seen) => `${(of(part) / 1000).toFixed(2)} s`
  console.log(
    `${name.padEnd(52)}painted ${s('painted')}, largest ${s('largest')}, alive ${s('alive')}, moved ${of('moved').toFixed(3)}, ` +
      `${Math.round(of('bytes') / 1000)} kB, of it script ${Math.round(of('script') / 1000)}`,
  )
}

async function measure(browser: Browser, base: string) {
  for (const page of pages) {
    const storageState = await signIn(browser, base, page.startsWith('/admin') ? 'admin' : 'owner')
    const sheet = await sheetOf(browser, base, storageState)
    const ways = sheet.length > 0 && !page.startsWith('/door') ? { now: [], 'without its rules': sheet } : { now: [] }
    const found = new Map<string, Seen[]>()
    for (let round = 0; round < rounds; round++)
      for (const [way, cookies] of Object.entries(ways)) {
        const context = await browser.newContext({ ...phone, storageState })
        await context.addCookies(cookies)
        found.set(way, [...(found.get(way) ?? []), await load(context, base + page)])
        await context.close()
      }
    for (const [way, all] of found) print(`${page} ${way}`, all)
  }
}

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const running = process.env.URL
if (!running) await ensureBuild()
const house = running ? undefined : await openHouse()
try {
  await measure(browser, running ?? house!.url)
} finally {
  await browser.close()
  await house?.stop()
}
