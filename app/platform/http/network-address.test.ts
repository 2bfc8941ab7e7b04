import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { whoAsks } from './network-address.server.ts'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers: { host: 'harambee.example', ...headers } }) as unknown as IncomingMessage
const addressOf = (TRUST_PROXY: number, forwarded: string, own = '10.0.0.1') =>
  whoAsks(from(own, { 'x-forwarded-for': forwarded }), { TRUST_PROXY })?.address

describe('whose address counts', () => {
  test('without a proxy it is the one that connects, whatever it writes', () => {
    expect(addressOf(0, '203.0.113.9', '198.51.100.7')).toBe('198.51.100.7')
  })
  test.each([
    ['behind one proxy the last entry; what the visitor wrote before it is nothing', 1, '1.1.1.1, 203.0.113.9'],
    ['behind two proxies the last but one', 2, '1.1.1.1, 203.0.113.9, 10.0.0.2'],
    ['with fewer entries than proxies the first', 2, '203.0.113.9'],
  ])('it is %s', (_, proxies, forwarded) => {
    expect(addressOf(proxies, forwarded)).toBe('203.0.113.9')
  })
  test.each(['unknown', '', "'; drop table users"])('an entry that is no address counts for nothing: %s', (entry) => {
    expect(addressOf(1, entry)).toBe('10.0.0.1')
  })
  test('ports, brackets and the IPv6 way of writing IPv4 are taken off', () => {
    expect(addressOf(1, '203.0.113.9:4711')).toBe('203.0.113.9')
    expect(addressOf(1, '[2001:db8::1]:443')).toBe('2001:db8::1')
    expect(addressOf(0, '', '::ffff:198.51.100.7')).toBe('198.51.100.7')
    expect(addressOf(0, '', 'fe80::1%eth0')).toBe('fe80::1')
  })
})

describe('our own address', () => {
  const originOf = (headers: Record<string, string>, TRUST_PROXY = 0, APP_URL?: string) =>
    whoAsks(from('10.0.0.1', headers), { TRUST_PROXY, APP_URL })?.origin

  test('is APP_URL where that is set', () => {
    expect(originOf({ host: 'other.example' }, 0, 'https://harambee.example')).toBe('https://harambee.example')
  })
  test('else what the visitor calls us', () => {
    expect(originOf({ host: 'LOCALHOST:3000' })).toBe('http://localhost:3000')
    expect(originOf({ host: '[::1]:3000' })).toBe('http://[::1]:3000')
  })
  test('a proxy is believed about it only when it is trusted', () => {
    const told = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' }
    expect(originOf(told)).toBe('http://harambee.example')
    expect(originOf(told, 1)).toBe('https://public.example')
  })
  const noHosts = ['', 'a b', 'a/b', 'a@b', 'a?b', '<x>', 'a:99999999', 'a,b', '[zz]', `${'x'.repeat(300)}.example`]
  test.each(noHosts)('is unknown when the Host is %j', (host) => {
    expect(originOf({ host })).toBe(undefined)
  })
})
