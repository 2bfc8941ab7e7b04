import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import type { Settings } from '#app/platform/settings/settings.server.ts'

// A cache that several machines share, in front of them: Varnish or a CDN. Only pages that are made for nobody may be in it, and
// only for requests of which that cache has said the language.

/** The cache's word about a page's language. It deletes what a visitor sends under this name. */
const languageHeader = 'x-harambee-language'

/** Returns the language that the shared cache asks for; undefined for a request that none has passed on. */
export function edgeLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const said = headers[languageHeader]
  return isLanguage(said) ? said : undefined
}

/** In seconds. A page that nobody purged is not older than the first two together. */
const lasts = { fresh: 5, whileMadeAgain: 10, whileBroken: 300 }

/** Every kept page has this key. */
export const everyPage = 'page'
/** The key of all pages that show what a topic tells of. */
export const edgeKey = (topic: string): string => topic.replace(':', '-')

/** The cache's name in the settings. */
type Mode = Settings['EDGE_CACHE']

/**
 * The mark of a visitor who was told that no views are left, in seconds: the shared cache passes their reload on, as it may not know
 * yet that the page is shut, and would send the same page again and again.
 */
export const gateCookie = `gate=1; Path=/; Max-Age=${lasts.fresh + lasts.whileMadeAgain + 5}; HttpOnly; SameSite=Lax`

/**
 * Adds what the shared cache has to know of a page that is made for nobody. Browsers keep it no longer than without that cache; in
 * the mode for caches that know `Cache-Control` alone nothing is said of pages that are made again meanwhile, as browsers would
 * follow it, too, and not show a visitor their own comment.
 */
export function forEdge(headers: Headers, mode: Mode, { status, topics }: { status: number; topics: string[] }): void {
  if (status === 403) headers.set('x-harambee-gate', '1')
  if (status !== 200) {
    notForEdge(headers, mode, status)
    return
  }
  const { fresh, whileMadeAgain, whileBroken } = lasts
  if (mode === 'cache-control')
    headers.set('cache-control', `public, max-age=0, s-maxage=${fresh}, stale-if-error=${whileBroken}`)
  else {
    const again = `stale-while-revalidate=${whileMadeAgain}, stale-if-error=${whileBroken}`
    headers.set('cdn-cache-control', `public, max-age=${fresh}, ${again}`)
  }
  keysForEdge(headers, topics, [everyPage])
  headers.append('vary', 'X-Harambee-Language')
}

/** Adds the keys by which the shared cache is told that an answer is not true any more. */
export function keysForEdge(headers: Headers, topics: string[], more: string[] = []): void {
  const keys = [...new Set(topics.map(edgeKey)), ...more]
  headers.set('surrogate-key', keys.join(' '))
  headers.set('xkey', keys.join(' '))
  headers.set('cache-tag', keys.join(','))
}

/** Keeps an answer of one visitor, one moment or one fault out of the shared cache. Public files may be kept. */
export function notForEdge(headers: Headers, mode: Mode, status: number): void {
  if (mode === 'off') return
  const isFault = status === 403 || status >= 500
  const isPublic = /^(public|max-age)/.test(headers.get('cache-control') ?? '') && !headers.has('set-cookie')
  if (isPublic && status < 400) return
  headers.set('cdn-cache-control', 'no-store')
  // A browser that may store nothing loses a refused form on Back; `private` keeps its page out of shared caches as well.
  if (isFault || !/private|no-store/.test(headers.get('cache-control') ?? '')) headers.set('cache-control', 'no-store')
}
