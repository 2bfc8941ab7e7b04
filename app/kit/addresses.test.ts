import { expect, test } from 'vitest'
import { shortAddress } from './addresses.ts'

test.each([
  ['197.248.12.77', '197.248.12.0'],
  ['::ffff:197.248.12.77', '197.248.12.0'],
  ['2c0f:fe38:2405:1::9', '2c0f:fe38:2405::'],
  ['2C0F:FE38:0:1:2:3:4:5', '2c0f:fe38::'],
  ['2001:db8::1', '2001:db8::'],
  ['::1', '::'],
  ['', ''],
  ['nonsense', ''],
  ['1.2.3.4, 5.6.7.8', ''],
])('%s is kept as %s', (address, kept) => {
  expect(shortAddress(address)).toBe(kept)
})
