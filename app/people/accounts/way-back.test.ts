import { expect, test } from 'vitest'
import { ownPath } from '#app/kit/web-address.ts'
import { afterSignIn, authPath } from './way-back.ts'

test('a path of our own is kept, with its question and its place', () => {
  expect(ownPath('/fund-drive/mama/payouts?page=2#last')).toBe('/fund-drive/mama/payouts?page=2#last')
})

test.each([
  '//evil.com',
  '///evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  '/\t/evil.com',
  '/.//evil.com',
  '/a/..//evil.com',
  'https://evil.com',
  'javascript:alert(1)',
  '/x\r\nset-cookie: a=b',
  'dashboard',
  '',
])('never to another site: %j', (to) => {
  expect(ownPath(to)).toBeUndefined()
  expect(afterSignIn(to)).toBe('/dashboard')
  expect(authPath(to)).toBe('/auth')
})

test('a link given twice, or none, leads to the dashboard', () => {
  expect(afterSignIn(undefined)).toBe('/dashboard')
  expect(afterSignIn(null)).toBe('/dashboard')
})

test('a way longer than an address can hold is forgotten', () => {
  expect(afterSignIn(`/${'x'.repeat(1100)}`)).toBe('/dashboard')
  expect(afterSignIn(`/${'é'.repeat(499)}`)).toBe('/dashboard')
})

test('signing in never leads back to signing in or out', () => {
  for (const to of ['/auth', '/auth?tab=sign-up', '/auth/two-factor', '/sign-out', '/session'])
    expect(afterSignIn(to)).toBe('/dashboard')
  expect(afterSignIn('/authors')).toBe('/authors')
})

test('the sign-in page remembers where a person was going', () => {
  expect(authPath('/settings?a=1&b=2')).toBe('/auth?to=%2Fsettings%3Fa%3D1%26b%3D2')
  expect(authPath('/settings', '/auth/two-factor')).toBe('/auth/two-factor?to=%2Fsettings')
  expect(authPath('/dashboard')).toBe('/auth')
})
