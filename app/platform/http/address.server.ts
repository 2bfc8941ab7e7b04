import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

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
