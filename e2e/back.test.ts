import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pointAt, someDrive } from './drive.ts'
import { holdBack, isScripted, scripted, visitor } from './visitor.ts'

// Back closes a dialog, as people expect on a phone, and leaves the page only when none is open.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Donate' })
const message = (page: Page) => page.getByLabel('Message')
const amount = (page: Page) => page.getByLabel('Amount', { exact: true })
const closed = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const path = (page: Page) => new URL(page.url()).pathname

/** The page of a new drive, to which a visitor came from the landing page, with the form for giving open. */
async function open() {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  await page.goto('/')
  await page.goto(`/fundraiser/${slug}`)
  await scripted(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const loads: string[] = []
  page.on('request', (request) => void (/\.data\b/.test(request.url()) && loads.push(request.url())))
  await press(page)
  await dialog(page).waitFor()
  return { page, faults, slug, loads, public: `/fundraiser/${slug}`, form: `/fundraiser/${slug}/donate` }
}
async function press(page: Page) {
  const opener = page.getByRole('button', { name: 'DONATE', exact: true }).first()
  await pointAt(opener, 'focus')
  await opener.press('Enter')
}
const hasStayed = (page: Page) => page.evaluate(() => 'stayed' in window)

test('Back closes the form and keeps what was typed, Forward opens it again, and neither loads anything [T991]', async () => {
  const { page, faults, loads, ...at } = await open()
  expect(path(page)).toBe(at.form)
  await amount(page).fill('700')
  await page.getByText('Add your name or a message').click()
  await message(page).fill('Tuko pamoja')
  await page.goBack()
  await closed(page)
  expect(path(page)).toBe(at.public)
  await page.goForward()
  await dialog(page).waitFor()
  await expect
    .poll(async () => [path(page), await amount(page).inputValue(), await message(page).inputValue()])
    .toEqual([...[at.form, '700', 'Tuko pamoja']])
  await page.goBack()
  await closed(page)
  // It is opened by a press as before.
  await page.getByRole('button', { name: 'DONATE', exact: true }).first().press('Enter')
  await dialog(page).waitFor()
  await expect.poll(() => message(page).inputValue()).toBe('Tuko pamoja')
  await page.goBack()
  await closed(page)
  expect([await hasStayed(page), loads]).toEqual([true, []])
  await page.goBack()
  await expect.poll(() => path(page)).toBe('/')
  expect(faults).toEqual([])
})

test('a form that is closed by Escape, by the cross or beside it leaves nothing in the history', async () => {
  const { page, faults, loads, ...at } = await open()
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const close of ways) {
    if (!(await dialog(page).isVisible())) {
      await page.getByRole('button', { name: 'DONATE', exact: true }).first().press('Enter')
      await dialog(page).waitFor()
    }
    await close()
    await closed(page)
    await expect.poll(() => path(page)).toBe(at.public)
  }
  expect([await hasStayed(page), loads]).toEqual([true, []])
  await page.goBack()
  await expect.poll(() => path(page)).toBe('/')
  expect(faults).toEqual([])
})

test('loaded again while the form is open, the page is that form with what was typed; Back leads to the drive', async () => {
  const { page, faults, ...at } = await open()
  await amount(page).fill('700')
  await page.getByText('Add your name or a message').click()
  await message(page).fill('Tuko pamoja')
  await page.reload()
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
  await scripted(page)
  await expect.poll(() => message(page).inputValue()).toBe('Tuko pamoja')
  await expect.poll(async () => [path(page), await amount(page).inputValue()]).toEqual([at.form, '700'])
  await page.goBack()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await expect.poll(async () => [path(page), await page.getByRole('dialog').count()]).toEqual([at.public, 0])
  await page.goBack()
  await expect.poll(() => path(page)).toBe('/')
  expect(faults).toEqual([])
})

test('Back before the page of the form is alive leads to the drive, and not to a fault', {
  tags: ['night'],
}, async () => {
  const { page, faults, ...at } = await open()
  const release = await holdBack(page, /\.js(\?|$)/)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
  await page.evaluate(() => history.back())
  await expect.poll(() => path(page)).toBe(at.public)
  release()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Donate', level: 1 }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('Back while the page comes to life leads to the drive, whichever step of that it meets', {
  tags: ['night'],
}, async () => {
  const { page, faults, ...at } = await open()
  // React works in steps that it posts to itself. The one that is asked for waits until Back has been heard.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage as (...all: unknown[]) => void
    let left = Number(sessionStorage.getItem('back at'))
    addEventListener('load', () => {
      if (left) document.querySelector('.skip-link')!.dispatchEvent(new Event('focusin', { bubbles: true }))
    })
    // Only React uses such ports on this page, and not before it takes over.
    const isTaken = () => '__reactRouterDataRouter' in window
    MessagePort.prototype.postMessage = function (...all: unknown[]) {
      if (!left || !isTaken() || --left) return post.apply(this, all)
      sessionStorage.removeItem('back at')
      addEventListener('popstate', () => setTimeout(() => post.apply(this, all)), { once: true })
      history.back()
    }
  })
  for (const step of [1, 2, 3, 4]) {
    await page.evaluate((at) => sessionStorage.setItem('back at', String(at)), step)
    await page.reload()
    await page.getByRole('region', { name: 'Progress' }).waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('back at'))).toBe(null)
    expect([path(page), await page.getByRole('dialog').count()], `step ${step}`).toEqual([at.public, 0])
    expect(faults, `step ${step}`).toEqual([])
    await page.goForward()
    await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
    await scripted(page)
  }
})

test('a static page that is loaded again has the form one step forward, as a page', { tags: ['night'] }, async () => {
  const { page, faults, ...at } = await open()
  await page.goBack()
  await closed(page)
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(await isScripted(page)).toBe(false)
  await page.goForward()
  await page.getByRole('heading', { name: 'Donate', level: 1 }).waitFor()
  expect(path(page)).toBe(at.form)
  await page.goBack()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  expect(path(page)).toBe(at.public)
  expect(faults).toEqual([])
})

test('a tap that loads React opens the form, and Back closes it', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page, faults } = await visitor({ width: 360 })
  await page.clock.setFixedTime(new Date())
  await page.goto('/')
  await page.goto(`/fundraiser/${slug}`)
  const tap = page.getByRole('link', { name: 'RSVP' })
  await tap.click()
  const visit = page.getByRole('dialog', { name: 'Book a Visit' })
  await visit.waitFor()
  await visit.getByLabel('Name').fill('Amina')
  await page.goBack()
  await visit.waitFor({ state: 'hidden' })
  expect(path(page)).toBe(`/fundraiser/${slug}`)
  await page.goForward()
  await visit.waitFor()
  await expect.poll(() => visit.getByLabel('Name').inputValue()).toBe('Amina')
  expect(faults).toEqual([])
})

test('a form that is opened again before the browser tells that it was closed stays open', {
  tags: ['night'],
}, async () => {
  const { page, faults, ...at } = await open()
  await dialog(page).evaluate((element: HTMLDialogElement) => {
    element.close()
    element.showModal()
    return new Promise((done) => element.addEventListener('close', () => setTimeout(done, 100)))
  })
  await expect.poll(async () => [await dialog(page).isVisible(), path(page)]).toEqual([true, at.form])
  expect(faults).toEqual([])
})

test('news that can not be fetched while the form is open costs nothing of what was typed', {
  tags: ['night'],
}, async () => {
  const { page, ...at } = await open()
  await amount(page).fill('700')
  await page.route('**/*.data*', (route) => route.abort('connectionreset'))
  await page.evaluate(() =>
    (
      window as unknown as { __reactRouterDataRouter: { revalidate: () => Promise<void> } }
    ).__reactRouterDataRouter.revalidate(),
  )
  await expect
    .poll(async () => [await dialog(page).isVisible(), await amount(page).inputValue(), path(page)])
    .toEqual([true, '700', at.form])
  await page.unroute('**/*.data*')
  await page.goBack()
  await closed(page)
  expect(await hasStayed(page)).toBe(true)
})

test('Back over more than the form leads where it says', { tags: ['night'] }, async () => {
  const { page, faults, ...at } = await open()
  await page.evaluate(() => void setTimeout(() => history.go(-2)))
  await expect.poll(() => path(page)).toBe('/')
  await page.goForward()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await expect.poll(async () => [path(page), await page.getByRole('dialog').count()]).toEqual([at.public, 0])
  expect(faults).toEqual([])
})
