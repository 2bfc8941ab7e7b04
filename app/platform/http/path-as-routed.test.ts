import { expect, test } from 'vitest'
import { keepPrivate } from '#app/platform/http/headers.server.ts'
import { isOfOffice, listFor } from './path-as-routed.server.ts'

const written = [
  '/admin',
  '/Admin',
  '/ADMIN/',
  '/%61dmin/audit.csv',
  '//admin',
  '/Admin/fund-drives?page=2',
  '/admin.data',
]

test.each(written)('%s is the back office, whose pages bring its addresses and are kept nowhere', (path) => {
  expect(isOfOffice(path)).toBe(true)
  const headers = keepPrivate(new Headers({ 'cache-control': 'public, max-age=60' }), false, path)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test.each(['/', '/administration', '/fundraiser/admin', '/?to=/admin', '/%zz'])('%s is not', (path) => {
  expect(isOfOffice(path)).toBe(false)
  expect(keepPrivate(new Headers(), false, path).get('cache-control')).toBe('private, no-cache')
})

test('a page brings the list of addresses that holds its own, and no longer one', () => {
  const lists = [
    '/',
    '/fundraiser/a',
    '/fund-drives',
    '/receipt/1',
    '/auth',
    '/Dashboard/',
    '/fund-drive/a/home',
    '/admin',
  ]
  expect(lists.map(listFor)).toEqual([...Array(4).fill('visitors'), ...Array(3).fill('members'), 'office'])
})
