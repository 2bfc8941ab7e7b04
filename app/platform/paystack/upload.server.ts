import type { Failure } from '#app/platform/providers/provider.ts'
import { type Fetch, note, overHttp } from '#app/platform/providers/provider-calls.server.ts'
import { paystackUnreadable } from './answers.ts'

// Uploads. Files are not sent to Paystack itself but put at the address that it gives, at a store that must not get our key.

export type PutFile = (url: string, file: { type: string; body: string }) => Promise<{ is: 'put' } | Failure>

/** True for the built-in sandbox, by its path; requests below that path move no real money. */
export const isSandbox = (baseUrl: string): boolean => /\/sandbox\/paystack\/?$/.test(new URL(baseUrl).pathname)

const within = 10_000
const mostTries = 2

/** Puts a file there; a repeat does no harm. Says nothing about Paystack's health, so the breaker is not used. */
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
 * Returns the address that we may use, without any key: for the real provider a public name over TLS, at any host; for
 * the sandbox a path of its own, at the sandbox's own origin. Nothing else.
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

/** Uploads once; undefined means success. Redirects are not followed. */
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
