import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { jobsView } from '#app/admin/jobs/jobs-list.tsx'
import { wordsIn } from '#app/kit/words.ts'
import { discrepanciesView } from '#app/money/books/admin/discrepancies-list.tsx'
import { owedView } from '#app/money/books/admin/owed-list.tsx'
import { unplacedView } from '#app/money/payments/admin/unplaced-list.tsx'
import { debtsView } from '#app/money/payouts/admin/debts-list.tsx'
import { List } from '#app/ui/list-view.tsx'

// A search that finds nothing says so, and leads back; only a list that is empty by itself says that there is nothing.

const shown = (list: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: list }])} />
    </I18nProvider>,
  )

type How = { search?: string; state?: 'open' | 'closed'; hopeless?: boolean }
const none = { rows: [], next: null }
const unplaced = ({ search = '', state = 'open' }: How) => (
  <List view={unplacedView} shown={{ ...none, totals: [], filter: { search, why: null, state } }} />
)
const discrepancies = ({ search = '', state = 'open' }: How) => (
  <List view={discrepanciesView} shown={{ ...none, totals: { count: 0 }, filter: { search, state } }} />
)
const owed = ({ search = '' }: How) => (
  <List view={owedView} shown={{ ...none, totals: { owed: 0, drives: 0 }, filter: { search } }} />
)
const debts = ({ search = '', hopeless }: How) => (
  <List
    view={debtsView}
    shown={{ ...none, totals: { count: 0, sum: 0 }, filter: { search, state: hopeless ? 'hopeless' : null } }}
  />
)
const jobs = ({ search = '' }: How) => (
  <List view={jobsView} shown={{ ...none, totals: { count: 0 }, filter: { search } }} />
)

test.each([
  ['unplaced money', unplaced({ search: 'x' }), 'No such money', 'Everything that arrived', '?state=open'],
  ['closed money', unplaced({ search: 'x', state: 'closed' }), 'No such money', 'Nothing was closed', '?state=closed'],
  ['differences', discrepancies({ search: 'x' }), 'No such differences', 'No open differences', '?state=open'],
  ['owed', owed({ search: 'x' }), 'No such fund drives', 'Nobody is owed', '?'],
  ['debts', debts({ search: 'x' }), 'No such debts', 'No fund drive owes', '?'],
  ['debts that are hopeless', debts({ hopeless: true }), 'No such debts', 'No fund drive owes', '?'],
  ['failed jobs', jobs({ search: 'x' }), 'No such jobs', 'No failed jobs', '?'],
])('%s: a search without hits says so, and has a way back to all', (_, list, says, never, back) => {
  const page = shown(list)
  expect(page).toContain(says)
  expect(page).not.toContain(never)
  const way = /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<a ).)*?Show all/.exec(page)?.[1]
  expect(way?.replace(/^\//, '').replace(/^$/, '?')).toBe(back)
})

test.each([
  [unplaced({}), 'No unplaced money'],
  [unplaced({ state: 'closed' }), 'Nothing was closed yet'],
  [discrepancies({}), 'No open differences'],
  [discrepancies({ state: 'closed' }), 'No closed differences'],
  [owed({}), 'Nobody is owed anything'],
  [debts({}), 'No fund drive owes anything'],
  [jobs({}), 'No failed jobs'],
])('a list that is empty by itself says what will stand there, not that nothing was found: %#', (list, says) => {
  const page = shown(list)
  expect(page).toContain(says)
  expect(page).not.toContain('No such')
  expect(page).not.toContain('Show all')
})
