import type { Failure } from '#app/platform/provider.ts'
import { note } from '#app/platform/provider-calls.server.ts'
import { type Fetch, overHttp } from '#app/platform/provider-http.server.ts'
import { paystackUnreadable } from './says.ts'

// Files are not sent to Paystack itself but put where it says, at a store that knows no key of ours.

export type PutFile = (url: string, file: { type: string; body: string }) => Promise<{ is: 'put' } | Failure>

/** Where the built-in sandbox stands; the person who is asked below that path moves no real money. */
export const isSandbox = (baseUrl: string): boolean => /\/sandbox\/paystack\/?$/.test(new URL(baseUrl).pathname)

const within = 10_000
const mostTries = 2

/** Puts a file there; the same file twice does no harm. It says nothing of Paystack's health, so the breaker is not asked. */
export const uploader =
  ({ baseUrl, fetch = overHttp }: { baseUrl: string; fetch?: Fetch | undefined }): PutFile =>
  async (told, file) => {
    const url = fitting(told, baseUrl)
    if (!url) return paystackUnreadable('where to put a file')
    const signal = AbortSignal.timeout(within)
    for (let tries = 1; ; tries++) {
      const began = performance.now()
      const done = await once(url, file, { fetch, signal })
      note({ provider: 'paystack', name: 'upload', method: 'PUT' }, began, done ?? { is: 'data' })
      if (!done) return { is: 'put' }
      if (done.class !== 'retry' || tries >= mostTries || signal.aborted) return done
    }
  }

/**
 * The address as we go there, without any key: at the real provider a name of the public network over TLS, wherever it
 * keeps its files; at the sandbox a place of its own, reached as the sandbox itself is. Nowhere else.
 */
function fitting(told: string, baseUrl: string): string | undefined {
  if (!URL.canParse(told)) return undefined
  const [to, base] = [new URL(told), new URL(baseUrl)]
  if (isSandbox(baseUrl)) {
    const isTheirs = to.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/uploads/`)
    return isTheirs ? `${base.origin}${to.pathname}${to.search}` : undefined
  }
  const isNamed = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(to.hostname) && !/\.(?:local|internal)$/.test(to.hostname)
  const isPublic = to.protocol === 'https:' && to.port === '' && !to.username && !to.password && isNamed
  return isPublic || to.origin === base.origin ? to.href : undefined
}

type With = { fetch: Fetch; signal: AbortSignal }

/** Undefined when it is there. Nobody is followed who leads elsewhere. */
async function once(
  url: string,
  { type, body }: { type: string; body: string },
  { fetch, signal }: With,
): Promise<Failure | undefined> {
  try {
    const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body, signal })
    await answer.body?.cancel()
    if (answer.ok) return undefined
    const { status } = answer
    const kind = status === 429 || status === 408 || status >= 500 ? 'retry' : 'rejected'
    return { is: 'failure', class: kind, status, code: 'not_put', message: `HTTP ${status}` }
  } catch (error) {
    const message = ((error as Error).message || (error as Error).name).slice(0, 200)
    return { is: 'failure', class: 'retry', code: 'no_answer', message }
  }
}
