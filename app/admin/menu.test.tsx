import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { SidebarLayout } from '#app/ui/sidebar.tsx'
import { useAdminMenu } from './layout.tsx'

function Menu() {
  return (
    <SidebarLayout label="Administration" here="" groups={useAdminMenu()}>
      <p />
    </SidebarLayout>
  )
}

test.each([
  ['/admin', 'Dashboard'],
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/donations', 'Donations'],
  ['/admin/donations/7', 'Donations'],
  ['/admin/audit', 'Audit Log'],
])('at %s the sidebar marks %s, and nothing else [T281]', (at, name) => {
  const page = renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <MemoryRouter initialEntries={[at]}>
        <Menu />
      </MemoryRouter>
    </I18nProvider>,
  )
  const marked = [...page.matchAll(/<a aria-current="page".*?<\/a>/g)].map(([way]) => way.replace(/<[^>]*>/g, ''))
  // Once at the side, and once in the menu of a phone.
  expect(marked).toEqual([name, name])
})
