import { matchRoutes } from 'react-router'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
import { canReload } from './old-page.ts'
import { theRouter } from './router.ts'
import { untilThere } from './until-there.ts'

// The rest of the words. A visitors' page comes with the words of visitors' pages only. A person who goes on from it, as after
// signing in, gets the rest before the next page is shown.

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

let fetchRest: (() => Promise<void>) | undefined
let rest: Promise<void> | undefined

/** Sets how the rest of the words is loaded: `fetch` adds it to the loaded words. */
export function restOfWords(fetch: () => Promise<void>) {
  fetchRest = fetch
}

/** Wraps all of the router's requests at the root: the words are requested along with the page. */
export async function withAllWords(
  { request: { url } }: { request: Request },
  next: () => Promise<Results>,
  isOfVisitors = leadsToVisitorsPage,
): Promise<Results> {
  if (!fetchRest || isOfVisitors(url)) return next()
  rest ??= fetchRest().catch(() => goTo(url))
  const results = await next()
  // If the page itself could not be fetched, its error page needs no more words.
  if (Object.values(results).some(({ type }) => type === 'data')) await rest
  return results
}

/**
 * Leaves for the page when the server answers again, and never returns. Most browsers remember a module that failed to load: only another
 * page loads it.
 */
async function goTo(url: string): Promise<never> {
  await untilThere(async () => {
    if (!(await canReload())) throw new Error('no answer')
  })
  location.assign(url)
  return new Promise(() => {})
}

const leadsToVisitorsPage = (url: string) =>
  matchRoutes(theRouter()?.router.routes ?? [], new URL(url).pathname)?.every(({ route }) =>
    saysVisitorsWords(route.id!),
  ) ?? true
