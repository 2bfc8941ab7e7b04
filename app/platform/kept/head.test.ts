import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listening } from '#test/ask.ts'
import { PageHeadBytes } from './copies.server.ts'

// A head that was put together once, beside the one that Node makes of the same parts: the same bytes.

type How = { status: number; pairs: string[] }
const bodies: Record<number, string | undefined> = { 200: 'a page', 403: 'no', 304: undefined }
let how: How
const byHead = http.createServer((_, outgoing) => {
  const body = bodies[how.status]
  new PageHeadBytes(how.status, how.pairs).give(outgoing, body === undefined ? undefined : Buffer.from(body))
})
const byNode = http.createServer((_, outgoing) => {
  const { status, pairs } = how
  outgoing.writeHead(status, pairs)
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

test.each([200, 403, 304])('of status %i', async (status) => {
  const body = bodies[status]
  const length = body === undefined ? [] : ['content-length', String(body.length)]
  for (const asked of [
    `GET / HTTP/1.1\r\nHost: here\r\n\r\n${last}`,
    `GET / HTTP/1.1\r\nHost: here\r\n\r\nGET /again HTTP/1.1\r\nHost: here\r\n\r\n${last}`,
    'GET / HTTP/1.0\r\n\r\n',
    `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last}`,
    last,
  ]) {
    how = { status, pairs: [...length, 'content-type', 'text/plain', 'vary', 'Accept-Encoding'] }
    const [ours, theirs] = [await head.raw(asked), await node.raw(asked)]
    expect(dated(ours)).toBe(dated(theirs))
    if (asked.includes('1.0')) continue
    expect(ours.match(/HTTP\/1\.1 /g)).toHaveLength(asked.match(/GET /g)!.length)
  }
})

test('tells the time that it is', async () => {
  how = { status: 200, pairs: ['content-length', '6'] }
  const { headers } = await head.ask('/', { headers: { connection: 'keep-alive' } })
  expect(Math.abs(Date.parse(headers.date!) - Date.now())).toBeLessThan(3000)
})

test('a page goes out as one piece; a picture behind its head [T1119]', async () => {
  const pieces: number[] = []
  const server = http.createServer((_, outgoing) => {
    const { socket } = outgoing
    const write = socket!.write.bind(socket!) as (...all: unknown[]) => boolean
    socket!.write = ((...all: unknown[]) => {
      if ((all[0] as string).length > 0) pieces.push((all[0] as string).length)
      return write(...all)
    }) as typeof write
    const head = new PageHeadBytes(200, ['content-length', String(body.length)])
    head.give(outgoing, body)
  })
  let body = Buffer.alloc(20_000, 'x')
  const at = await listening(server)
  const sent = async () => {
    pieces.length = 0
    const answer = await at.ask('/', { headers: { connection: 'keep-alive' } })
    return [answer.bytes.equals(body), pieces.length]
  }
  expect(await sent()).toEqual([true, 1])
  body = Buffer.alloc(3_000_000, 'y')
  expect(await sent()).toEqual([true, 2])
  server.closeAllConnections()
  server.close()
})

test('who reads slowly gets every byte, and the next answer on the same connection after it [T1120]', async () => {
  const body = Buffer.alloc(60_000, 'a')
  const many = 40
  const server = http.createServer((_, outgoing) => {
    new PageHeadBytes(200, ['content-length', String(body.length)]).give(outgoing, body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(many - 1) + last)
  socket.pause()
  await new Promise((resolve) => setTimeout(resolve, 100))
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.resume()
  await once(socket, 'close')
  const parts = text.split(/HTTP\/1\.1 200 OK\r\n/).slice(1)
  expect(parts).toHaveLength(many)
  for (const part of parts) expect(part.split('\r\n\r\n')[1]).toBe(body.toString())
  server.closeAllConnections()
  server.close()
})
