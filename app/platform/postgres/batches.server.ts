import { Refusal, type Words } from '#app/kit/says.ts'
import { log } from '#app/platform/log.server.ts'
import { isDatabaseGone } from '#app/platform/processes/lifecycle.server.ts'

type Waiting<Item, Done> = { item: Item; since: number; done: (done: Done) => void; failed: (error: unknown) => void }

/** Returns the result of each, in the order given. */
type Work<Item, Done> = (items: Item[]) => Promise<Done[]>

type Bounds = {
  /** The most batches at the same time. */
  ways?: number
  /** The most items in a batch. */
  most?: number
  /** The most items that may wait; further callers are told to try again. */
  mostWaiting?: number
  /** The longest wait before the work begins, in milliseconds. */
  longestWait?: number
}

/** Bounds for visitors: those who would wait for too long are told so while they still have patience. */
export const patient = { mostWaiting: 5000, longestWait: 8000 } satisfies Bounds

/**
 * Does the simultaneous requests of many as one: a round trip to the database costs the same for one and for fifty. Nobody waits for others
 * to arrive; items that come meanwhile go with the next batch. When the work fails, all items of the batch fail.
 */
export function inBatches<Item, Done>(
  work: Work<Item, Done>,
  { ways = 1, most = 100, mostWaiting = Number.POSITIVE_INFINITY, longestWait = Number.POSITIVE_INFINITY }: Bounds = {},
): (item: Item) => Promise<Done> {
  const waiting: Waiting<Item, Done>[] = []
  let busy = 0
  async function go() {
    // Items of the same moment go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await carry(inTime(waiting.splice(0, most), longestWait), work)
    busy--
  }
  return (item) =>
    new Promise((done, failed) => {
      if (waiting.length >= mostWaiting) return failed(tooMany())
      waiting.push({ item, since: performance.now(), done, failed })
      if (busy >= ways) return
      busy++
      void go()
    })
}

function inTime<One extends Pick<Waiting<unknown, unknown>, 'since' | 'failed'>>(
  batch: One[],
  longestWait: number,
): One[] {
  const latest = performance.now() - longestWait
  return batch.filter(({ since, failed }) => since >= latest || failed(tooMany()))
}

// Marked by hand: commands read this file as it is, without the word macros.
const full: Words = /*i18n*/ { id: 'Too many people are asking at this moment. Please try again in a few seconds.' }
const tooMany = () => new Refusal(full, { status: 503, retryAfter: 5 })

async function carry<Item, Done>(batch: Waiting<Item, Done>[], work: Work<Item, Done>): Promise<void> {
  if (batch.length === 0) return
  try {
    const all = await work(batch.map(({ item }) => item))
    for (const [at, { done }] of batch.entries()) done(all[at]!)
  } catch (error) {
    // An error object is logged once: if all shared it, only the first visitor would find their number in the log.
    for (const [at, { failed }] of batch.entries())
      failed(at > 0 && error instanceof Error ? Object.create(error) : error)
  }
}

/** Batches for each database separately. */
export function inBatchesOn<Db extends object, Item, Done>(
  work: (db: Db, items: Item[]) => Promise<Done[]>,
  options?: Bounds,
): (db: Db, item: Item) => Promise<Done> {
  const known = new WeakMap<Db, (item: Item) => Promise<Done>>()
  return (db, item) => {
    let ask = known.get(db)
    if (!ask) {
      ask = inBatches((items: Item[]) => work(db, items), options)
      known.set(db, ask)
    }
    return ask(item)
  }
}

/**
 * Batches where one item may differ from the others: an item without an answer, or of a batch that failed, is done again
 * alone, so that nobody suffers from another's failure. A single item is done alone at once, unless the work is as good
 * at one as at many.
 */
export function inBatchesOrAlone<Db extends object, Item, Done>(
  work: (db: Db, items: Item[]) => Promise<(Done | undefined)[]>,
  alone: (db: Db, item: Item) => Promise<Done>,
  { evenOne = false, ...options }: Bounds & { evenOne?: boolean } = {},
): (db: Db, item: Item) => Promise<Done> {
  const ask = inBatchesOn(async (db: Db, items: Item[]): Promise<(Done | undefined)[]> => {
    if (items.length === 1 && !evenOne) return []
    try {
      return await work(db, items)
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      log.warn({ err: error, many: items.length }, 'what came together is done one by one')
      return []
    }
  }, options)
  return async (db, item) => (await ask(db, item)) ?? alone(db, item)
}

/** Batches for each name separately: an item of one waits for none of another. */
export function inBatchesAt<Item, Done>(
  work: (name: string, items: Item[]) => Promise<Done[]>,
  options?: Bounds,
): (name: string, item: Item) => Promise<Done> {
  const known = new Map<string, { ask: (item: Item) => Promise<Done>; asking: number }>()
  return async (name, item) => {
    const line = known.get(name) ?? { ask: inBatches((items: Item[]) => work(name, items), options), asking: 0 }
    known.set(name, line)
    line.asking++
    try {
      return await line.ask(item)
    } finally {
      if (--line.asking === 0) known.delete(name)
    }
  }
}
