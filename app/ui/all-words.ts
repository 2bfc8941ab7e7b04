import { matchRoutes, type RouteObject } from 'react-router'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
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
  rest ??= untilThere(fetchRest, () => location.assign(url))
  const results = await next()
  // If the page itself could not be fetched, its error page needs no more words.
  if (Object.values(results).some(({ type }) => type === 'data')) await rest
  return results
}

type Router = { __reactRouterDataRouter: { routes: RouteObject[] } }

function leadsToVisitorsPage(url: string): boolean {
  const { routes } = (window as unknown as Router).__reactRouterDataRouter
  return matchRoutes(routes, new URL(url).pathname)?.every(({ route }) => saysVisitorsWords(route.id!)) ?? true
}
