import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signedIn } from './session.ts'
import { house, houseOf, type Visitor, visitor } from './visitor.ts'

let owner: Promise<Visitor> | undefined
/** The same for all drives of a file: those of the file before have left. */
async function theOwner(): Promise<Visitor> {
  if ((await owner)?.page.isClosed()) owner = undefined
  // A sign-in that failed is not remembered: the next test tries again.
  owner ??= signedIn({ javaScript: false }).catch((error) => {
    owner = undefined
    throw error
  })
  return owner
}

/** A drive that was just opened, with its owner, who is the same for all drives of a file, and its address's last part. */
export async function someDrive(title = 'Heal Mama Achieng'): Promise<Visitor & { slug: string }> {
  const signed = await theOwner()
  const made = await signed.page.request.post('/dashboard/new', {
    form: { title, collects: 'on', goal: '250000', category: 'Medical' },
    headers: { origin: house() },
    maxRedirects: 0,
  })
  const [, slug] = /^\/fund-drive\/([^/]+)/.exec(made.headers().location ?? '') ?? []
  if (!slug) throw new Error(`no drive was made: ${made.status()}`)
  return { ...signed, slug }
}

/** Sends a form as a browser without a script does, from a network address of its own. */
export function post(path: string, fields: Record<string, string>, address: string): Promise<Response> {
  const headers = { origin: house(), 'x-forwarded-for': address, 'user-agent': `Browser ${address}` }
  return fetch(house() + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
}

/** The owner's page in another browser window, with or without a script. */
export async function ownPage(owner: Visitor, path: string, javaScript = true): Promise<Page> {
  const { context, page } = await visitor({ javaScript })
  await context.addCookies(await owner.context.cookies())
  await page.goto(path)
  return page
}

/** A drive of the person who is signed in on this page; returns its slug. */
export async function openDrive(page: Page, title = 'Heal Mama Achieng', goal = '1000'): Promise<string> {
  const origin = houseOf(page)
  const form = { title, category: 'Medical', collects: 'on', goal, formKey: randomUUID() }
  const answer = await page.request.post('/dashboard/new', { form, headers: { origin }, maxRedirects: 0 })
  const slug = /^\/fund-drive\/([^/]+)\//.exec(answer.headers().location ?? '')?.[1]
  if (!slug) throw new Error(`no drive was opened: ${answer.status()} ${await answer.text()}`)
  return slug
}

/** Points at a button that gives, until the code of its dialog runs: before that, a press leads to the form's own page. */
export async function pointAt(opener: Locator, how: 'hover' | 'focus' = 'hover'): Promise<void> {
  const page = opener.page()
  const come = page.waitForResponse(/donate\.json/)
  await opener[how]()
  await (await come).finished()
  // As text: the runner would put a call of its own in place of the browser's import.
  const runs = `(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    const dialog = files.find((name) => /\\/give-dialog-[^/]+\\.js$/.test(name))
    return dialog !== undefined && Boolean(await import(dialog))
  })()`
  await expect.poll(() => page.evaluate(runs)).toBe(true)
}
