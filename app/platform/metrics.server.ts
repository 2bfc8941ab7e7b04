import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { thePool } from './db.server.ts'
import { lifecycle } from './lifecycle.server.ts'
import type { Settings } from './settings.server.ts'

/** All metrics. Each module registers its own here. */
export const metrics = new Registry()
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
  help: '1 for the state the house is in',
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
