import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import type { WaitingChange } from './account.ts'
import { EmailChangeForm } from './proof-forms.tsx'

const email = 'old@example.test'
const asked: WaitingChange = {
  to: 'new@example.test',
  oldConfirmed: false,
  newConfirmed: false,
  due: null,
  phone: null,
}

const shown = (own: Partial<WaitingChange>) => {
  const element = <EmailChangeForm email={email} waiting={{ ...asked, ...own }} />
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </I18nProvider>,
  )
}

test('a person who lost the old mailbox is led to us where no phone can confirm the change', () => {
  const way = 'href="/about/help/write"'
  expect(shown({})).toContain(way)
  expect(shown({ phone: '+254733444555' })).not.toContain(way)
  expect(shown({ oldConfirmed: true })).not.toContain(way)
  expect(shown({ due: new Date('2026-12-01T10:00:00Z') })).not.toContain(way)
})
