import { expect, test } from 'vitest'
import { isHeardFrom } from './choose-mobile-money.server.ts'

const sources = ['196.201.214.200', '196.201.213.0/24', '2001:db8::/32']

test.each([
  ['196.201.214.200', true],
  ['196.201.214.201', false],
  ['196.201.213.77', true],
  ['196.201.212.255', false],
  ['2001:db8::1', true],
  ['2001:db9::1', false],
  ['127.0.0.1', false],
  ['', false],
  ['unknown', false],
])('of these sources %s is heard: %s', (address, isHeard) => {
  expect(isHeardFrom(address, sources)).toBe(isHeard)
})

test('without sources everyone is heard: what is posted proves nothing', () => {
  for (const address of ['196.201.214.200', '203.0.113.5', 'unknown']) expect(isHeardFrom(address)).toBe(true)
})
