import type { Address } from './addresses.server.ts'

// What programs call that are not ours. Any page on the web may ask there, but never in the name of a visitor who is signed
// in here: without allow-credentials browsers keep our cookies to themselves.

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
export async function answerForPrograms(answer: Response, { isOpen }: Address): Promise<Response> {
  const open = answer.status < 400 || isJson(answer) ? answer : await inJson(answer)
  if (!isOpen) return open
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
