import http from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listening } from '#test/ask.ts'
import { PageHeadBytes } from './copies.server.ts'

// A head that was put together once, beside the one that Node makes of the same parts: the same bytes.

type How = { status: number; pairs: string[]; cookie: string | undefined }
const bodies: Record<number, string | undefined> = { 200: 'a page', 403: 'no', 304: undefined }
let how: How
const byHead = http.createServer((_, outgoing) => {
  new PageHeadBytes(how.status, how.pairs).give(outgoing, how.cookie)
  outgoing.end(bodies[how.status])
})
const byNode = http.createServer((_, outgoing) => {
  const { status, pairs, cookie } = how
  outgoing.writeHead(status, cookie ? [...pairs, 'set-cookie', cookie] : pairs)
  outgoing.end(bodies[status])
})
const [head, node] = [await listening(byHead), await listening(byNode)]
afterAll(() => {
  for (const server of [byHead, byNode]) {
    server.closeAllConnections()
    server.close()
  }
})

const dated = (text: string) => text.replace(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Date: then')
const last = 'GET /last HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n'

test.each([200, 403, 304])('of status %i, with a cookie and without', async (status) => {
  const body = bodies[status]
  const length = body === undefined ? [] : ['content-length', String(body.length)]
  for (const cookie of [undefined, 'visitor=a; Path=/'])
    for (const asked of [
      `GET / HTTP/1.1\r\nHost: here\r\n\r\n${last}`,
      `GET / HTTP/1.1\r\nHost: here\r\n\r\nGET /again HTTP/1.1\r\nHost: here\r\n\r\n${last}`,
      'GET / HTTP/1.0\r\n\r\n',
      `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last}`,
      last,
    ]) {
      how = { status, cookie, pairs: [...length, 'content-type', 'text/plain', 'vary', 'Accept-Encoding'] }
      const [ours, theirs] = [await head.raw(asked), await node.raw(asked)]
      expect(dated(ours)).toBe(dated(theirs))
      if (asked.includes('1.0')) continue
      expect(ours.match(/HTTP\/1\.1 /g)).toHaveLength(asked.match(/GET /g)!.length)
    }
})

test('tells the time that it is', async () => {
  how = { status: 200, cookie: undefined, pairs: ['content-length', '6'] }
  const { headers } = await head.ask('/', { headers: { connection: 'keep-alive' } })
  expect(Math.abs(Date.parse(headers.date!) - Date.now())).toBeLessThan(3000)
})
