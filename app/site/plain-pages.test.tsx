import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { Forbidden, SetupRequired } from './instead-of-page.tsx'
import { NotFound } from './not-found.tsx'
import { Fault } from './went-wrong.tsx'

/** The page as it is when nothing else works: no loader has run, nobody is known. */
function pageOf(page: React.ReactNode, at = '/somewhere?tab=2') {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
}

test('an address that leads nowhere says so and leads home [T41]', () => {
  const page = pageOf(<NotFound />)
  expect(page).toContain('Oops! Page not found')
  expect(page).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
})

test('an error page has the menu, the theme and the language; a page of a house that is not open has none of them', () => {
  for (const page of [<NotFound key="404" />, <Forbidden key="403" />, <Fault key="500" />]) {
    const html = pageOf(page)
    expect(html).toMatch(/<a [^>]*href="\/auth"[^>]*>Sign In<\/a>/)
    expect(html).toContain('action="/language"')
  }
  expect(pageOf(<SetupRequired problems={[]} />)).not.toContain('action="/language"')
})

test('a page for administrators tells others so [T280]', () => {
  expect(pageOf(<Forbidden />)).toContain('You don’t have access to this page')
})

test('a fault shows the number of its line in the log', () => {
  const page = pageOf(<Fault id="nd5z-z62r-6kqa" />)
  expect(page).toContain('nd5z-z62r-6kqa')
  expect(page).toContain('href="/somewhere?tab=2"')
  expect(pageOf(<Fault />)).not.toContain('give them this number')
})

test('what is missing is named, with what is expected and what for; refreshing asks for the same address [T79]', () => {
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
