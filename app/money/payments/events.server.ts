import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { type Db, unwaitedCommit } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { nameOf, providers } from '#app/platform/providers/provider.server.ts'
import type { Event } from '#app/platform/providers/provider.ts'

// Events of the provider, and their processing. The table is the queue: an event is done when it was applied, not
// before. A process takes each for a while; if the process dies, the event is due again by itself.

type About = Event['about']
/**
 * `later`: the provider could not be asked, or does not say what it told us, so far. `unknown`: neither we nor the
 * provider know what it is about.
 */
export type ProviderEvent = 'done' | 'later' | 'unknown'
/** The handlers of each noun that a provider reports on. An event without one waits. */
export type Applies = {
  [Noun in Exclude<About['noun'], 'nothing'>]?: (about: About & { noun: Noun }, by: string) => Promise<ProviderEvent>
}

type Taken = { id: number; about: About; by: string; attempts: number }

/** The number of events processed at the same time: as many as we have connections to the provider. */
const atOnce = 32
/** With less room than that, no more events are taken yet. */
const worthTaking = 8
/** The tries, over some 30 hours, after which a person has to look. */
const mostTries = 40
/** The tries, over some two minutes, for an event about something unknown. Should it turn up, comparing finds it. */
const mostUnknown = 4
const look = 5000
/** The number of events that counts as many. One gift alone is booked at once; nothing has to wait for it. */
const many = 6

let kick = () => {}
/** Starts the processing: there are new events. */
export const eventsCame = (): void => kick()

let under = () => 0
/** M-Pesa notifications under way, and bookings on their word. Both are events, too. */
const byPhone = { told: 0, booking: 0 }
/** Tells whether this process has so many events under way that less urgent work had better wait. */
export const manyEvents = (): boolean => under() + byPhone.told + byPhone.booking >= many
/** Tells whether so many notifications came at once that asking about them one by one would be in vain. */
export const manyTold = (): boolean => byPhone.told >= many

/** Counts work as under way until it settles. */
export async function trackEvent<Done>(what: keyof typeof byPhone, work: Promise<Done>): Promise<Done> {
  byPhone[what]++
  try {
    return await work
  } finally {
    byPhone[what]--
  }
}

/** Processes provider events until stopped. Runs in every process. */
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

/** Processes all due events. Returns how many were done. */
export async function applyEvents(db: Db, applies: Applies, isOver = () => false): Promise<number> {
  const work = working(db, applies, isOver)
  while (!isOver() && (await work.some())) {}
  return work.rest()
}

/**
 * Processes each event by itself, so that one with a slow provider keeps no other waiting; results of the same moment
 * are written together.
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
    /** Takes events when there is room for them. Returns true if there may be more. */
    async some(): Promise<boolean> {
      while (under.size > atOnce - worthTaking) await Promise.race(under)
      const room = atOnce - under.size
      const taken = await take(db, { nouns: Object.keys(applies), most: room })
      for (const event of taken) begin(event)
      return taken.length === room
    },
    /** Waits for the taken events; returns how many were done in all. */
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
 * Takes due events. They are due again after 20 seconds, and later each time, an hour at most. A power failure may lose
 * that one was taken, or done: then it is taken again, and found done. Taking it a second early does no harm: the
 * clocks of two processors may differ slightly, and what has just come is due. While a provider refuses our key, or is
 * not set up, none of its events is taken, so that none is given up for it.
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
    if (came === 'unknown')
      await raiseDiscrepancy(tx, 'an event about nothing we know', String(id), { ...about, reference })
    else await raiseDiscrepancy(tx, 'an event that can not be applied', String(id), { noun: about.noun })
  })
