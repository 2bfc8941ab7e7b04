import { expect, test } from 'vitest'
import { strengthOf } from './new-password.tsx'

test('what everybody tries first is easy to guess, whatever is around it [T344]', () => {
  for (const text of ['123456', 'password', 'Password1!', 'harambee', 'Harambee2024', 'aaaaaaaaaa', 'abcdefgh', 'abc'])
    expect(strengthOf(text), text).toBe(1)
})

test('longer and stranger is better [T343]', () => {
  expect(strengthOf('')).toBe(0)
  expect(strengthOf('mto8wy')).toBeLessThan(3)
  expect(strengthOf('ndege-tatu-juu')).toBeGreaterThanOrEqual(3)
  expect(strengthOf('ndege tatu juu ya mti')).toBe(4)
})
