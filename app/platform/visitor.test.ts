import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { settings } from './settings/settings.server.ts'
import { newVisitorCookie, visitorKey } from './visitor.server.ts'

const by = (cookie = '', agent = 'Firefox/150') =>
  new Request('http://harambee.test/', { headers: { cookie, 'user-agent': agent } })
const noon = new Date('2026-11-20T12:00:00Z')
const given = () => newVisitorCookie(by())!.split(';')[0]!

test('without a cookie, neighbours with the same browser are one visitor for a day [T327]', () => {
  const key = visitorKey(by(), '41.90.1.7', noon)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(visitorKey(by(), '41.90.1.8', noon)).toBe(key)
  expect(visitorKey(by(), '41.90.2.7', noon)).not.toBe(key)
  expect(visitorKey(by('', 'Chrome/148'), '41.90.1.7', noon)).not.toBe(key)
  expect(visitorKey(by(), '41.90.1.7', new Date('2026-11-21T12:00:00Z'))).not.toBe(key)
})

test('with a cookie a visitor stays the same, whatever the address, browser or day [T328]', () => {
  const cookie = given()
  const key = visitorKey(by(`a=1; ${cookie}; b=2`), '41.90.1.7', noon)
  expect(visitorKey(by(cookie, 'Chrome/148'), '2a01:4f8::1', new Date('2027-01-01'))).toBe(key)
  expect(visitorKey(by(given()), '41.90.1.7', noon)).not.toBe(key)
})

test('a cookie is given once, and one that a person made up counts for nothing', () => {
  expect(newVisitorCookie(by(given()))).toBeUndefined()
  const [id, signature] = given().split('.')
  const swapped = given().split('.')[0]
  for (const forged of [`${id}.${'A'.repeat(43)}`, `${id}.${'A'.repeat(22)}`, `${swapped}.${signature}`]) {
    expect(newVisitorCookie(by(forged))).toContain('HttpOnly; SameSite=Lax')
    expect(visitorKey(by(forged), '41.90.1.7', noon)).toBe(visitorKey(by(), '41.90.1.7', noon))
  }
})

test('a cookie that was given in the longer form stays good, and its visitor the same', () => {
  const id = 'Ab3-_x9kQmZr7tYu1oPw2E'
  const signature = createHmac('sha256', settings.AUTH_SECRET!).update(`visitor signature\n${id}`).digest('base64url')
  const cookie = `visitor=${id}.${signature}`
  expect(newVisitorCookie(by(cookie))).toBeUndefined()
  expect(visitorKey(by(cookie), '41.90.1.7', noon)).toBe(visitorKey(by(cookie, 'Chrome/148'), '41.90.2.7', noon))
})

test('another spelling of the same bytes is no second visitor', () => {
  const [id = '', signature] = given().replace('visitor=', '').split('.')
  const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((last) => id.slice(0, 21) + last)
    .filter((one) => one !== id && Buffer.from(one, 'base64url').equals(Buffer.from(id, 'base64url')))
  expect(same).toHaveLength(15)
  for (const one of same) expect(newVisitorCookie(by(`visitor=${one}.${signature}`))).toBeDefined()
})

test('of a thousand cookies each is another one, and each is ours', () => {
  const all = Array.from({ length: 1000 }, given)
  expect(new Set(all).size).toBe(1000)
  for (const one of all) expect(newVisitorCookie(by(one))).toBeUndefined()
})
