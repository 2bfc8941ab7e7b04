import { expect, test } from 'vitest'
import { newVisitorCookie, visitorKey } from './visitor.server.ts'

const by = (cookie = '', agent = 'Firefox/150') =>
  new Request('http://harambee.test/', { headers: { cookie, 'user-agent': agent } })
const noon = new Date('2026-11-20T12:00:00Z')
const given = () => newVisitorCookie(by())!.split(';')[0]!

test('without a cookie, neighbours with the same browser are one visitor for a day', () => {
  const key = visitorKey(by(), '41.90.1.7', noon)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(visitorKey(by(), '41.90.1.8', noon)).toBe(key)
  expect(visitorKey(by(), '41.90.2.7', noon)).not.toBe(key)
  expect(visitorKey(by('', 'Chrome/148'), '41.90.1.7', noon)).not.toBe(key)
  expect(visitorKey(by(), '41.90.1.7', new Date('2026-11-21T12:00:00Z'))).not.toBe(key)
})

test('with a cookie a visitor stays the same, whatever the address, browser or day', () => {
  const cookie = given()
  const key = visitorKey(by(`a=1; ${cookie}; b=2`), '41.90.1.7', noon)
  expect(visitorKey(by(cookie, 'Chrome/148'), '2a01:4f8::1', new Date('2027-01-01'))).toBe(key)
  expect(visitorKey(by(given()), '41.90.1.7', noon)).not.toBe(key)
})

test('a cookie is given once, and one that a person made up counts for nothing', () => {
  expect(newVisitorCookie(by(given()))).toBeUndefined()
  const [id] = given().split('.')
  const forged = `${id}.${'A'.repeat(43)}`
  expect(newVisitorCookie(by(forged))).toContain('HttpOnly; SameSite=Lax')
  expect(visitorKey(by(forged), '41.90.1.7', noon)).toBe(visitorKey(by(), '41.90.1.7', noon))
})
