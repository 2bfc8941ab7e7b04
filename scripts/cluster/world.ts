// node scripts/cluster/world.ts <journal>   The providers of the cluster, Paystack and M-Pesa, on a machine of their own. A gift is paid
// when a visitor asks for it (POST /pay/:reference, /prompt/:phone); the product is told until it says that it has heard. Each gift and
// each transfer is written to the journal, on the disk, before anybody hears of it, so that what it remembers is no part of the
// product's database.
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import { paymentOf } from '../../bench/money-provider.ts'
import { listed, paidCallback, pathOf } from '../../bench/phone-made.ts'
import { type Listed, rail } from '../../bench/phone-rail.ts'
import { pause } from '../../test/launch.ts'
import { providerKey, worldPort } from './members.ts'
import { front, machines } from './net.ts'

/** In milliseconds: how long it waits for an answer, and before it tells again. */
const [patience, again] = [10_000, 1000]

const journal = fs.openSync(process.argv[2]!, 'a')
const paid = new Set<string>()
/** The payments that M-Pesa lists. */
const receipts: Listed[] = []
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function write(kind: 'paid' | 'heard' | 'sent', reference: string, more: { amount?: number } = {}) {
  fs.writeSync(journal, `${JSON.stringify({ kind, reference, at: Date.now(), ...more })}\n`)
  fs.fsyncSync(journal)
}

/** How often each payment is told of. Above one, in any order. */
let times = 1
function beTold(often: number) {
  times = often
  return { times }
}

/** Tells the product of a payment, until it has heard, or says that nobody of this address is there. */
async function tell(reference: string, path: string, body: string, headers: http.OutgoingHttpHeaders): Promise<void> {
  const one = async (wait: number) => {
    await pause(wait)
    while (![200, 404].includes(await told(path, body, headers))) await pause(again)
  }
  await Promise.all(Array.from({ length: times }, () => one(times > 1 ? Math.random() * 2000 : 0)))
  write('heard', reference)
}

const told = (path: string, body: string, more: http.OutgoingHttpHeaders) =>
  new Promise<number>((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...more }
    const how = { method: 'POST', agent, headers, timeout: patience }
    const asking = http.request(`http://${front}${path}`, how, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(0))
    asking.end(body)
  })

const say = (answer: http.ServerResponse, status: number, data: unknown) => {
  const body = JSON.stringify({ status: status === 200, message: 'ok', data })
  answer.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

const mpesa = rail()
type Prompt = { checkout: string; hearAt: string; account: string }

/** The person with this phone types the PIN. Answers M-Pesa's receipt. */
function pinTyped(phone: string): string | undefined {
  const [, { pushed }] = mpesa('/bench/pushed', { phone }) as [number, { pushed: Prompt | null }]
  if (!pushed) return undefined
  const one = listed(pushed.account)
  const { receipt } = one
  receipts.push(one)
  mpesa('/bench/list', { rows: receipts, ms: 0 } as never)
  mpesa('/bench/paid', { checkout: pushed.checkout })
  write('paid', receipt)
  const { path, body } = paidCallback(pathOf(pushed.hearAt), pushed.checkout, receipt)
  void tell(receipt, path, body, {})
  return receipt
}

function paidByCard(reference: string): void {
  if (paid.has(reference)) return
  paid.add(reference)
  write('paid', reference)
  const body = JSON.stringify({ event: 'charge.success', data: paymentOf(reference) })
  const signature = createHmac('sha512', providerKey).update(body).digest('hex')
  void tell(reference, '/webhooks/paystack', body, { 'x-paystack-signature': signature })
}

/** Transfers that were ordered: each arrives at once, and a second order of the same reference is the first. */
const sent = new Map<string, object>()
function transferred({ reference, amount }: { reference: string; amount: number }): object {
  if (!sent.has(reference)) {
    write('sent', reference, { amount })
    const code = `TRF_${sent.size + 1}`
    sent.set(reference, { reference, amount, currency: 'KES', status: 'success', transfer_code: code, fee_charged: 0 })
  }
  return sent.get(reference)!
}

const perPage = 100
const pageOf = <One>(all: Iterable<One>, asked: URLSearchParams): One[] => {
  const page = Number(asked.get('page') ?? 1)
  return [...all].slice((page - 1) * perPage, page * perPage)
}

/** The first that fits answers. `null`: it is not there. */
const asks: [RegExp, (last: string, sent: string, asked: URLSearchParams) => unknown][] = [
  [/^POST \/times\//, (last) => beTold(Number(last))],
  [/^POST \/pay\//, (last) => ({ paid: paidByCard(last) })],
  [/^POST \/prompt\//, (last) => ({ receipt: pinTyped(last) ?? null })],
  [/^POST \/transferrecipient$/, () => ({ recipient_code: 'RCP_world' })],
  [/^POST \/transfer$/, (_, text) => transferred(JSON.parse(text))],
  [/^GET \/transfer\/verify\//, (last) => sent.get(last) ?? null],
  [/^GET \/balance$/, () => [{ currency: 'KES', balance: 10_000_000_000 }]],
  [/^GET \/transaction$/, (_, __, asked) => pageOf(paid, asked).map(paymentOf)],
  [/^GET \/transfer$/, (_, __, asked) => pageOf(sent.values(), asked)],
  [/^GET \/(refund|dispute|bank)$/, () => []],
  [/^GET /, (last) => (paid.has(last) ? paymentOf(last) : { ...paymentOf(last), status: 'ongoing', paid_at: null })],
  [/^POST \/transaction\/initialize$/, (_, text) => opened((JSON.parse(text) as { reference: string }).reference)],
]
const opened = (reference: string) => ({
  authorization_url: `http://${machines.world}:${worldPort}/pay/${reference}`,
  access_code: reference,
  reference,
})

function answer(method: string, url: string, text: string, response: http.ServerResponse) {
  const { pathname: path, searchParams } = new URL(url, 'http://world')
  if (/^\/(oauth|mpesa|pulltransactions)\//.test(path)) {
    const [status, body] = mpesa(path, text ? JSON.parse(text) : {})
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const [, act] = asks.find(([asked]) => asked.test(`${method} ${path}`)) ?? []
  const said = act?.(path.split('/').at(-1)!, text, searchParams)
  say(response, said ? 200 : 404, said ?? {})
}

http
  .createServer((asked, response) => {
    let sent = ''
    asked.on('data', (text) => (sent += text))
    asked.on('end', () => answer(asked.method!, asked.url!, sent, response))
  })
  .listen(worldPort)
