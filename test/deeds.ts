import type { RouterContextProvider } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import type { Args } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { asking } from './asking.ts'

type Action = (args: Args) => Promise<unknown>
type From = {
  params?: Record<string, string>
  cookie?: string
  address?: string
  byScript?: boolean
  /** What guards and layouts would have put there. */
  set?: (context: RouterContextProvider) => void
}

/** Sends a form to a deed, each time from another network address, and tells how it answered. */
export async function sendTo(action: Action, fields: Record<string, string>, from: From = {}) {
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
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { origin: asked.origin, 'user-agent': 'Firefox/150', ...(cookie ? { cookie } : {}) }
  const sent = new Request(request.url, { method: 'POST', body, headers })
  const answer = await action({ request: sent, context, params }).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers, answer: undefined }
  const { data, init } = answer as { data?: Answer; init?: ResponseInit | null }
  if (!data) throw answer
  return { status: init?.status ?? 200, headers: new Headers(init?.headers ?? {}), answer: data }
}
