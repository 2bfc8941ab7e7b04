import { isRouteErrorResponse } from 'react-router'
import { isLeaving } from './old-page.ts'
import { theRouter } from './router.ts'

// Broken connections. The router would replace the page by its error page, and typed text would be lost. Instead a form learns that
// nobody answered; a page that was only reloading stays as it is.

/** The error of a page that could not be fetched. */
export type BrokenLine = { brokenLine: true }

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>
type Here = {
  url: string
  loaded: Record<string, unknown>
  /** True while the router is going to another page. */
  leaves: boolean
}

/** Returns the router's page: while a dialog is open, the browser shows the address of the dialog. */
function here(): Here {
  const { state } = theRouter()!.router
  const [page, next] = [state.location, state.navigation.location].map((at) => at && at.pathname + at.search)
  return { url: location.origin + page, loaded: state.loaderData, leaves: !!next && next !== page }
}

/** Wraps all of the router's requests at the root. */
export async function keepPage(
  { request }: { request: Request },
  next: () => Promise<Results>,
  page = here,
): Promise<Results> {
  if (isLeaving) return new Promise(() => {})
  const results = await next()
  const { url, loaded, leaves } = page()
  const again = request.url === url.replace(/#.*/, '')
  // A fetcher's form leads to another page, but the router still reloads this one, and would replace the new page's address by this
  // one's.
  if (again && leaves && request.method === 'GET') return new Promise(() => {})
  for (const [id, one] of Object.entries(results)) {
    if (one.type === 'data' || !isBroken(one.result)) continue
    if (request.method !== 'GET') results[id] = { type: 'data', result: { ok: false, unsent: true } }
    else if (again) results[id] = { type: 'data', result: loaded[id] }
    else if (!isRouteErrorResponse(one.result)) one.result = { brokenLine: true } satisfies BrokenLine
  }
  return results
}

/** Each browser has its own words for a request, or an answer, that was cut off. */
const cutOff = /fetch|network|load failed|input stream/i

/** Checks for no answer, an error of a proxy in the server's place, or a server that is not ready. */
function isBroken(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status > 501 && error.status < 505
  const { data = error } = error as { data?: unknown }
  const { cause = data } = data as { cause?: unknown }
  return cause instanceof TypeError && cutOff.test(cause.message)
}
