import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { wordsIn } from '#app/kit/words.ts'

/** A part of a page as it is sent to a reader of English. */
export const drawn = (part: ReactNode): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: part }])} />
    </I18nProvider>,
  )

/** The words of a part of a page, in a row. */
export const wordsOf = (part: ReactNode): string =>
  drawn(part)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
