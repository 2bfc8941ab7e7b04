// node scripts/cluster/world.ts <journal>   The payment provider of the cluster, on a machine of its own. A payment is paid when a
// visitor asks for it (POST /pay/:reference); the product is told until it says that it has heard. Each is written to the journal, on
// the disk, before anybody hears of it, so that what it remembers is no part of the product's database.
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import { paymentOf } from '../../bench/money-provider.ts'
import { providerKey, worldPort } from './members.ts'
import { front, machines } from './net.ts'

/** In milliseconds: how long it waits for an answer, and before it tells again. */
const [patience, again] = [10_000, 1000]

const journal = fs.openSync(process.argv[2]!, 'a')
const paid = new Set<string>()
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function write(kind: string, reference: string) {
  fs.writeSync(journal, `${JSON.stringify({ kind, reference, at: Date.now() })}\n`)
  fs.fsyncSync(journal)
}

/** How often each payment is told of. Above one, in any order. */
let times = 1

/** Tells the product of a payment, until it has heard. */
async function tell(reference: string): Promise<void> {
  const body = JSON.stringify({ event: 'charge.success', data: paymentOf(reference) })
  const signature = createHmac('sha512', providerKey).update(body).digest('hex')
  const one = async (wait: number) => {
    await pause(wait)
    while ((await told(body, signature)) !== 200) await pause(again)
  }
  await Promise.all(Array.from({ length: times }, () => one(times > 1 ? Math.random() * 2000 : 0)))
  write('heard', reference)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const told = (body: string, signature: string) =>
  new Promise<number>((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-paystack-signature': signature,
    }
    const asking = http.request(
      `http://${front}/webhooks/paystack`,
      { method: 'POST', agent, headers, timeout: patience },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(0))
    asking.end(body)
  })

const say = (answer: http.ServerResponse, status: number, data: unknown) => {
  const body = JSON.stringify({ status: status === 200, message: 'ok', data })
  answer.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

function answer(method: string, path: string, sent: string, response: http.ServerResponse) {
  const last = path.split('/').at(-1)!
  if (method === 'GET') {
    const payment = paymentOf(last)
    return say(response, 200, paid.has(last) ? payment : { ...payment, status: 'ongoing', paid_at: null })
  }
  if (path.startsWith('/times/')) {
    times = Number(last)
    return say(response, 200, {})
  }
  if (path.startsWith('/pay/')) {
    if (!paid.has(last)) {
      paid.add(last)
      write('paid', last)
      void tell(last)
    }
    return say(response, 200, {})
  }
  const { reference } = JSON.parse(sent) as { reference: string }
  say(response, 200, {
    authorization_url: `http://${machines.world}:${worldPort}/pay/${reference}`,
    access_code: reference,
    reference,
  })
}

http
  .createServer((asked, response) => {
    let sent = ''
    asked.on('data', (text) => (sent += text))
    asked.on('end', () => answer(asked.method!, asked.url!.split('?')[0]!, sent, response))
  })
  .listen(worldPort)
