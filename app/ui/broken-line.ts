import { isRouteErrorResponse } from 'react-router'

// What becomes of a page whose line to the server breaks. The router would put its error page in the place of the
// page, and whatever was typed there would be lost. A form learns instead that nobody answered; a page that was only
// to be loaded again stays as it is.

/** What is thrown for a page that could not be fetched. */
export type BrokenLine = { brokenLine: true }

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>
type Here = {
  url: string
  loaded: Record<string, unknown>
  /** The router is on its way to another page. */
  leaves: boolean
}
type Place = { pathname: string; search: string }
type Router = { state: { location: Place; loaderData: Here['loaded']; navigation: { location?: Place } } }

/** The router's page: while a dialog is open, the browser shows the address of the dialog. */
function here(): Here {
  const { state } = (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter
  const [page, next] = [state.location, state.navigation.location].map((at) => at && at.pathname + at.search)
  return { url: location.origin + page, loaded: state.loaderData, leaves: !!next && next !== page }
}

/** Stands at the root, around everything the router asks of the server. */
export async function keepPage(
  { request }: { request: Request },
  next: () => Promise<Results>,
  page = here,
): Promise<Results> {
  const results = await next()
  const { url, loaded, leaves } = page()
  const again = request.url === url.replace(/#.*/, '')
  // A form that was sent aside leads to another page, but the router lets this one go on being loaded again, and would put its
  // address in the place of the other's.
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

/** Nobody answered, or a person between us in the server's place, or the server only said that it is not ready. */
function isBroken(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status > 501 && error.status < 505
  const { data = error } = error as { data?: unknown }
  const { cause = data } = data as { cause?: unknown }
  return cause instanceof TypeError && cutOff.test(cause.message)
}
