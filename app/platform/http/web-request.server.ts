import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestInfo } from '#app/platform/request.server.ts'
import type { Body } from './body.server.ts'

// Node's requests, made into web requests.

/** Returns a signal that aborts when the visitor leaves before the answer was sent. */
export function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || gone.abort())
  return gone.signal
}

/** Makes a web Request, which is aborted when the visitor leaves. */
export function requestOf(incoming: IncomingMessage, url: URL, { gone }: RequestInfo, body?: Body): Request {
  const sent = body ? { body, duplex: 'half' as const } : {}
  const signal = gone ? { signal: gone } : {}
  return new Request(url, { method: incoming.method!, headers: headersOf(incoming), ...signal, ...sent })
}

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return headers
}
