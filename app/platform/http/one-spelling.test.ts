import { expect, test } from 'vitest'
import { oneSpelling } from './faults.server.ts'

test.each([
  ['/fund-drive/:slug/donations.csv', '/fund-drive/a-b/donations.csv/'],
  ['/fund-drive/:slug/donations.csv', '/fund-drive/a-b/donations.CSV'],
  ['/fund-drive/:slug/donations.csv', '/fund-drive/a-b/donations%2ecsv'],
  ['/fund-drive/:slug/donations.csv', '/fund-drive/a%2Db/donations.csv'],
  ['/fund-drive/:slug/donations.csv', '/Fund-Drive/A-B/%64onations.csv'],
  ['/fund-drive/:slug/donations.csv', '//fund-drive//a-b/donations.csv//'],
  ['fund-drive/:slug/donations.csv', '/fund-drive/a-b/donations.csv'],
])('%s: %s is the same as all others', (pattern, path) => {
  expect(oneSpelling(pattern, path)).toBe('/fund-drive/a-b/donations.csv')
})

test('what means something else stays as it is', () => {
  expect(oneSpelling('/receipt/:receipt', '/receipt/AbC%2fd%252e')).toBe('/receipt/AbC%2Fd%252e')
  expect(oneSpelling('/media/*', '/Media/X//y')).toBeUndefined()
  expect(oneSpelling('/', '/')).toBe('/')
  expect(oneSpelling('/', '///')).toBe('/')
})

test('the one spelling of a spelling is itself, so that nobody is led in a circle', () => {
  for (const path of ['/Fund-Drive/%2564/x', '/fund-drive/%61%2F%5c/X', '/fund-drive/~%7e%41/x/']) {
    const once = oneSpelling('/fund-drive/:slug/x', path)!
    expect(oneSpelling('/fund-drive/:slug/x', once)).toBe(once)
  }
})
