import { timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { thePool } from '#app/platform/db.server.ts'
import type { Settings } from '#app/platform/settings/settings.server.ts'
import { allFigures, thePost } from './as-child.server.ts'
import { lifecycle } from './lifecycle.server.ts'

/** All metrics. Each module registers its own here. */
export const metrics = new AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'>()
AggregatorRegistry.setRegistries(metrics)
// A process that restarts, and counts from zero, does not look like a fall of the total.
metrics.setDefaultLabels(thePost() ? { process: thePost()!.name } : {})
collectDefaultMetrics({ register: metrics })
/** Metrics from the database, which every process reports alike: of several one is asked. */
export const productMetrics = new Registry()

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last byte of its answer, by route pattern',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
})

new Gauge({
  name: 'house_state',
  help: '1 for the state the product is in',
  labelNames: ['state'] as const,
  registers: [metrics],
  collect() {
    for (const state of ['starting', 'ready', 'broken', 'draining'])
      this.set({ state }, lifecycle.state() === state ? 1 : 0)
  },
})

new Gauge({
  name: 'database_connections',
  help: 'Connections of the pool by what they do, and queries that wait for one',
  labelNames: ['state'] as const,
  registers: [metrics],
  collect() {
    this.reset()
    try {
      const pool = thePool()
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    } catch {
      // Not connected yet: nothing to report.
    }
  },
})

/**
 * Registers numbers from one query, made at each request of /metrics, so that every process reports the same. `says` names its
 * columns, and what each means; one that is null is left out.
 */
export function askedGauge(name: string, says: Record<string, string>, question: string): void {
  new Gauge({
    name,
    help: Object.entries(says)
      .map(([what, words]) => `${what}: ${words}`)
      .join('; '),
    labelNames: ['what'] as const,
    registers: [productMetrics],
    async collect() {
      this.reset()
      try {
        const { rows } = await thePool().query<Record<string, number | null>>(question)
        for (const [what, value] of Object.entries(rows[0]!)) if (value !== null) this.set({ what }, value)
      } catch {
        // Without the database there is nothing to report; house_state reports that it is away.
      }
    },
  })
}

/** Metrics tell a lot about a product: only requests with the token may read them, or, without one, programs on this machine. */
export function mayReadMetrics(
  incoming: IncomingMessage,
  { METRICS_TOKEN, isPublic }: Pick<Settings, 'METRICS_TOKEN' | 'isPublic'>,
): boolean {
  if (METRICS_TOKEN) return sameText(incoming.headers.authorization ?? '', `Bearer ${METRICS_TOKEN}`)
  const fromHere = /^(::1|(::ffff:)?127\.)/.test(incoming.socket.remoteAddress ?? '')
  const throughProxy = 'x-forwarded-for' in incoming.headers || 'forwarded' in incoming.headers
  return fromHere && !throughProxy && !isPublic
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const jobs = `
  select task_identifier as name,
    case when attempts >= max_attempts and locked_at is null then 'failed' when locked_at is not null then 'running'
      when attempts > 0 then 'retrying' else 'waiting' end as state,
    count(*)::int as count
  from graphile_worker.jobs group by 1, 2
  union all select spec ->> 'name', 'on its way', count(*)::int from job_outbox group by 1`

type Row = { name: string; state: string; count: number }

// Read from the database at each request of /metrics, so that every process reports the same.
new Gauge({
  name: 'jobs',
  help: 'Jobs of the queue by name and state; failed ones are in the graveyard and need somebody to look',
  labelNames: ['name', 'state'] as const,
  registers: [productMetrics],
  async collect() {
    this.reset()
    this.set({ name: 'all', state: 'failed' }, 0)
    try {
      const { rows } = await thePool().query<Row>(jobs)
      for (const { name, state, count } of rows) this.set({ name, state }, count)
      const failed = rows.filter(({ state }) => state === 'failed')
      this.set(
        { name: 'all', state: 'failed' },
        failed.reduce((sum, { count }) => sum + count, 0),
      )
    } catch {
      // Without the database there is nothing to report; house_state reports that it is away.
    }
  },
})

/** Returns all metrics, in Prometheus's format: those of all processes at one scrape. */
export const processFigures = async (): Promise<string> =>
  (await (thePost() ? allFigures() : metrics.metrics())) + (await productMetrics.metrics())

// Tells V8 when to collect garbage. V8 collects when its own heap grows. Memory outside of it, and garbage of the start, it
// leaves alone as long as there is memory: so it is told to collect where that is worth its time.

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Collects once, and keeps the room for later use. */
export const collect = (): void => gc()

/** In milliseconds. No request for so long: a moment in which nobody has to wait for it. */
const quiet = 1500
/** V8 collects again when its heap has grown by so many per cent. By itself it waits for up to 300. */
const growth = 90

/**
 * Tidies up in the first quiet moment after the app has opened: stores V8's compiled code for the next start, then gives the
 * system the memory that only the start needed, a third of all. Nothing is answered meanwhile, for up to half a second. From
 * the start the heap stays closer to its use: a page's data lives a little longer than V8 expects, and with sixteen visitors
 * at once most of the heap was garbage.
 */
export function settleDown(visitors: EventEmitter): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  let cameSince = false
  const came = () => {
    cameSince = true
  }
  visitors.on('request', came)
  settle = () => {
    settle = undefined
    clearInterval(looks)
    visitors.off('request', came)
    module.flushCompileCache()
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  const looks = setInterval(() => {
    if (!cameSince) settle?.()
    cameSince = false
  }, quiet).unref()
}

let settle: (() => void) | undefined

/** Does it at once if not done yet: the coming work needs the memory, and takes longer than this. */
export const settleNow = (): void => settle?.()
