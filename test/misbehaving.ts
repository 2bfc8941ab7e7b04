import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

// A server that answers as the test says, well or badly, and remembers what it was asked.

type Asked = { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }
export type Answering = (answer: ServerResponse, asked: Asked) => void

/** For a test file: its address, what it was asked in this test, and how it answers next and from now on. */
export function misbehavingServer(usual = json({ status: true })) {
  const scene = { address: '', asked: [] as Asked[], answers: [] as Answering[], usual }
  beforeEach(() => void Object.assign(scene, { asked: [], answers: [], usual }))
  const server = http.createServer(async (incoming: IncomingMessage, answer) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const asked = { method: incoming.method!, path: incoming.url!, headers: incoming.headers, body }
    scene.asked.push(asked)
    ;(scene.answers.shift() ?? scene.usual)(answer, asked)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    scene.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return scene
}

/** An answer as it should be; text is sent as it is. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answering =>
  (answer) =>
    answer
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export const bad = {
  reset: (answer: ServerResponse) => void answer.destroy(),
  never: () => {},
  truncated: json('{"status":true,"data":{"status":"succ'),
  page: (answer: ServerResponse) =>
    void answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel network</h1>'),
  huge: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{"status":true,"data":"')
    const chunk = 'x'.repeat(1024 * 1024)
    const more = (left: number) => {
      if (left === 0 || answer.destroyed) return void answer.end('"}')
      answer.write(chunk, () => more(left - 1))
    }
    more(50)
  },
  dripping: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    const drops = setInterval(() => answer.write(' '), 50)
    answer.on('close', () => clearInterval(drops))
  },
} satisfies Record<string, Answering>
