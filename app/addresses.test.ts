import fs from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { addresses } from './addresses.ts'
import { isForVisitors } from './kit/visitors-pages.ts'
import { addressBook } from './platform/http/addresses.server.ts'
import { keepPrivate } from './platform/http/headers.server.ts'
import { usual } from './platform/http/web-request.server.ts'
import routes from './routes.ts'

const addressOf = addressBook(addresses)

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
  expect(addressOf(path).list).toBe('manifest')
  const headers = keepPrivate(new Headers({ 'cache-control': 'public, max-age=60' }), false, addressOf(path))
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test.each(['/', '/administration', '/fundraiser/admin', '/?to=/admin', '/%zz', '/admin-s'])('%s is not', (path) => {
  expect(addressOf(path).list).toBe('visitors')
  expect(keepPrivate(new Headers(), false, addressOf(path)).get('cache-control')).toBe('private, no-cache')
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
  const found = lists.map((path) => addressOf(path).list)
  expect(found).toEqual([...Array(4).fill('visitors'), ...Array(3).fill('members'), 'manifest'])
})

test('every page that the list of visitors leaves out brings another one: it would load itself again and again', async () => {
  // A static page brings no list at all: see docs/develop/decisions/0010.
  const isStatic = (file: string) => fs.readFileSync(`app/${file}`, 'utf8').includes('handle = { static: true }')
  const below = (entries: RouteConfigEntry[], above = ''): string[] =>
    entries.flatMap(({ id, file, path, children = [] }) => {
      const address = path === undefined ? above : `${above}/${path}`
      const inside = below(children, address)
      const isNone = isForVisitors(id ?? file.replace(/\.tsx?$/, '')) || !file.endsWith('.tsx') || isStatic(file)
      return isNone ? inside : [address, ...inside]
    })
  const leftOut = below(await routes)
  expect(leftOut).toContain('/giving')
  expect(leftOut.filter((path) => path && addressOf(path).list === 'visitors')).toEqual([])
})

const [small, large] = [8 * 1024, 6 * 1024 * 1024]
test.each([
  ['/admin/mpesa', large],
  ['/admin/mpesa/balance', usual],
  ['/profile/avatar', large],
  ['/Profile/avatar/?a=1', large],
  ['/profile/avatar.data', large],
  ['/profile/avatar/remove', usual],
  ['/fund-drive/a-b/info/save.data', large],
  ['/fund-drive/a-b/images/add', large],
  ['/gathering/a-b/after/post', large],
  ['/gathering/a-b/after/photos.data', large],
  ['/gathering/a-b/after/photos/take-down', usual],
  ['/fund-drive/a%2fb/images/add', large],
  ['/fund-drive/a/b/images/add', usual],
  ['/fund-drive/a-b/description?index', 1.5 * 1024 * 1024],
  ['/api/track-view', small],
  ['/API/track-view', small],
  ['/apiary', usual],
  ['/', usual],
])('to %s so much may be sent: %i', (path, bytes) => {
  expect(addressOf(path).body ?? usual).toBe(bytes)
})

test.each([
  ['/api/track-view', true],
  ['/api/track-view/', true],
  ['/api/create-subscription', false],
  ['/api/Create-Subscription/', false],
  ['/api/create-subscription.data', false],
  ['/api/create-subscription/.data', false],
  ['/api/create-subscription/_.data', false],
  ['/webhooks/paystack', true],
  ['/webhooks%2fpaystack', false],
  ['/sandbox/paystack/transaction', true],
  ['/settings/password', false],
  ['/settings/..%2fwebhooks/paystack', false],
  ['/give', false],
])('%s is open to pages and programs elsewhere: %s', (path, is) => {
  expect(addressOf(path).isOpen ?? false).toBe(is)
})
