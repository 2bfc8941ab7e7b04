import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { rightsOf } from '#app/kit/rights.ts'
import config from '#app/routes.ts'
import { neededFor, needs } from './guards.server.ts'

const begins = 'fund-drive/:slug/'

const pagesIn = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/')
    return [...(path ? [whole] : []), ...pagesIn(children, whole)]
  })

const pages = pagesIn(config as RouteConfigEntry[]).flatMap((path) =>
  path.startsWith(begins) ? [path.slice(begins.length)] : [],
)

test('every page and form action of a drive is named with the right that it needs', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter((page) => neededFor(page) === undefined)).toEqual([])
})

test('what a treasurer may open is this, and nothing else', () => {
  const theirs = pages.filter((page) => rightsOf.treasurer.includes(neededFor(page)!))
  const first = new Set(theirs.map((page) => page.split('/')[0]!))
  const may = ['home', 'qr.png', 'card.jpg', 'poster', 'donations', 'donations.csv', 'recorded', 'recorded.csv']
  const later = ['pledges', 'pledges.csv', 'bridge', 'list', 'list.txt', 'list.jpg', 'payouts', 'money', 'updates']
  expect([...first].filter((page) => ![...may, ...later].includes(page))).toEqual([])
  expect(may.filter((page) => !first.has(page))).toEqual([])
  expect(theirs.filter((page) => /settings|payouts|statement|steps/.test(page))).toEqual([
    'payouts',
    'payouts/changes',
    'payouts/:payout',
    'payouts/named',
  ])
})

test('what a secretary may open is this, and nothing else', () => {
  const theirs = pages.filter((page) => rightsOf.secretary.includes(neededFor(page)!))
  expect(theirs.toSorted()).toEqual(['card.jpg', 'home', 'home/leave', 'home/shares', 'poster', 'qr.png'])
})

test('a page that nobody has named is opened by no helper', () => {
  expect(neededFor('new-page')).toBeUndefined()
  expect(neededFor('settings/anything')).toBe(needs.settings)
})
