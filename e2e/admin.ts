import type { Page } from 'playwright-core'
import { ask } from './database.ts'
import { beSignedIn, placeOn, signedIn } from './session.ts'
import { type SomePerson, scripted, type Visitor, visitor, type Wishes } from './visitor.ts'

export const admin = { email: 'admin@harambee.test', password: 'harambee' }

/** The example's administrator, or another one who reads Swahili: a page speaks the language of the account. */
export async function administrator(wishes: Wishes = {}): Promise<Visitor> {
  if (wishes.language === 'sw') return newAdministrator(wishes)
  const seen = await visitor(wishes)
  await beSignedIn(seen.page, admin)
  return seen
}

/** A person who has just become one. */
export async function newAdministrator(wishes: Wishes): Promise<Visitor & { who: SomePerson }> {
  const seen = await signedIn(wishes)
  await ask(
    placeOn(seen.page),
    `insert into user_roles (user_id, role, granted_by) select id, 'admin', 'command' from users where email = $1`,
    [seen.who.email],
  )
  return seen
}

/** An administrator at a page of the office. */
export async function office(path: string, wishes: Wishes = {}): Promise<Visitor> {
  const seen = await administrator(wishes)
  await seen.page.goto(path)
  if (wishes.javaScript !== false) await scripted(seen.page)
  return seen
}

/** What the pretend provider of a house is told to do. */
export const controlOf =
  (provider: 'paystack' | 'daraja', url: () => string) => async (what: string, body: unknown) => {
    const answer = await fetch(`${url()}/sandbox/${provider}/__sandbox/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

/** Opens a decision, says why, and presses its button. */
export async function decide(page: Page, { open, why, press }: { open: string; why: string; press?: string }) {
  // A photo that was asked about twice has its decision beside each.
  await page.getByRole('main').getByRole('link', { name: open, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: press ?? open, exact: true }).click()
}
