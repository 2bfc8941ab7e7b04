import { createHash, randomBytes } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { listening } from '#test/ask.ts'
import type { TurnedAway } from './faults.server.ts'
import { withBody } from './web-request.server.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const server = http.createServer(async (incoming, outgoing) => {
  const sender = { limit: 6 * 1024 * 1024, address: String(incoming.headers['x-from'] ?? '10.1.1.1') }
  try {
    const got = await withBody(incoming, sender, async (body) => {
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      return `${bytes.length} ${hash(bytes)}`
    })
    outgoing.end(got)
  } catch (error) {
    // A person who went away is told nothing.
    outgoing.writeHead((error as TurnedAway).status ?? 400, { connection: 'close' }).end()
  }
})
const { port } = await listening(server)
afterAll(() => void server.close())

/** Sends pieces of any size one after the other, as a network does. */
function sendPieces(pieces: Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(text)
    })
    request.on('error', reject)
    const next = (at: number): void => {
      if (at === pieces.length) return void request.end()
      request.write(pieces[at])
      setTimeout(() => next(at + 1), 2)
    }
    next(0)
  })
}

test.each([
  ['in memory', [100, 200, 300]],
  ['just what fits in memory', [200_000, 62_144]],
  ['one byte more', [200_000, 62_144, 1]],
  ['a large piece between small ones', [250_000, 60_000, 5, 60_000, 1, 700, 300_000, 9]],
  ['many small pieces', Array.from({ length: 400 }, (_, at) => 700 + at)],
  ['one piece of 5 MB', [5 * 1024 * 1024]],
])('a body is read as it was sent: %s', async (_name, sizes) => {
  const pieces = sizes.map((size) => randomBytes(size))
  const whole = Buffer.concat(pieces)
  expect(await sendPieces(pieces)).toBe(`${whole.length} ${hash(whole)}`)
})

test.each([
  [{ limit: 32 * 1024 }, 'What you sent is too large. 32 kB is the most.'],
  [{ limit: 1.5 * 1024 * 1024 }, 'What you sent is too large. 1.5 MB is the most.'],
  [{ limit: 6 * 1024 * 1024, isForPictures: true }, 'File size must be less than 5MB'],
])('one that is too large for %o is turned away with the size that its address takes', async (of, words) => {
  const incoming = { headers: { 'content-length': '7000000' } } as unknown as IncomingMessage
  const turned = await withBody(incoming, { ...of, address: '10.1.1.1' }, async () => 'read').catch((error) => error)
  expect(wordsIn('en')._((turned as TurnedAway).says)).toBe(words)
})

test('twenty large bodies at once do not get mixed up', async () => {
  const all = Array.from({ length: 20 }, () => [randomBytes(200_000), randomBytes(90_000), randomBytes(40)])
  const got = await Promise.all(all.map(sendPieces))
  expect(got).toEqual(all.map((pieces) => `290040 ${hash(Buffer.concat(pieces))}`))
})

test('the person who sends much and never ends takes a quarter of the room, and keeps nobody else from sending', async () => {
  const piece = Buffer.alloc(250_000)
  /** Sends one piece and then nothing; resolves with the status when it is turned away. */
  const slowly = (from: string) => {
    const headers = { 'x-from': from }
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false, headers })
    const status = new Promise<number>((resolve) => {
      request.on('response', (answer) => resolve(answer.statusCode!))
      request.on('error', () => {})
    })
    request.write(piece)
    return { status, end: () => request.destroy() }
  }
  const flood = Array.from({ length: 80 }, () => slowly('10.9.9.9'))
  expect(await Promise.race(flood.map(({ status }) => status))).toBe(429)
  const others = Array.from({ length: 20 }, (_, nr) => fetchFrom(`10.9.${nr}.1`, piece))
  expect(await Promise.all(others)).toEqual(others.map(() => `250000 ${hash(piece)}`))
  for (const { end } of flood) end()
  // What they held is free again.
  await expect.poll(() => fetchFrom('10.9.9.9', piece)).toBe(`250000 ${hash(piece)}`)
})

const fetchFrom = async (from: string, body: Buffer<ArrayBuffer>) =>
  (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: { 'x-from': from }, body })).text()
