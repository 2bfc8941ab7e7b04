import type { IncomingMessage } from 'node:http'

// A body is read whole, within bounds, before anything looks at it: one person's slow or endless form holds a little
// memory for a while, and nothing else.

const kB = 1024
/** What a body may weigh, by path; the first that fits counts. */
const limits: [path: RegExp, bytes: number][] = [[/^\/profile\/avatar(\.data)?$/, 6 * kB * kB]]
const usual = 256 * kB
/** What all bodies that are on their way may weigh together. */
const together = 128 * kB * kB
let onTheirWay = 0

export const bodyLimit = (path: string): number => limits.find(([pattern]) => pattern.test(path))?.[1] ?? usual

/** A request that is turned away before the product sees it. */
export class TurnedAway extends Error {
  status: number
  constructor(status: number, why: string) {
    super(why)
    this.status = status
  }
}

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
      if (onTheirWay > together) throw new TurnedAway(503, 'Too much is being sent at once. Please try again.')
      chunks.push(chunk)
    }
  } finally {
    onTheirWay -= size
  }
  return Buffer.concat(chunks, size) as Buffer<ArrayBuffer>
}

const tooLarge = (limit: number) =>
  new TurnedAway(413, `This is too large: ${limit >= kB * kB ? `${limit / kB / kB} MB` : `${limit / kB} kB`} at most.`)
