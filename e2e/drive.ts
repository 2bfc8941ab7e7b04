import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { signedIn } from './session.ts'
import { house, houseOf, type Visitor, visitor } from './visitor.ts'

let owner: Promise<Visitor> | undefined
/** The same for all drives of a file: those of the file before have left. */
async function theOwner(): Promise<Visitor> {
  if ((await owner)?.page.isClosed()) owner = undefined
  // Who could not be signed in is not remembered: the next test tries anew.
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
