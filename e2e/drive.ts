import type { Page } from 'playwright-core'
import { house, signedIn, type Visitor } from './visitor.ts'

/** A drive that was just opened by somebody who is signed in, and its address's last part. */
export async function someDrive(title = 'Heal Mama Achieng'): Promise<Visitor & { slug: string }> {
  const owner = await signedIn({ javaScript: false })
  const { page } = owner
  await page.goto('/dashboard/new')
  await page.getByLabel(/title/i).fill(title)
  await page.getByLabel(/goal/i).fill('250000')
  await page.getByLabel('Category').selectOption('Medical')
  await page
    .locator('form', { has: page.getByLabel('Category') })
    .getByRole('button', { name: /create/i })
    .click()
  await page.waitForURL(/\/(fund-drive|fundraiser)\//)
  const slug = new URL(page.url()).pathname.split('/')[2]!
  return { ...owner, slug }
}

/** Sends a form as a browser without a script does, from a network address of its own. */
export function post(path: string, fields: Record<string, string>, address: string): Promise<Response> {
  const headers = { origin: house(), 'x-forwarded-for': address, 'user-agent': `Browser ${address}` }
  return fetch(house() + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
}

/** The owner's page in another browser window, with or without a script. */
export async function ownPage(owner: Visitor, path: string, javaScript = true): Promise<Page> {
  const { visitor } = await import('./visitor.ts')
  const { context, page } = await visitor({ javaScript })
  await context.addCookies(await owner.context.cookies())
  await page.goto(path)
  return page
}
