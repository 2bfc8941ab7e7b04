import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { house, scripted, visitor } from './visitor.ts'

async function throughMenu(javaScript: boolean) {
  const { page } = await visitor({ javaScript, width: 360 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Sign In' }).locator('visible=true').first().click()
  await page.waitForURL('**/auth')
}
test('the menu of a narrow screen opens and leads on [T44]', () => throughMenu(true))
test('the language is chosen in the footer and remembered', async () => {
  const { page, faults } = await visitor()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Kiswahili' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  await page.goto('/auth')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('sw')
  expect(faults).toEqual([])
})

test('the theme goes from light to dark to system to light, and is remembered without a flash [T29]', async () => {
  const { page } = await visitor()
  await page.goto('/')
  const stored = () => page.evaluate(() => localStorage.getItem('ui-theme'))
  const toggle = page.getByRole('button', { name: /theme/i }).locator('visible=true').first()
  await page.evaluate(() => localStorage.setItem('ui-theme', 'light'))
  await page.reload()
  await scripted(page)
  for (const next of ['dark', 'system', 'light']) {
    await toggle.click()
    await expect.poll(stored).toBe(next)
  }
  await page.evaluate(() => localStorage.setItem('ui-theme', 'dark'))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForSelector('h1')
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(paper).toBe('dark')
})

test('nothing moves while the rest of the page is on its way [T1751]', { timeout: 60_000 }, async () => {
  const { page } = await visitor({ width: 360, early: true })
  const html = await (await fetch(house())).text()
  const cut = html.indexOf('</h1>')
  const { promise: painted, resolve: send } = Promise.withResolvers<void>()
  const server = http.createServer(async (_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    answer.write(html.slice(0, cut))
    await painted
    answer.end(html.slice(cut))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(window, { moved })
      const sees = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
      }
      new PerformanceObserver(sees).observe({ type: 'layout-shift', buffered: true })
    })
    // Files are not there: the page brings the rules of its first paint.
    await page.route('**/assets/**', (route) => route.abort())
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await page.locator('footer').count()).toBe(0)
    send()
    await page.locator('footer').first().waitFor()
    // A frame after the rest was laid out.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => (window as unknown as { moved: number[] }).moved)).toEqual([])
  } finally {
    send()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
