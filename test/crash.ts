import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import { type Db, openPool, thePool } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'
import { distinctPlaces, everyPlace, type Place, type Step } from './crash-places.ts'
import { isNight } from './night.ts'

// A process that dies in the middle, as the database and the provider see it: its connections close, and nothing it had
// begun goes on. Every statement and every word with the provider is a place to die at, so no place is forgotten.

/** For what is dead and hears nothing, not even that. */
export const forever = () => new Promise<never>(() => {})

class World {
  /** A step is a statement, or a call of the provider. */
  isLast: (steps: Step[]) => boolean
  /** Whether the last step is not done any more, or done and its answer lost. */
  how: 'before' | 'after'
  steps: Step[] = []
  die = () => {}
  died: Promise<'died'>
  /** The database has noticed. What still waits for an answer of it fails, so that nothing in memory waits for ever. */
  bury = () => {}
  buried: Promise<void>
  clients = new Set<pg.Client>()
  isDead = false

  constructor(isLast: World['isLast'], how: 'before' | 'after') {
    this.isLast = isLast
    this.how = how
    this.buried = new Promise((resolve) => (this.bury = resolve))
    this.died = new Promise((resolve) => {
      this.die = () => {
        this.isDead = true
        for (const client of this.clients) (client as unknown as Socketed).connection.stream.destroy()
        resolve('died')
      }
    })
  }

  /** Takes a step, unless it is the last. */
  async step<Done>(what: string, run: () => Promise<Done>, on?: pg.Client): Promise<Done> {
    if (this.isDead) return this.nothing()
    this.steps.push({ what, on })
    if (!this.isLast(this.steps)) return run()
    if (this.how === 'after') await run().catch(() => {})
    this.die()
    return this.nothing()
  }

  /** What is dead hears nothing. */
  async nothing(): Promise<never> {
    await this.buried
    throw new Error('this process is dead')
  }
}

type Socketed = { connection: { stream: { destroy: () => void } } }

/** What the thing that may die does it with. */
export type Mortal = { db: Db; pool: pg.Pool; step: <Done>(what: string, run: () => Promise<Done>) => Promise<Done> }

/** Does something with a world that ends after so many steps. `lived`: it came to its end first. */
export const attempt = <Done>(at: number, how: 'before' | 'after', formAction: (mortal: Mortal) => Promise<Done>) =>
  attemptIn(new World(({ length }) => length === at, how), formAction)

async function attemptIn<Done>(
  world: World,
  formAction: (mortal: Mortal) => Promise<Done>,
): Promise<{ is: 'lived'; value: Done } | { is: 'died'; last: string }> {
  const pool = poolOf(world)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as Db
  const lived = formAction({ db, pool, step: (what, run) => world.step(what, run) }).then((value) => ({
    is: 'lived' as const,
    value,
  }))
  lived.catch(() => {})
  const end = await Promise.race([lived, world.died])
  if (end === 'died') {
    await connectionsGone(world)
    world.bury()
    return { is: 'died', last: `${world.how} step ${world.steps.length}: ${world.steps.at(-1)!.what}` }
  }
  await pool.end()
  return end
}

/** The product's own pool, whose every statement is a step. */
function poolOf(world: World): pg.Pool {
  const pool = openPool(urlOf(thePool()), 4)
  pool.options.connectionTimeoutMillis = 60_000
  const { Client } = pool.options as unknown as { Client: typeof pg.Client }
  class MortalClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      world.clients.add(this)
    }
    // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; this one passes all of them on
    override query(config: any, values?: any, callback?: any): any {
      if (typeof values === 'function') return super.query(config, values, callback)
      const text: string = typeof config === 'string' ? config : config.text
      const done = world.step(text.replace(/\s+/g, ' ').trim(), () => super.query(config, values) as never, this)
      // The pool's own way of asking.
      return callback ? void done.then((result) => callback(null, result), callback) : done
    }
  }
  ;(pool.options as unknown as { Client: typeof pg.Client }).Client = MortalClient
  ;(pool as unknown as { Client: typeof pg.Client }).Client = MortalClient
  return pool
}

const urlOf = (pool: pg.Pool) => (pool.options as pg.PoolConfig).connectionString!

/** Until the database has noticed, and taken back what was not committed. */
async function connectionsGone({ clients }: World): Promise<void> {
  const ids = [...clients]
    .map((client) => (client as unknown as { processID: number | null }).processID)
    .filter(Boolean)
  await expect
    .poll(async () => (await thePool().query('select from pg_stat_activity where pid = any($1)', [ids])).rowCount, {
      timeout: 10_000,
      interval: 5,
    })
    .toBe(0)
}

/**
 * Lets something live once, then die at each place where what is left can differ; at night at every place there is, before and
 * after each of its steps. Looks at what is left each time: `begin` makes what it is about; `after` must find all or nothing,
 * and that doing it again brings it to its one end. Gives how many places there are, and the steps of the life.
 */
export async function dieEverywhere<About>({
  begin,
  formAction,
  after,
}: {
  begin: () => Promise<About>
  formAction: (mortal: Mortal, about: About) => Promise<unknown>
  after: (about: About, how: string) => Promise<void>
}): Promise<{ places: number; steps: string[] }> {
  const go = async (world: World) => {
    const about = await begin()
    const end = await attemptIn(world, (mortal) => formAction(mortal, about))
    await after(about, end.is === 'died' ? end.last : 'it lived')
    return end.is
  }
  const first = new World(() => false, 'after')
  await go(first)
  let deaths = 0
  for (const place of (isNight ? everyPlace : distinctPlaces)(first.steps))
    if ((await go(new World((steps) => isAt(place, steps), place.how))) === 'died') deaths++
  // A place may be missing in one life: some steps depend on how long a mail takes.
  if (deaths === 0) throw new Error('it died nowhere')
  return { places: 2 * first.steps.length, steps: first.steps.map(({ what }) => what) }
}

const isAt = ({ what, nth }: Place, steps: Step[]) =>
  steps.at(-1)!.what === what && steps.filter((one) => one.what === what).length === nth
