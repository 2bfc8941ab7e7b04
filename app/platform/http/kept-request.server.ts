import type { IncomingMessage } from 'node:http'
import { db } from '#app/platform/db.server.ts'
import { keptFormOf, mayHaveKept, typedIn } from '#app/platform/kept-forms.server.ts'
import type { Asked } from '#app/platform/request.server.ts'
import { headersOf } from './web-request.server.ts'

/**
 * The page of a form that waits for its person, as the form itself would be sent; undefined for any other page. The deed sees that
 * nobody pressed a button (`asked.kept`): it does nothing, and its page shows what was typed, as after a refusal.
 */
export async function keptRequest(incoming: IncomingMessage, url: URL, asked: Asked): Promise<Request | undefined> {
  const headers = headersOf(incoming)
  if (incoming.method !== 'GET' || asked.byScript || !mayHaveKept(headers)) return undefined
  const kept = await keptFormOf(db, headers).catch(() => undefined)
  if (kept?.action !== url.pathname + url.search) return undefined
  const body = await typedIn(db, kept)
  if (body === undefined) return undefined
  asked.kept = kept
  headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  headers.set('origin', asked.origin)
  headers.set('referer', asked.origin + kept.page)
  headers.delete('content-length')
  return new Request(url, { method: 'POST', headers, body, ...(asked.gone ? { signal: asked.gone } : {}) })
}
