import { BlockList, isIP } from 'node:net'
import { settings } from '#app/platform/settings.server.ts'

/**
 * True if posts from this address are accepted. This is one lock of several: no post moves money, and without configured
 * addresses all are accepted.
 */
export function isHeardFrom(
  address: string,
  sources = settings.pretends ? undefined : settings.DARAJA_SOURCES,
): boolean {
  if (!sources) return true
  const family = isIP(address)
  return family !== 0 && listOf(sources).check(address, family === 4 ? 'ipv4' : 'ipv6')
}

let made: { of: string[]; list: BlockList } | undefined

function listOf(sources: string[]): BlockList {
  if (made?.of === sources) return made.list
  const list = new BlockList()
  for (const source of sources) {
    const [host = '', bits] = source.split('/')
    const family = isIP(host) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(host, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  made = { of: sources, list }
  return list
}
