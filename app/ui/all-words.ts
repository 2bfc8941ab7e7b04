import { matchRoutes, type RouteObject } from 'react-router'
import { saysVisitorsWords } from '#app/kit/visitors-pages.ts'
import { untilThere } from './until-there.ts'

// A page for visitors comes with the words that visitors' pages say. A person who goes on from it, as after signing in, gets
// the rest before the next page is shown.

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

let fetchRest: (() => Promise<void>) | undefined
let rest: Promise<void> | undefined

/** `fetch` puts the rest of the words beside those that are there. */
export function restOfWords(fetch: () => Promise<void>) {
  fetchRest = fetch
}

/** Stands at the root, around everything the router asks of the server: both are asked for at once. */
export async function withAllWords(
  { request: { url } }: { request: Request },
  next: () => Promise<Results>,
  isOfVisitors = leadsToVisitorsPage,
): Promise<Results> {
  if (!fetchRest || isOfVisitors(url)) return next()
  rest ??= untilThere(fetchRest, () => location.assign(url))
  const results = await next()
  // Where the page itself could not be fetched, what is shown in its place has its words.
  if (Object.values(results).some(({ type }) => type === 'data')) await rest
  return results
}

type Router = { __reactRouterDataRouter: { routes: RouteObject[] } }

function leadsToVisitorsPage(url: string): boolean {
  const { routes } = (window as unknown as Router).__reactRouterDataRouter
  return matchRoutes(routes, new URL(url).pathname)?.every(({ route }) => saysVisitorsWords(route.id!)) ?? true
}
