import type { RouterContextProvider } from 'react-router'

// Handlers that answer before the router.

/** By method and path: 'POST /webhooks/paystack'. The last segment may be a parameter: 'POST /hooks/m/:token'. */
export type Earlies = Record<string, Early>
/** Answers by itself, or leaves the request to the router. */
type Early = (body: Buffer<ArrayBuffer>, headers: Headers, asked: EarlyAsked) => Promise<Response> | undefined
/** `last`: the raw value of the parameter. */
export type EarlyAsked = { url: URL; context: RouterContextProvider; last: string }

/** Finds the handler of a path. The parameter may be a secret: the log gets the pattern. */
export function foundEarly(earlies: Earlies, method: string | undefined, path: string) {
  const exact = earlies[`${method} ${path}`]
  if (exact) return { early: exact, route: path, last: '' }
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const ofFolder = Object.entries(earlies).find(([pattern]) => pattern.startsWith(`${method} ${folder}:`))
  return ofFolder && { early: ofFolder[1], route: ofFolder[0].split(' ')[1]!, last: path.slice(folder.length) }
}
