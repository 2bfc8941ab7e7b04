// node bench/phone-rail.ts <port>   An M-Pesa that keeps as little as it can and answers at once, in a process of its own: the
// built-in sandbox works in the product's process and database, so it would be measured, too.
import http from 'node:http'
import { pathToFileURL } from 'node:url'

/** Money in its list: M-Pesa's code, the account, and when, as it writes that. All of it is KES 100. */
export type Listed = { receipt: string; account: string; at: string }
export const shortcode = '174379'
export const shillings = 100

type Pushed = { checkout: string; hearAt: string; account: string }
type Body = Record<string, string>

/** Rows to a page, as the sandbox has them. */
const page = 100

/** Returns a function that answers as M-Pesa: the status and the body for an address and a sent body. */
export function rail() {
  let listed: Listed[] = []
  /** The list grows to all of it within this time. */
  let grows = { from: 0, ms: 0 }
  let doors: Body | undefined
  let prompts = 0
  const pushed = new Map<string, Pushed>()
  const paid = new Set<string>()
  const upTo = () => Math.ceil(listed.length * (grows.ms ? Math.min(1, (Date.now() - grows.from) / grows.ms) : 1))
  const row = ({ receipt, account, at }: Listed) => ({
    transactionId: receipt,
    trxDate: at,
    msisdn: 254712345126,
    sender: 'MPESA',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: account,
    amount: `${shillings}.00`,
    organizationname: 'BENCH',
  })
  const good = { ResponseCode: '0', ResponseDescription: 'Success' }
  const calls: Record<string, (body: Body) => object | undefined> = {
    '/mpesa/stkpush/v1/processrequest': ({ PhoneNumber, CallBackURL, AccountReference }) => {
      const checkout = `ws_CO_${++prompts}_${Date.now()}`
      pushed.set(`+${PhoneNumber}`, { checkout, hearAt: CallBackURL!, account: AccountReference! })
      return { ...good, MerchantRequestID: `m-${prompts}`, CheckoutRequestID: checkout, CustomerMessage: 'Success' }
    },
    '/mpesa/stkpushquery/v1/query': ({ CheckoutRequestID: checkout = '' }) =>
      checkout.startsWith('paid_') || paid.has(checkout)
        ? {
            ...good,
            CheckoutRequestID: checkout,
            ResultCode: '0',
            ResultDesc: 'The service request is processed successfully.',
          }
        : undefined,
    '/mpesa/c2b/v2/registerurl': (body) => {
      doors = body
      return { ...good, OriginatorCoversationID: 'bench' }
    },
    '/pulltransactions/v1/register': () => ({ ResponseRefID: 'bench', ResponseStatus: '1000', ShortCode: shortcode }),
    '/pulltransactions/v1/query': ({ OffSetValue }) => {
      const rows = listed.slice(0, upTo()).slice(Number(OffSetValue), Number(OffSetValue) + page)
      return { ...good, ResponseCode: rows.length ? '1000' : '1001', Response: rows.length ? [rows.map(row)] : [] }
    },
    // What the person who measures asks and sets.
    '/bench/doors': () => ({ doors: doors ?? null }),
    '/bench/pushed': ({ phone }) => ({ pushed: pushed.get(phone!) ?? null }),
    '/bench/paid': ({ checkout }) => ({ paid: paid.add(checkout!).size }),
    '/bench/list': (body) => {
      const { rows, ms } = body as unknown as { rows: Listed[]; ms: number }
      listed = rows
      grows = { from: Date.now(), ms }
      return { listed: listed.length }
    },
  }
  return (path: string, body: Body): [number, object] => {
    if (path === '/oauth/v1/generate') return [200, { access_token: 'bench', expires_in: '3599' }]
    const answer = calls[path]?.(body)
    if (answer) return [200, answer]
    return [500, { requestId: 'bench', errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }]
  }
}

function serve(port: number) {
  const answerTo = rail()
  http
    .createServer((asked, answer) => {
      let sent = ''
      asked.setEncoding('utf8').on('data', (text) => (sent += text))
      asked.on('end', () => {
        const [status, said] = answerTo(asked.url!.split('?')[0]!, sent ? JSON.parse(sent) : {})
        const body = JSON.stringify(said)
        answer
          .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
          .end(body)
      })
    })
    .listen(port, '127.0.0.1')
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  // A person who started it is gone when the line to it ends.
  process.stdin.resume().on('end', () => process.exit())
  serve(Number(process.argv[2]))
}
