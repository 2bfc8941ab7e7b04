import type { IncomingMessage } from 'node:http'
import { msg } from '@lingui/core/macro'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import { household } from '#app/platform/household.server.ts'
import { collect, settleNow } from '#app/platform/memory.server.ts'
import { openSpool, type Spool } from '#app/platform/pictures/spool.server.ts'
import { isFull } from '#app/platform/pictures/store.server.ts'
import { websHere } from '#app/platform/processes/as-child.server.ts'
import { shareOf } from '#app/platform/processes/plan.ts'
import { LineFull, turns } from '#app/platform/turns.server.ts'
import { TurnedAway } from './turned-away.server.ts'

// A body is read whole, within bounds, before anything looks at it: one person's slow or endless form holds a little
// memory for a while, and nothing else. A large one, a picture, waits on disk until it is its turn to be looked at: what
// becomes of it in memory, as a form, as a file, as what the decoder is told, is several times its size.

const kB = 1024
/** What a body may weigh, where its address says nothing else. */
export const usual = 256 * kB
/** What all bodies that are on their way may weigh together, in memory and on disk. */
const together = { small: 64 * kB * kB, large: 256 * kB * kB }
/** What of that one network may have: the person who sends much, slowly, keeps nobody else from sending. */
const share = 1 / 4
/** Of several processes each has its part, but room for eight of the largest forms that pages send, two of one network. */
const leastRoom = { small: 8 * kB * kB, large: 48 * kB * kB }
const roomFor = (which: keyof Weight) => shareOf(together[which], websHere(), leastRoom[which])
type Weight = { small: number; large: number }
const onTheirWay: Weight = { small: 0, large: 0 }
const ofNetwork = new Map<string, Weight & { bodies: number }>()

/** In memory, or as a stream from disk. */
export type Body = Buffer<ArrayBuffer> | ReadableStream<Uint8Array>

const inTurn = turns({ atOnce: 2, mostWaiting: 40, longestWait: 90_000 }, 'large forms')

type Sender = { limit: number; isForPictures?: boolean | undefined; address: string }

/**
 * Reads the whole body and answers with it. Throws when it is too large as soon as that is known, whether its length was
 * announced or not.
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
 * A large form leaves several copies of its picture behind, which lie outside of V8's heap. Left to itself V8 lets
 * hundreds of megabytes of them gather before it looks. So it is told to look, once it is worth its time.
 */
function clearAway() {
  if (process.memoryUsage().arrayBuffers > mostLeft) collect()
}

/** Weighs one body as it comes, with all that are on their way and with those from the same network. */
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
