// node bench/money-provider.ts <port>   A payment provider that keeps nothing and answers at once: every payment was paid,
// KES 100 by M-PESA. It runs in a process of its own, so that neither the built-in sandbox, which works in the product's
// process and database, nor the person who sends the gifts is what is measured.
import http from 'node:http'
import { pathToFileURL } from 'node:url'

/** What every gift of the bench is, in cents. */
export const giftCents = 10_000
export const providerKey = 'sk_test_bench0bench0bench0'

/** The provider's number of a payment, worked out from its reference. */
export const numberOf = (reference: string): number => Number.parseInt(reference.slice(4, 16), 16)

/** A payment as Paystack describes it, with about as many words. */
export const paymentOf = (reference: string) => ({
  id: numberOf(reference),
  domain: 'test',
  status: 'success',
  reference,
  amount: giftCents,
  currency: 'KES',
  requested_amount: giftCents,
  fees: giftCents * 0.015,
  channel: 'mobile_money',
  ip_address: '41.90.4.7',
  gateway_response: 'Approved',
  message: null,
  paid_at: '2026-11-20T18:00:00.000Z',
  fees_split: null,
  metadata: { kind: 'donation', cancel_action: 'https://harambee.example/fundraiser/heal-mama-achieng/donate' },
  authorization: { authorization_code: 'AUTH_0123456789', channel: 'mobile_money', bank: 'M-PESA', country_code: 'KE' },
  customer: {
    id: 7,
    email: 'amina@example.test',
    customer_code: 'CUS_0123456789',
    phone: null,
    risk_action: 'default',
  },
  log: null,
  plan: {},
  subaccount: {},
  split: {},
  order_id: null,
  pos_transaction_data: null,
  source: null,
})

function serve(port: number) {
  const say = (answer: http.ServerResponse, data: unknown) => {
    const body = JSON.stringify({ status: true, message: 'ok', data })
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }
  const open = (answer: http.ServerResponse, sent: string) => {
    const { reference } = JSON.parse(sent) as { reference: string }
    say(answer, { authorization_url: `http://127.0.0.1:${port}/pay/${reference}`, access_code: reference, reference })
  }
  http
    .createServer((asked, answer) => {
      if (asked.method === 'GET') return say(answer, paymentOf(asked.url!.split('/').at(-1)!))
      let sent = ''
      asked.on('data', (text) => (sent += text))
      asked.on('end', () => open(answer, sent))
    })
    .listen(port, '127.0.0.1')
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  // A person who started it is gone when the line to it ends.
  process.stdin.resume().on('end', () => process.exit())
  serve(Number(process.argv[2]))
}
