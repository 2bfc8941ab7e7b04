import { pathAsRouted } from '#app/platform/http/path-as-routed.server.ts'

// What programs call that are not ours: everything below /api. Any page on the web may ask there, but never in the name
// of a visitor who is signed in here: without allow-credentials browsers keep our cookies to themselves.

export const isForPrograms = (path: string): boolean => path.startsWith('/api/')

/** What is done in the name of the person who is signed in: our own pages and programs may ask for it, a page elsewhere may not. */
const forOwnPages = /^\/api\/create-subscription\/?$/

export const isOpenToPages = (path: string): boolean => isForPrograms(path) && !forOwnPages.test(pathAsRouted(path))

/** What programs read; all others below /api they post to. */
export const isToRead = (path: string): boolean => /^\/api\/fund-drives\//.test(path)

/** What a browser asks before it lets a page elsewhere send us JSON. */
export const preflightAnswer = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, idempotency-key',
      'access-control-max-age': '86400',
    },
  })

/** A person who refused, programs read it as JSON: { error }. Opened to pages elsewhere where these may ask. */
export async function answerForPrograms(answer: Response, path: string): Promise<Response> {
  const open = answer.status < 400 || isJson(answer) ? answer : await inJson(answer)
  if (!isOpenToPages(path)) return open
  open.headers.set('access-control-allow-origin', '*')
  open.headers.set('access-control-expose-headers', 'retry-after, x-request-id')
  return open
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') ?? false

async function inJson(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const isText = headers.get('content-type')?.startsWith('text/plain')
  const text = isText ? await answer.text() : void (await answer.body?.cancel())
  const kept = ['allow', 'retry-after'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))
  const error = text || (status < 500 ? 'There is nothing to be done at this address.' : 'This could not be done.')
  return Response.json({ error }, { status, headers: Object.fromEntries(kept) })
}
