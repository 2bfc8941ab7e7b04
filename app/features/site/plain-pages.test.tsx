import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { Fault } from './fault.tsx'
import { Forbidden } from './forbidden.tsx'
import { NotFound } from './not-found.tsx'
import { SetupRequired } from './setup-required.tsx'

/** The page as it is when nothing else works: no loader has run, nobody is known. */
function pageOf(page: React.ReactNode, at = '/somewhere?tab=2') {
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
    </I18nProvider>,
  )
}

test('an address that leads nowhere says so and leads home', () => {
  const page = pageOf(<NotFound />)
  expect(page).toContain('Oops! Page not found')
  expect(page).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
})

test('a page for administrators tells others so', () => {
  expect(pageOf(<Forbidden />)).toContain('This page is not yours to open')
})

test('a fault shows the number of its line in the log', () => {
  const page = pageOf(<Fault id="nd5z-z62r-6kqa" />)
  expect(page).toContain('nd5z-z62r-6kqa')
  expect(page).toContain('href="/somewhere?tab=2"')
  expect(pageOf(<Fault />)).not.toContain('give them this number')
})

test('what is missing is named, with what is expected and what for; refreshing asks for the same address', () => {
  const page = pageOf(
    <SetupRequired
      problems={[{ name: 'DATABASE_URL', expected: 'an address that answers', purpose: 'Holds everything.' }]}
    />,
  )
  for (const words of ['Setup Required', 'DATABASE_URL', 'an address that answers', 'Holds everything.'])
    expect(page).toContain(words)
  expect(page).toMatch(/<form [^>]*action="\/somewhere"[^>]*><input type="hidden" name="tab" value="2"\/>/)
  expect(page).toMatch(/<button[^>]*>Refresh Page<\/button>/)
})
