import { Refusal } from '#app/kit/says.ts'
import { uploadTexts } from '#app/kit/uploads.ts'
import { LineFull, turns } from '#app/platform/processes/turns.server.ts'

// Pictures drawn by the server. A drawn picture is cached while it fits into memory: it is drawn once, however many ask at the same moment.

type Bounds<Thing> = { most: number; sizeOf: (thing: Thing) => number }

export function keptThings<Thing>({ most, sizeOf }: Bounds<Thing>) {
  const kept = new Map<string, Thing>()
  const coming = new Map<string, Promise<Thing>>()
  let size = 0

  function keep(key: string, thing: Thing) {
    kept.set(key, thing)
    size += sizeOf(thing)
    for (const [oldest, old] of kept) {
      if (size <= most || kept.size === 1) return
      kept.delete(oldest)
      size -= sizeOf(old)
    }
  }

  return {
    has: (key: string) => kept.has(key),
    /** Returns the thing of this key, made if it is not there. The most recently used are kept longest. */
    async of(key: string, make: () => Promise<Thing>): Promise<Thing> {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const now = coming.get(key)
      if (now) return now
      const thing = make().finally(() => coming.delete(key))
      coming.set(key, thing)
      keep(key, await thing)
      return thing
    },
  }
}

/** Two at once; a crowd that opens its cards at the same moment waits in turn. */
const myTurn = turns({ atOnce: 2, mostWaiting: 300, longestWait: 40_000 })

export const drawInTurn = <Done>(work: () => Promise<Done>): Promise<Done> =>
  myTurn(work).catch((error: unknown) => {
    if (error instanceof LineFull) throw new Refusal(uploadTexts.busy, { status: 503, retryAfter: 10 })
    throw error
  })

/** Answers with a picture, or with a time to try again. */
export async function drawnAnswer(headers: Record<string, string>, picture: () => Promise<Buffer>): Promise<Response> {
  try {
    const bytes = await picture()
    return new Response(new Uint8Array(bytes), {
      headers: { 'content-type': 'image/jpeg', ...headers, 'content-length': `${bytes.length}` },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return new Response('Try again later', { status: error.status, headers: { 'retry-after': `${error.retryAfter}` } })
  }
}
