import { Counter, Gauge } from 'prom-client'
import { metrics } from '#app/platform/processes/metrics.server.ts'

// The metrics of answers from memory. A module of its own: metrics are registered once, also in development, where
// modules that import changed files are loaded again.

export type PageFigures = {
  /** The number of answers sent since the start. */
  given: () => Record<'page' | 'picture' | 'file', number>
  /** The memory that they take. */
  bytes: () => Record<string, number>
}

/** The figures of each keeper of this process. */
export const pageFigures = new Set<PageFigures>()

const sums = (of: (one: PageFigures) => Record<string, number>) =>
  [...pageFigures].flatMap((one) => Object.entries(of(one)))

new Counter({
  name: 'kept_answers_total',
  help: 'Answers that were given out from memory, before the router',
  labelNames: ['what'] as const,
  registers: [metrics],
  collect() {
    this.reset()
    for (const [what, count] of sums(({ given }) => given())) this.inc({ what }, count)
  },
})
new Gauge({
  name: 'kept_answers_bytes',
  help: 'How much memory the answers take that are kept',
  labelNames: ['what'] as const,
  registers: [metrics],
  collect() {
    this.reset()
    for (const [what, bytes] of sums(({ bytes }) => bytes())) this.inc({ what }, bytes)
  },
})
