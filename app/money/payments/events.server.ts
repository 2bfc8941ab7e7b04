import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { type Db, unwaitedCommit } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { nameOf, providers } from '#app/platform/provider.server.ts'
import type { Event } from '#app/platform/provider.ts'

// What the provider told us, worked off. The table is the queue: an event is done when it was applied, not before. Each
// is taken for a while; if the person who took it dies, it comes back by itself.

type About = Event['about']
/**
 * `later`: the provider could not be asked, or does not say what it told us, so far. `unknown`: neither we nor the
 * provider know what it is about.
 */
export type ProviderEvent = 'done' | 'later' | 'unknown'
/** What is done about each noun that a provider told us of. One without an entry waits. */
export type Applies = {
  [Noun in Exclude<About['noun'], 'nothing'>]?: (about: About & { noun: Noun }, by: string) => Promise<ProviderEvent>
}

type Taken = { id: number; about: About; by: string; attempts: number }

/** So many are looked after at the same time: as many connections as we have to the provider. */
const atOnce = 32
/** With less room than that, nothing more is taken yet. */
const worthTaking = 8
/** After so many tries, which take some 30 hours, a person has to look. */
const mostTries = 40
/** About what nobody knows it is asked no longer than some two minutes. Should it turn up, comparing finds it. */
const mostUnknown = 4
const look = 5000
/** One gift alone is let in at once; nothing has to wait for it. */
const many = 6

let kick = () => {}
/** There is something to do now. */
export const eventsCame = (): void => kick()

let under = () => 0
/** How much of what M-Pesa tells us, and of what we let in on its word, is under way. Both are events, too. */
const byPhone = { told: 0, letIn: 0 }
/** True while this process has so many events under way that what is less urgent had better wait. */
export const manyEvents = (): boolean => under() + byPhone.told + byPhone.letIn >= many
/** True while it is told of so many at once that one by one they would be asked about in vain. */
export const manyTold = (): boolean => byPhone.told >= many

/** It is under way until it settles. */
export async function trackEvent<Done>(what: keyof typeof byPhone, work: Promise<Done>): Promise<Done> {
  byPhone[what]++
  try {
    return await work
  } finally {
    byPhone[what]--
  }
}

/** Works off what comes until it is stopped, in each process that is open. */
export function startEvents(db: Db, applies: Applies): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<unknown> | undefined
  let more = false
  const work = working(db, applies, () => stopped)
  const run = () => {
    more = true
    running ??= (async () => {
      while (more && !stopped) {
        more = false
        if (await work.some()) more = true
      }
    })()
      .catch((error) => log.warn({ err: error }, 'events wait'))
      .finally(() => {
        running = undefined
      })
  }
  kick = run
  under = work.under
  const ticking = setInterval(run, look)
  ticking.unref()
  run()
  return {
    async stop() {
      stopped = true
      clearInterval(ticking)
      if (kick === run) kick = () => {}
      await running
      await work.rest()
    },
  }
}

/** Works off all that is due. */
export async function applyEvents(db: Db, applies: Applies, isOver = () => false): Promise<number> {
  const work = working(db, applies, isOver)
  while (!isOver() && (await work.some())) {}
  return work.rest()
}

/**
 * Each by itself, so that one that the provider is slow about keeps no other waiting; what comes of them at the same
 * moment is written together.
 */
function working(db: Db, applies: Applies, isOver: () => boolean) {
  const under = new Set<Promise<void>>()
  let done = 0
  async function one({ id, about, by, attempts }: Taken): Promise<void> {
    if (isOver()) return
    const came = await tried(applies, about, by)
    if (came === 'done') {
      await finished(db, id)
      done++
    } else if (attempts >= (came === 'unknown' ? mostUnknown : mostTries)) await giveUp(db, { id, about, came })
  }
  const begin = (taken: Taken) => {
    const work = one(taken)
      .catch((error) => log.warn({ err: error }, 'an event waits'))
      .finally(() => under.delete(work))
    under.add(work)
  }
  return {
    under: () => under.size,
    /** Takes some when there is room for them. True when there may be more. */
    async some(): Promise<boolean> {
      while (under.size > atOnce - worthTaking) await Promise.race(under)
      const room = atOnce - under.size
      const taken = await take(db, { nouns: Object.keys(applies), most: room })
      for (const event of taken) begin(event)
      return taken.length === room
    },
    /** Waits for those that were taken; how many were done in all. */
    async rest(): Promise<number> {
      while (under.size > 0) await Promise.all(under)
      return done
    },
  }
}

async function tried(applies: Applies, about: About, by: string): Promise<ProviderEvent> {
  const apply = applies[about.noun as keyof Applies] as
    | ((about: About, by: string) => Promise<ProviderEvent>)
    | undefined
  try {
    return (await apply?.(about, by)) ?? 'later'
  } catch (error) {
    log.error({ noun: about.noun, err: error }, 'an event could not be applied')
    return 'later'
  }
}

/**
 * Takes some that are due. They come back after 20 seconds, and later each time, an hour at most. That one was taken, or
 * done, may be forgotten when the power goes: then it is taken again, and found done. A second early does no harm: two
 * processors may not agree on the time to a hair, and what has just come is due. While a provider refuses our key, or
 * is not set up, none of its own is taken, so that none is given up for it.
 */
async function take(db: Db, { nouns, most }: { nouns: string[]; most: number }): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    update webhook_events set attempts = attempts + 1,
      next_try_at = now() + least(interval '20 seconds' * power(2, least(attempts, 12)), interval '1 hour')
    where id in (
      select id from webhook_events
      where state = 'received' and next_try_at <= now() + interval '1 second' and about ->> 'noun' = any(${nouns})
        and provider = any(${providers().map(nameOf)})
        and not exists (select from provider_stops s where s.provider = webhook_events.provider)
      order by next_try_at limit ${most}::int for update skip locked
    ) and ${unwaitedCommit} returning id, about, provider as by, attempts`.execute(db)
  return rows
}

const finished = inBatchesOn(async (db: Db, ids: number[]) => {
  await sql`update webhook_events set state = 'done', done_at = now()
    where id = any(${ids}::bigint[]) and ${unwaitedCommit}`.execute(db)
  return ids
})

const giveUp = (db: Db, { id, about, came }: { id: number; about: About; came: ProviderEvent }) =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('webhook_events').set({ state: 'failed' }).where('id', '=', id).execute()
    const reference = 'reference' in about ? about.reference.slice(0, 200) : ''
    if (came === 'unknown') await raiseBreak(tx, 'an event about nothing we know', String(id), { ...about, reference })
    else await raiseBreak(tx, 'an event that can not be applied', String(id), { noun: about.noun })
  })
