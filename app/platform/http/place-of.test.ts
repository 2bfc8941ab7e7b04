import { expect, test } from 'vitest'
import { placeOf } from './network-address.server.ts'

test('an address is in the country whose networks hold it', () => {
  expect(['41.90.64.123', '197.248.0.1', '41.202.240.1', '8.8.8.8', '::ffff:41.90.64.1'].map(placeOf)).toEqual([
    'KE',
    'KE',
    'UG',
    'US',
    'KE',
  ])
})

test('one’s own house, reserved networks, version 6 and nonsense are nowhere', () => {
  const nowhere = [
    '127.0.0.1',
    '10.20.30.40',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.9',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '203.0.113.7',
    '::ffff:127.0.0.1',
    '::1',
    '2a01:4f8:1:2::3',
    '',
    'nonsense',
    '41.90.64',
    '41.90.64.1.2',
    '041.90.64.1',
    '999.1.1.1',
    '41.90.64.1 ',
  ]
  expect(nowhere.filter((address) => placeOf(address) !== 'Unknown')).toEqual([])
})
