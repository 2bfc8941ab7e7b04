import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { TopBar } from './top-bar.tsx'

test('the menu of a narrow screen has the links of the wide bar, in the same words and order [T45]', () => {
  const router = createMemoryRouter([{ path: '*', element: <TopBar /> }])
  const html = renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
  const linksIn = (part: string) =>
    [...part.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, to, words]) => [words, to])
  const [bar, menu] = html.split('id="site-menu"').map(linksIn)
  expect(bar).toEqual([
    ['Sign In', '/auth'],
    ['Start Fundraising', '/dashboard'],
  ])
  expect(menu).toEqual(bar)
})
