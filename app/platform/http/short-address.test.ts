import { expect, test } from 'vitest'
import { isNear, shortAddress } from './network-address.server.ts'

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
])('%s is kept as %s [T356]', (address, kept) => {
  expect(shortAddress(address)).toBe(kept)
})

test.each([
  [true, ['127.0.0.1', '::1', '::ffff:10.1.2.3', '192.168.0.9', '172.16.0.1', '172.31.255.1', 'fd00::1', 'fe80::1']],
  [false, ['41.90.64.1', '100.64.0.1', '172.32.0.1', '192.169.0.1', '2c0f:fe38::1', '1.127.0.0', '::2', '', 'x']],
])('to be near is %s for %j', (near, addresses) => {
  expect(addresses.map(isNear)).toEqual(addresses.map(() => near))
})
