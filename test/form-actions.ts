import type { RouterContextProvider } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from './asking.ts'

type Action = (args: Args) => Promise<unknown>
/** A field is text or a file, or several under one name. */
export type Fields = Record<string, Value | Value[]>
type Value = string | File
type From = {
  params?: Record<string, string>
  cookie?: string
  address?: string
  byScript?: boolean
  /** What guards and layouts would have put there. */
  set?: (context: RouterContextProvider) => void
}

/** The form action or the loader that answers at this address, of a file with several. */
export const actionAt =
  <Given extends Args, Answered>(action: (args: Given & { pattern: string }) => Answered, pattern: string) =>
  (args: Given) =>
    action({ ...args, pattern })

/** Sends a form to a form action, each time from another network address, and tells how it answered. */
export async function sendTo(action: Action, fields: Fields, from: From = {}) {
  const { params = {}, cookie, address, byScript = true, set } = from
  const { request, context } = asking({
    method: 'POST',
    ...(cookie ? { cookie } : {}),
    ...(address ? { address } : {}),
  })
  const asked = { ...context.get(askedContext), byScript }
  context.set(askedContext, asked)
  set?.(context)
  const body = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value)
  const headers = { origin: asked.origin, 'user-agent': 'Firefox/150', ...(cookie ? { cookie } : {}) }
  const sent = new Request(request.url, { method: 'POST', body, headers })
  const answer = await action({ request: sent, context, params }).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers, answer: undefined }
  const { data, init } = answer as { data?: Answer; init?: ResponseInit | null }
  if (!data) throw answer
  return { status: init?.status ?? 200, headers: new Headers(init?.headers ?? {}), answer: data }
}

type Asked = { path?: string; params?: Record<string, string>; set?: (context: RouterContextProvider) => void }

/** Asks a loader and tells its status, what it gave, and where it leads on. */
// biome-ignore lint/suspicious/noExplicitAny: each route has a type of its own for what its loader is given
export async function ask(loader: (args: any) => unknown, { path = '/', params = {}, set }: Asked = {}) {
  const { request, url, context } = asking({ path })
  set?.(context)
  const answer = await (async () => loader({ request, url, context, params }))().catch((thrown: unknown) => thrown)
  if (answer instanceof Error) throw answer
  if (answer instanceof Response)
    return { status: answer.status, data: await answer.text(), to: answer.headers.get('location') }
  const { type, data, init } = answer as { type?: string; data?: unknown; init?: ResponseInit | null }
  return type === 'DataWithResponseInit'
    ? { status: init?.status ?? 200, data, to: null }
    : { status: 200, data: answer, to: null }
}
