import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { msg } from '@lingui/core/macro'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import { isFull } from '#app/platform/pictures/store.server.ts'
import { websHere } from '#app/platform/processes/as-child.server.ts'
import { collect, settleNow } from '#app/platform/processes/metrics.server.ts'
import { shareOf } from '#app/platform/processes/plan.ts'
import { LineFull, turns } from '#app/platform/processes/turns.server.ts'
import type { RequestInfo } from '#app/platform/request.server.ts'
import { TurnedAway } from './faults.server.ts'
import { household } from './network-address.server.ts'

// Request bodies, read whole and within bounds before any handler sees them: a slow or endless form only holds a little
// memory for a while. A large body, a picture, waits on disk for its turn: parsed as a form, as a file and as the
// decoder's input, it takes several times its size in memory.

const kB = 1024
/** The largest body, in bytes, where its address declares no other size. */
export const usual = 256 * kB
/** The bound for all bodies in progress together, in memory and on disk. */
const together = { small: 64 * kB * kB, large: 256 * kB * kB }
/** The part of that bound for a single network: a person who sends much, slowly, keeps nobody else from sending. */
const share = 1 / 4
/** Each of several processes has its part of the bound, but room for eight of our largest forms, two from a single network. */
const leastRoom = { small: 8 * kB * kB, large: 48 * kB * kB }
const roomFor = (which: keyof Weight) => shareOf(together[which], websHere(), leastRoom[which])
type Weight = { small: number; large: number }
const onTheirWay: Weight = { small: 0, large: 0 }
const ofNetwork = new Map<string, Weight & { bodies: number }>()

/** A body in memory, or as a stream from disk. */
export type Body = Buffer<ArrayBuffer> | ReadableStream<Uint8Array>

const inTurn = turns({ atOnce: 2, mostWaiting: 40, longestWait: 90_000 })

type Sender = { limit: number; isForPictures?: boolean | undefined; address: string }

/**
 * Reads the whole body and answers with it. Throws when it is too large, as soon as that is known, with or without an
 * announced length.
 */
export async function withBody<Done>(
  incoming: IncomingMessage,
  { limit, isForPictures, address }: Sender,
  answer: (body: Body) => Promise<Done>,
): Promise<Done> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge(limit, isForPictures)
  const weigh = scales(household(address))
  let spool: Spool | undefined
  try {
    const chunks: Buffer[] = []
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (weigh.own.small + weigh.own.large + chunk.length > limit) throw tooLarge(limit, isForPictures)
      if (!spool && weigh.own.small + chunk.length <= usual) {
        weigh.add('small', chunk.length)
        chunks.push(chunk)
      } else {
        weigh.add('large', chunk.length)
        spool ??= await openSpool()
        await spool.write(chunk)
      }
    }
    const start = Buffer.concat(chunks.splice(0), weigh.own.small) as Buffer<ArrayBuffer>
    if (!spool) return await answer(start)
    const rest = spool
    return await inTurn(() => {
      settleNow()
      return answer(rest.read(start))
    }).finally(clearAway)
  } catch (error) {
    if (error instanceof LineFull) throw new TurnedAway(503, uploads.busy, { 'retry-after': '10' })
    if (isFull(error)) throw new TurnedAway(503, uploads.noRoom, { 'retry-after': '60' }, 'image')
    throw error
  } finally {
    weigh.takeAway()
    await spool?.close()
  }
}

const mostLeft = 20 * kB * kB

/**
 * Makes V8 collect garbage after a large form, once there is enough. A large form leaves several copies of its picture
 * outside V8's heap; by itself V8 lets hundreds of megabytes of them gather before it collects.
 */
function clearAway() {
  if (process.memoryUsage().arrayBuffers > mostLeft) collect()
}

/** Counts the bytes of a body as they arrive, together with all bodies in progress and with those from its network. */
function scales(network: string) {
  const own: Weight = { small: 0, large: 0 }
  const theirs = ofNetwork.get(network) ?? { small: 0, large: 0, bodies: 0 }
  ofNetwork.set(network, theirs)
  theirs.bodies++
  const all = [own, theirs, onTheirWay]
  return {
    own,
    add(which: keyof Weight, bytes: number) {
      for (const weight of all) weight[which] += bytes
      const room = roomFor(which)
      if (onTheirWay[which] > room) throw new TurnedAway(503, tooMuch)
      if (theirs[which] > room * share) throw new TurnedAway(429, tooMuch, { 'retry-after': '10' })
    },
    takeAway() {
      const { small, large } = own
      for (const weight of all) Object.assign(weight, { small: weight.small - small, large: weight.large - large })
      if (--theirs.bodies === 0) ofNetwork.delete(network)
    },
  }
}
const tooMuch = msg`Too much is being sent at once. Please try again.`

function tooLarge(limit: number, isForPictures = false) {
  if (isForPictures) return new TurnedAway(413, uploads.tooLarge, {}, 'image')
  const most = limit < kB * kB ? `${limit / kB} kB` : `${limit / kB / kB} MB`
  return new TurnedAway(413, msg`What you sent is too large. ${most} is the most.`)
}

/** Bytes that wait on disk. The file has no name any more: whatever happens, it disappears with its handle. */
type Spool = {
  write(bytes: Buffer): Promise<void>
  /** Reads all of it, after these bytes. */
  read(start: Buffer): ReadableStream<Uint8Array>
  close(): Promise<void>
}

const piece = 1024 * 1024

/** Opens a file for uploads in progress, which together would take too much memory. */
async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `harambee-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  let size = 0
  async function* pieces(start: Buffer) {
    yield start
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(Math.min(piece, size - at)), {
        position: at,
      })
      if (bytesRead === 0) throw new Error('the file of a form was cut off')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }
  return {
    async write(bytes) {
      await file.write(bytes, 0, bytes.length, size)
      size += bytes.length
    },
    read: (start) => Readable.toWeb(Readable.from(pieces(start))) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  }
}

// Node's requests, made into web requests.

/** Returns a signal that aborts when the visitor leaves before the answer was sent. */
export function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || gone.abort())
  return gone.signal
}

/** Makes a web Request, which is aborted when the visitor leaves. */
export function requestOf(incoming: IncomingMessage, url: URL, { gone }: RequestInfo, body?: Body): Request {
  const sent = body ? { body, duplex: 'half' as const } : {}
  const signal = gone ? { signal: gone } : {}
  return new Request(url, { method: incoming.method!, headers: headersOf(incoming), ...signal, ...sent })
}

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return headers
}
