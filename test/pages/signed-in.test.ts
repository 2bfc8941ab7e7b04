import { expect, test } from 'vitest'
import { pagesAsSent } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, somePerson } from '#test/make.ts'

// A page that stands in the place of another one knows who is signed in, though nothing was loaded for it.

const db = await testDatabase()
const ask = pagesAsSent()
const cookie = (await signedIn(await somePerson(db))).headers.get('cookie') ?? ''

test.each([
  ['Fund Drive Not Found', '/fund-drive/hakuna/info', 404],
  ['Fund Drive Not Found', '/fund-drive/hakuna/home', 404],
  ['You don’t have access to this page', '/admin', 403],
  ['Oops! Page not found', '/hakuna/kitu', 404],
  ['Oops! Page not found', '/gathering/hakuna/home', 404],
])(
  '%j at %s leads a person who is signed in to their dashboard, and lets them sign out',
  async (words, path, status) => {
    const page = await ask(path, cookie)
    expect([page.status, page.words]).toEqual([status, expect.stringContaining(words)])
    expect(page.html).toMatch(/<nav[^>]*>.*action="\/sign-out".*href="\/dashboard"[^>]*>Dashboard<.*<\/nav>/s)
    expect(page.words).not.toMatch(/Sign In|Start Fundraising/)
  },
)

test('a visitor without an account is offered to sign in on such a page', async () => {
  const { words } = await ask('/hakuna/kitu')
  expect(words).toMatch(/Oops! Page not found/)
  expect(words).toMatch(/Sign In Start Fundraising/)
})

test('such a page in Swahili says that it is in Swahili', async () => {
  const { html } = await ask('/fund-drive/hakuna/info', `${cookie}; language=sw`)
  expect(html).toMatch(/<html lang="sw"/)
  expect(html).toMatch(/<button[^>]*value="sw"[^>]*aria-current="true"[^>]*>Kiswahili/)
})
