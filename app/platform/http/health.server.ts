import type { IncomingMessage } from 'node:http'
import type { House, HouseState } from '#app/platform/house.server.ts'
import { mayReadMetrics, metrics } from '#app/platform/metrics.server.ts'
import { figures } from '#app/platform/processes/figures.server.ts'
import type { Settings } from '#app/platform/settings.server.ts'

// Three addresses for those who run the product. They are answered before the router, and whatever state the house is in.

/** The answer for /healthz, /readyz and /metrics; undefined for any other path. */
export async function healthAnswer(
  incoming: IncomingMessage,
  path: string,
  { house, settings }: { house: House; settings: Settings },
): Promise<Response | undefined> {
  // The process lives and answers: nothing else is asked here, so that a lost database restarts nobody.
  if (path === '/healthz') return words(200, 'alive')
  if (path === '/readyz') {
    if (!(await house.check())) return words(503, notReady(house.state()))
    return (await house.canWrite()) ? words(200, 'ready') : words(503, 'nothing can be written')
  }
  if (path !== '/metrics') return undefined
  if (!mayReadMetrics(incoming, settings)) {
    const [status, how] = settings.METRICS_TOKEN ? [401, { 'www-authenticate': 'Bearer' }] : [403, {}]
    return words(status, 'Set METRICS_TOKEN and show it: Authorization: Bearer <token>', how)
  }
  return new Response(await figures(), { headers: { 'content-type': metrics.contentType } })
}

/** One of several that serves already waits for the others. */
const notReady = (state: HouseState) => (state === 'ready' ? 'starting' : state)

const words = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
