import http from 'node:http'
import pg from 'pg'
import { HangUp } from '#sandbox/bodies.ts'
import { startDelivering } from '#sandbox/delivering.ts'

import { openPaystack } from '#sandbox/paystack/paystack.ts'

// The pretend provider as a process of its own, with a database of its own, as the real one is: it goes on while the
// product is dead, and posts what it has to tell to a door that nobody opens.
//
//   node test/provider-process.ts <port> <its database> <key> <the product's address>

const [port, database, key, product] = process.argv.slice(2) as [string, string, string, string]
const pool = new pg.Pool({ connectionString: database, max: 5 })
pool.on('error', () => {})

const provider = openPaystack({
  pool: () => pool,
  key: () => key,
  publicAddress: () => product,
  async post(body, headers) {
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(`${product}/webhooks/paystack`, { method: 'POST', body, headers, signal })
    await answer.arrayBuffer()
    return answer.status
  },
  onDue: () => delivering.wake(),
  // As on a laptop: three minutes are two seconds.
  scale: 90,
})
const delivering = startDelivering(provider, (error) => console.error(error))

async function answerTo(asked: http.IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const request = new Request(`http://127.0.0.1:${port}${asked.url}`, {
    method: asked.method!,
    headers: asked.headers as Record<string, string>,
    ...(body.length > 0 ? { body } : {}),
  })
  return provider.answer(request, { nonce: '', address: '127.0.0.1' })
}

http
  .createServer((asked, answer) => {
    answerTo(asked).then(
      async (said) => {
        answer.writeHead(said.status, Object.fromEntries(said.headers)).end(Buffer.from(await said.arrayBuffer()))
      },
      (error) => {
        if (!(error instanceof HangUp)) console.error(error)
        answer.destroy()
      },
    )
  })
  .listen(Number(port), '127.0.0.1')
