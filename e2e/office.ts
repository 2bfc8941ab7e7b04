import type { Page } from 'playwright-core'
import { beSignedIn } from './session.ts'
import { scripted, type Visitor, visitor } from './visitor.ts'

const admin = { email: 'admin@harambee.test', password: 'harambee' }

/** The example's administrator at a page of the office. */
export async function office(path: string, wishes: Parameters<typeof visitor>[0] = {}): Promise<Visitor> {
  const seen = await visitor(wishes)
  await beSignedIn(seen.page, admin)
  await seen.page.goto(path)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return seen
}

/** Opens a decision, says why, and presses its button. */
export async function decide(page: Page, { open, why, press }: { open: string; why: string; press?: string }) {
  await page.getByRole('main').getByRole('link', { name: open, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: press ?? open, exact: true }).click()
}
