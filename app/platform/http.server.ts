import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { askedContext } from './request.server.ts'

/** The HTTP server: makes a Request of what comes in, lets the router answer, sends the Response. */
export function openHttp(build: () => Promise<ServerBuild>, mode: string) {
  return http.createServer(async (incoming, outgoing) => {
    const handle = createRequestHandler(await build(), mode)
    const origin = `http://${incoming.headers.host}`
    const url = new URL(incoming.url ?? '/', origin)
    const context = new RouterContextProvider()
    context.set(askedContext, {
      id: randomUUID(),
      nonce: randomBytes(16).toString('base64url'),
      address: incoming.socket.remoteAddress ?? '',
      origin,
      byScript: url.pathname.endsWith('.data'),
    })
    const body =
      incoming.method === 'GET' || incoming.method === 'HEAD' ? undefined : (Readable.toWeb(incoming) as ReadableStream)
    const request = new Request(url, {
      method: incoming.method!,
      headers: incoming.headers as Record<string, string>,
      ...(body ? { body, duplex: 'half' } : {}),
    })
    const response = await handle(request, context)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing)
    else outgoing.end()
  })
}
