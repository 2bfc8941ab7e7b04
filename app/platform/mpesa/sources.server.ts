import { BlockList, isIP } from 'node:net'
import { settings } from '#app/platform/settings.server.ts'

/**
 * Whether what comes from this address is heard. It is one lock of several: nothing that is posted moves money, and where
 * no addresses are set everyone is heard.
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
