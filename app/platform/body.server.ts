import type { IncomingMessage } from 'node:http'
import { msg } from '@lingui/core/macro'
import { TurnedAway } from './turned-away.server.ts'

// A body is read whole, within bounds, before anything looks at it: one person's slow or endless form holds a little
// memory for a while, and nothing else.

const kB = 1024
/** What a body may weigh, by path; the first that fits counts. */
const limits: [path: RegExp, bytes: number][] = [
  // A form with one picture.
  [/^\/(profile\/avatar|dashboard\/(new|picture)|fund-drive\/[^/]+\/(info\/save|images\/add))(\.data)?$/, 6 * kB * kB],
  // Small objects of JSON, from anybody.
  [/^\/api\//, 8 * kB],
  // A long description: one character can take twelve bytes on its way.
  [/^\/fund-drive\/[^/]+\/description(\.data)?(\?|$)/, 1.5 * kB * kB],
]
const usual = 256 * kB
/** What all bodies that are on their way may weigh together. */
const together = 128 * kB * kB
let onTheirWay = 0

export const bodyLimit = (path: string): number => limits.find(([pattern]) => pattern.test(path))?.[1] ?? usual

/** The whole body. Throws when it is too large as soon as that is known, whether its length was announced or not. */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      onTheirWay += chunk.length
      if (size > limit) throw tooLarge(limit)
      if (onTheirWay > together) throw new TurnedAway(503, msg`Too much is being sent at once. Please try again.`)
      chunks.push(chunk)
    }
  } finally {
    onTheirWay -= size
  }
  return Buffer.concat(chunks, size) as Buffer<ArrayBuffer>
}

function tooLarge(limit: number) {
  const most = limit >= kB * kB ? `${limit / kB / kB} MB` : `${limit / kB} kB`
  return new TurnedAway(413, msg`What you sent is too large. ${most} is the most.`)
}
