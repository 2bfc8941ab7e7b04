import { alsoHear } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { whenChosen } from '#app/platform/settings/choices.server.ts'
import type { EdgePurge } from '#app/platform/settings/edge-settings.server.ts'
import type { Settings } from '#app/platform/settings/settings.server.ts'
import { edgeKey, everyPage } from './edge.server.ts'

// Tells shared caches in front which pages have changed. A cache that could not be told has pages that are 15 seconds old at most, so
// nothing is tried twice.

type Told = { heard: number; purged: number }
type Sends = (key: string) => Promise<unknown>

/** In milliseconds. */
const usual = {
  /** A process that answers visitors may show the page before a change for so long after it was told. */
  settles: 150,
  /** The shortest time between two purges of one drive. */
  every: 250,
}

/** Gets the topics that were told, wherever they come from, and purges the pages that show them. */
export class Purger {
  private readonly waiting = new Map<string, Told>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly send: Sends
  private readonly times: typeof usual

  constructor(send: Sends, times: Partial<typeof usual> = {}) {
    this.send = send
    this.times = { ...usual, ...times }
  }

  /** Hears that something changed. A shared cache keeps pages of drives, and pictures, which may be hidden. */
  said(topic: string): void {
    if (/^(?:drive|file):/.test(topic)) this.purge(edgeKey(topic))
  }

  /** Purges every page: topics may have been missed, or operators chose something. */
  all(): void {
    this.purge(everyPage)
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
  }

  private purge(key: string) {
    const now = performance.now()
    const known = this.waiting.get(key)
    if (known) {
      known.heard = now
      return
    }
    const told = { heard: now, purged: 0 }
    this.waiting.set(key, told)
    this.later(this.times.settles, () => this.now(key, told))
  }

  private now(key: string, told: Told) {
    told.purged = performance.now()
    void this.send(key)
    this.later(this.times.every, () => {
      // The cache may have fetched a page that was made before this change.
      if (told.heard > told.purged - this.times.settles) this.now(key, told)
      else this.waiting.delete(key)
    })
  }

  private later(ms: number, act: () => void) {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      act()
    }, ms)
    this.timers.add(timer.unref())
  }
}

const json = { 'content-type': 'application/json' }

/** The request by which each kind of cache is told. */
const requests: Record<EdgePurge['kind'], (key: string, token: string) => RequestInit> = {
  varnish: (key, token) => ({ method: 'PURGE', headers: { xkey: key, authorization: `Bearer ${token}` } }),
  fastly: (key, token) => ({ method: 'POST', headers: { 'surrogate-key': key, 'fastly-key': token } }),
  cloudflare: (key, token) => ({
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ tags: [key] }),
  }),
  bunny: (key, token) => ({
    method: 'POST',
    headers: { ...json, accesskey: token },
    body: JSON.stringify({ CacheTag: key }),
  }),
}

/** Tells one cache. Never throws. */
async function tellCache({ kind, url }: EdgePurge, key: string, token: string): Promise<void> {
  const asked = { ...requests[kind](key, token), redirect: 'error', signal: AbortSignal.timeout(3000) } as const
  try {
    const answer = await fetch(url, asked)
    await answer.body?.cancel()
    if (!answer.ok) log.warn({ cache: new URL(url).host, status: answer.status }, 'a shared cache refused a purge')
  } catch (error) {
    log.warn({ cache: new URL(url).host, err: error }, 'a shared cache could not be told')
  }
}

/**
 * Begins to tell the caches of the settings, if there are any. `isOurs`: false while another worker tells them. The one that takes over
 * begins with a reset, which purges all pages.
 */
export function openPurge(
  { EDGE_PURGE_URLS: caches, EDGE_PURGE_TOKEN: token }: Pick<Settings, 'EDGE_PURGE_URLS' | 'EDGE_PURGE_TOKEN'>,
  isOurs = () => true,
) {
  if (!caches || !token) return undefined
  const purger = new Purger(async (key) => isOurs() && Promise.all(caches.map((one) => tellCache(one, key, token))))
  const line = alsoHear({ said: (topic) => purger.said(topic), connected: () => purger.all() })
  whenChosen(() => purger.all())
  return {
    async stop() {
      purger.stop()
      await line.close()
    },
  }
}
