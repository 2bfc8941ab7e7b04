import { Counter, Gauge } from 'prom-client'
import { whoAsks } from '#app/platform/http/address.server.ts'
import { answerOf, type Conditions } from '#app/platform/http/answer.server.ts'
import { headersOf } from '#app/platform/http/web-request.server.ts'
import { alsoHear } from '#app/platform/live/live.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import { looksLikeVisitor, nextVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import { type Keeping, KeptPages } from './kept-pages.server.ts'
import { madeForAll } from './made-for-all.server.ts'

const keepers = new Set<KeptPages>()
new Counter({
  name: 'kept_pages_total',
  help: 'Pages that were given out from memory',
  registers: [metrics],
  collect() {
    this.reset()
    this.inc([...keepers].reduce((sum, { given }) => sum + given, 0))
  },
})
new Gauge({
  name: 'kept_pages_bytes',
  help: 'How much memory the pages take that are kept',
  registers: [metrics],
  collect() {
    this.set([...keepers].reduce((sum, { bytes }) => sum + bytes, 0))
  },
})

/** Keeps the pages of the product that are the same for everybody. It hears of changes once it has made the first. */
export function openKeeper(conditions: Conditions, which: Pick<Keeping, 'addressOf' | 'isPersonal'>): KeptPages {
  const { house, settings } = conditions
  const isOpen = () => house.state() === 'ready' && settings.answers
  let hears = false
  const kept = new KeptPages({
    ...which,
    isOpen,
    make(asking) {
      if (!hears) {
        hears = true
        const line = alsoHear({ said: (topic) => kept.said(topic), connected: () => kept.forget() })
        house.onDrain(() => line.close())
      }
      return madeForAll(asking, conditions)
    },
    originOf: (incoming) => whoAsks(incoming, settings)?.origin,
    newCookie: nextVisitorCookie,
    hasCookie: looksLikeVisitor,
    visitorOf: (incoming) => visitorKey({ headers: headersOf(incoming) }, whoAsks(incoming, settings)?.address ?? ''),
    otherwise: (incoming, outgoing) => void answerOf(incoming, outgoing, conditions),
  })
  keepers.add(kept)
  return kept
}
