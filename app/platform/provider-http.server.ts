import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

// One HTTP exchange with the provider, with bounds: for connecting, for the whole, and for the size of the answer.

type Sent = {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}
/** The part of the platform's `fetch` that is used. Tests may bring another. */
export type Fetch = (url: string, sent: Sent) => Promise<Response>

const mostBytes = 2 * 1024 * 1024
const longestConnect = 3000

/** The provider was never reached, so the request was not carried out. */
export class NotReached extends Error {}

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 32 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 32, minVersion: 'TLSv1.2' }),
}

/** `fetch` over node's own client, which can tell a failed connection from a missing answer. */
export const overHttp: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const to = new URL(url)
    const plain = to.protocol === 'http:'
    const agent = agents[plain ? 'http:' : 'https:']
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = (plain ? http : https).request(to, { method, agent, headers: { ...headers, ...length }, signal })
    let connected = false
    const late = setTimeout(() => asking.destroy(new Error('no connection in time')), longestConnect)
    const reached = () => {
      connected = true
      clearTimeout(late)
    }
    asking.on('socket', (socket) => {
      if (asking.reusedSocket || (!socket.connecting && plain)) reached()
      else socket.once(plain ? 'connect' : 'secureConnect', reached)
    })
    asking.on('error', (error) => {
      clearTimeout(late)
      reject(connected ? error : new NotReached(error.message))
    })
    asking.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      if (status < 200 || status > 599) return void asking.destroy(new Error('no status'))
      const kept = Object.entries(answer.headersDistinct).map(
        ([name, values]) => [name, values!.join(', ')] as [string, string],
      )
      const isEmpty = status === 204 || status === 205 || status === 304
      if (isEmpty) answer.resume()
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
      resolve(new Response(stream, { status, headers: kept }))
    })
    asking.end(body)
  })

/** Reads the whole text of an answer. Throws when it is too large, or does not end in time. */
export async function textOfResponse(answer: Response, signal: AbortSignal): Promise<string> {
  if (!answer.body) return ''
  const reader = answer.body.getReader()
  const end = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) throw new Error('no whole answer in time')
      if (done) return Buffer.concat(chunks, size).toString('utf8')
      size += value.length
      if (size > mostBytes) throw new Error('the answer is too large')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
