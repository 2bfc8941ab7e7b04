import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writtenStraight } from '#app/platform/live/stream.server.ts'
import { isWorthIt, smaller, varies } from './compress.server.ts'

/** Sends a web Response. Compressible answers go out whole; streams go out as they come. */
export async function send(answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { headers, status } = answer
  try {
    if (outgoing.destroyed) return await answer.body?.cancel()
    if (!answer.body || incoming.method === 'HEAD') {
      await answer.body?.cancel()
      if (isWorthIt(headers)) varies(headers)
      start(outgoing, status, headers)
      outgoing.end()
    } else if (isStream(headers)) await stream(answer.body, status, headers, outgoing)
    else {
      const accepts = incoming.headers['accept-encoding'] as string | undefined
      const bytes = await smaller(Buffer.from(await answer.arrayBuffer()), headers, accepts)
      headers.set('content-length', String(bytes.length))
      start(outgoing, status, headers)
      // If the connection closed while the visitor still sends, they would see a broken connection instead of the answer.
      outgoing.write(bytes)
      await dropped(incoming)
      outgoing.end()
    }
  } catch {
    // The visitor left, or the body failed half-way: the connection ends, so that nobody takes half for the whole.
    outgoing.destroy()
  }
  letGo(incoming)
}

/** The largest body that is sent in one piece. */
const small = 1024 * 1024

/** True for events, and for routes that ask for unbuffered sending by the header that proxies understand too. */
const isStream = (headers: Headers) =>
  headers.get('content-type')?.startsWith('text/event-stream') ||
  headers.get('x-accel-buffering') === 'no' ||
  (!isWorthIt(headers) && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) > small)

async function stream(body: ReadableStream, status: number, headers: Headers, outgoing: ServerResponse) {
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    outgoing.setTimeout(0)
    headers.set('x-accel-buffering', 'no')
  }
  start(outgoing, status, headers)
  outgoing.flushHeaders()
  if (writtenStraight(body, outgoing)) return
  await pipeline(Readable.fromWeb(body as never), outgoing)
}

function start(outgoing: ServerResponse, status: number, headers: Headers) {
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.writeHead(status)
}

const patience = 2000

/** Reads and drops the rest of an unread body until its end, or for a moment. */
function dropped(incoming: IncomingMessage): Promise<void> | undefined {
  if (incoming.complete || incoming.destroyed) return undefined
  incoming.resume()
  return new Promise((resolve) => {
    const late = setTimeout(resolve, patience)
    const over = () => {
      clearTimeout(late)
      resolve()
    }
    incoming.once('end', over).once('close', over)
  })
}

/** Drops the rest of a body in the background, without making the answer wait. */
function letGo(incoming: IncomingMessage) {
  if (incoming.complete || incoming.destroyed) return
  incoming.resume()
  const { socket } = incoming
  setTimeout(() => incoming.complete || socket.destroy(), patience).unref()
}
