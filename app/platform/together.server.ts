import { isDatabaseGone } from './house.server.ts'
import { log } from './log.server.ts'

type Waiting<Item, Done> = { item: Item; done: (done: Done) => void; failed: (error: unknown) => void }

/** What came of each, in the order they were given. */
type Work<Item, Done> = (items: Item[]) => Promise<Done[]>

/**
 * What many ask for at the same moment, done as one: a way to the database and back costs the same for one and for
 * fifty. Nobody waits for others to come; whoever comes while the others are on their way goes with the next. When the
 * work fails, all who went with it hear so.
 */
export function together<Item, Done>(
  work: Work<Item, Done>,
  { ways = 1, most = 100 }: { ways?: number; most?: number } = {},
): (item: Item) => Promise<Done> {
  const waiting: Waiting<Item, Done>[] = []
  let busy = 0
  async function go() {
    // Whatever arrived in the same moment goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await carry(waiting.splice(0, most), work)
    busy--
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (busy >= ways) return
      busy++
      void go()
    })
}

async function carry<Item, Done>(batch: Waiting<Item, Done>[], work: Work<Item, Done>): Promise<void> {
  try {
    const all = await work(batch.map(({ item }) => item))
    for (const [at, { done }] of batch.entries()) done(all[at]!)
  } catch (error) {
    for (const { failed } of batch) failed(error)
  }
}

/** The same for each database by itself: what was asked of one is not asked of another. */
export function togetherOn<Db extends object, Item, Done>(
  work: (db: Db, items: Item[]) => Promise<Done[]>,
  options?: { ways?: number; most?: number },
): (db: Db, item: Item) => Promise<Done> {
  const known = new WeakMap<Db, (item: Item) => Promise<Done>>()
  return (db, item) => {
    let ask = known.get(db)
    if (!ask) {
      ask = together((items: Item[]) => work(db, items), options)
      known.set(db, ask)
    }
    return ask(item)
  }
}

/**
 * The same where one may be unlike the others: what the work has no answer to, or fails at, is done again alone, so that
 * nobody is kept out by what another met. One that comes by itself is done alone at once.
 */
export function togetherOrAlone<Db extends object, Item, Done>(
  work: (db: Db, items: Item[]) => Promise<(Done | undefined)[]>,
  alone: (db: Db, item: Item) => Promise<Done>,
  options?: { ways?: number; most?: number },
): (db: Db, item: Item) => Promise<Done> {
  const ask = togetherOn(async (db: Db, items: Item[]): Promise<(Done | undefined)[]> => {
    if (items.length === 1) return []
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
