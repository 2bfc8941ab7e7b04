import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { Arriving } from './arriving.tsx'

/** The page that is left, while another one is on its way to this address. */
function leavingFor(path: string) {
  const router = createMemoryRouter([
    { path: '/', element: <Arriving /> },
    { path: '*', loader: () => new Promise<null>(() => {}), element: null },
  ])
  void router.navigate(path)
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
}

test('while the page of a drive is on its way it says so; of other pages it says nothing [T804]', () => {
  expect(leavingFor('/fundraiser/heal-mama-achieng')).toContain('Loading fundraiser...')
  for (const other of ['/fundraiser/heal-mama-achieng/donate', '/dashboard'])
    expect(leavingFor(other)).toBe('<div role="status"></div>')
})
