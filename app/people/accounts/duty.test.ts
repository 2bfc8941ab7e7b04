import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { onwardFrom, refuseWithout, requireTwoFactor } from './duty.server.ts'

const [bare, with2, other] = [
  { isAdmin: true, twoFactor: false },
  { isAdmin: true, twoFactor: true },
  { isAdmin: false, twoFactor: false },
]
const url = new URL('http://127.0.0.1/admin/payouts?state=approved')
const asked = (who: typeof bare, method = 'GET') => {
  try {
    requireTwoFactor(who, { url, request: new Request(url, { method }) })
    return 'in'
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get('location') : (thrown as { status: number }).status
  }
}
const given = settings.ADMIN_TWO_FACTOR
beforeEach(() => Object.assign(settings, { ADMIN_TWO_FACTOR: true }))
afterEach(() => Object.assign(settings, { ADMIN_TWO_FACTOR: given }))

test('where two factors are a duty, an administrator without them is sent to turn them on, and remembers where they went [T347]', () => {
  expect(asked(bare)).toBe('/settings?to=%2Fadmin%2Fpayouts%3Fstate%3Dapproved#two-factor')
  expect(asked(bare, 'POST')).toBe(403)
  expect([asked(with2), asked(with2, 'POST')]).toEqual(['in', 'in'])
})

test('it is not turned off again by an administrator; others are free to', () => {
  expect(() => refuseWithout(with2)).toThrow(/stays on/)
  expect(() => refuseWithout(other)).not.toThrow()
})

test('without the duty nobody is asked', () => {
  Object.assign(settings, { ADMIN_TWO_FACTOR: false })
  expect([asked(bare), asked(bare, 'POST')]).toEqual(['in', 'in'])
  expect(() => refuseWithout(with2)).not.toThrow()
})

test('afterwards it goes on to a page of ours, and only for administrators', () => {
  expect(onwardFrom(with2, '/admin/payouts')).toBe('/admin/payouts')
  expect(onwardFrom(with2, 'https://evil.example/')).toBe('/dashboard')
  expect([onwardFrom(with2, null), onwardFrom(other, '/admin')]).toEqual([null, null])
})
