import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { msg } from '@lingui/core/macro'
import { Refusal, type Words } from '#app/kit/says.ts'
import { imageMax, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { isPublicHost } from '#app/kit/web-address.ts'

// A picture on another server, fetched by ours. A visitor chooses the address: so only https, only public addresses, and
// connected to the very address that was checked; never to one that a second name lookup would return.

type FarAnswer = { status: number; type: string; location: string | undefined; body: AsyncIterable<Uint8Array> }

/** The network calls. Tests bring their own. */
export type FarWorld = {
  /** Returns every address of a name. */
  addressesOf(host: string): Promise<string[]>
  /** Requests a page from one address, whatever its name resolves to by now. */
  ask(url: URL, address: string, signal: AbortSignal): Promise<FarAnswer>
}

export const farFileTexts = {
  notHttps: msg`Please use a picture address that begins with https://`,
  notReached: msg`We could not fetch the picture from this address. Save it to your device and upload it instead.`,
  notPublic: msg`This address is not on the public internet. Please upload the picture instead.`,
} satisfies Record<string, Words>

const longest = 10_000
const mostHops = 4

/** Fetches the picture at an address, as if it had been uploaded. Refuses with a message; does not check yet that it is a picture. */
export async function farFile(
  address: string,
  { field = 'image', within = longest }: { field?: string; within?: number } = {},
): Promise<File> {
  const refuse = (words: Words): never => {
    throw new Refusal(words, { status: 422, field })
  }
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(within)])
  try {
    return await fileAt(URL.parse(address), { refuse, signal })
  } finally {
    // An answer that nobody reads to its end must not be sent to its end.
    over.abort()
  }
}

type Asking = { refuse: (words: Words) => never; signal: AbortSignal }

async function fileAt(first: URL | null, { refuse, signal }: Asking): Promise<File> {
  let url = first
  for (let hop = 0; hop < mostHops; hop++) {
    if (url?.protocol !== 'https:') return refuse(farFileTexts.notHttps)
    const place = await placeOf(url, signal).catch(() => refuse(farFileTexts.notReached))
    if (!place) return refuse(farFileTexts.notPublic)
    const answer = await orLate(world.ask(url, place, signal), signal).catch(() => refuse(farFileTexts.notReached))
    if (answer.status >= 300 && answer.status < 400 && answer.location) {
      url = URL.parse(answer.location, url)
      continue
    }
    if (answer.status !== 200) return refuse(farFileTexts.notReached)
    if (!answer.type.toLowerCase().startsWith('image/')) return refuse(uploads.notImage)
    const bytes = await orLate(wholeOf(answer.body, signal), signal).catch(() => refuse(farFileTexts.notReached))
    if (!bytes) return refuse(uploads.tooLarge)
    return new File([bytes], 'picture', { type: answer.type.split(';')[0]! })
  }
  return refuse(farFileTexts.notReached)
}

/** Returns the address to connect to; undefined if any address of the name is not public. */
async function placeOf(url: URL, signal: AbortSignal): Promise<string | undefined> {
  if (url.username || url.password || (url.port && url.port !== '443') || !isPublicHost(url.hostname)) return undefined
  const places = await orLate(world.addressesOf(url.hostname), signal)
  if (places.length === 0) throw new Error('the name has no address')
  return places.every(isPublicAddress) ? places[0] : undefined
}

/** Gives up work that takes longer than the whole may, even where it ignores the signal. */
function orLate<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const late = () => reject(signal.reason)
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}

/** Returns all bytes, or undefined as soon as there are more than an upload may have. */
async function wholeOf(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > imageMax) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, size))
}

/** Parses networks such as '10.0.0.0/8'. */
function networks(kind: 'ipv4' | 'ipv6', written: string): BlockList {
  const list = new BlockList()
  for (const network of written.trim().split(/\s+/)) {
    const [first = '', bits] = network.split('/')
    list.addSubnet(first, Number(bits), kind)
  }
  return list
}

const closed4 = networks(
  'ipv4',
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
)
// The public part of IPv6, without ranges that carry an IPv4 address or are for examples.
const open6 = networks('ipv6', '2000::/3')
const closed6 = networks('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/** True for an address that everybody can reach: none of a private network, of this machine or of a cloud's own services. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !closed4.check(address, 'ipv4')
    : isIPv6(address) && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')

let world: FarWorld = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  ask: (url, address, signal) => askAt(url, { address, port: 443 }, signal),
}

/** Replaces the network; for tests. */
export function useFarWorld(other: FarWorld): void {
  world = other
}

/** Sends one request to one address. The certificate must still carry the name; `plain` is for tests. */
export const askAt = (
  url: URL,
  { address, port, plain = false }: { address: string; port: number; plain?: boolean },
  signal: AbortSignal,
): Promise<FarAnswer> =>
  new Promise((resolve, reject) => {
    const asking = (plain ? http : https).request(
      {
        host: address,
        port,
        path: url.pathname + url.search,
        servername: url.hostname,
        agent: false,
        signal,
        headers: { host: url.host, accept: 'image/*', 'user-agent': 'Harambee (pictures)' },
      },
      (answer) =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          location: answer.headers.location,
          body: answer,
        }),
    )
    asking.on('error', reject)
    asking.end()
  })
