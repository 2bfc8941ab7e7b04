import { randomUUID } from 'node:crypto'
import { type Product, pause } from './product.ts'

// People who give, withdraw and keep their own log, against a product that goes away under them: they try again until
// a person answers, as a browser and a program do, and write down what they were told.

/** What a person was told. `begun`: where to pay. `paid`: the provider took it. `seen`: the product said thank you. */
export type Told = { email: string; amount: number; url?: string; paid?: boolean; seen?: boolean }
export type Asked = { key: string; amount: number; told: boolean }

/**
 * Answers, and how often there was none. `late`: how often a person gave up waiting, which a busy machine may bring about.
 * `lost`: the other requests that nobody answered, or a fault.
 */
export type Weather = { statuses: Record<number, number>; withoutRetryAfter: number; late?: number; lost: string[] }

type Send = { method?: string; headers?: Record<string, string>; body?: string }

/** When to come again, in whole seconds and soon: a header that is not there says nothing. */
const saysWhen = (headers: Headers) => {
  const said = headers.get('retry-after')
  return said !== null && /^[1-9]\d*$/.test(said) && Number(said) <= 15
}

const addressOf = (nr: number) => `10.${nr >> 16}.${(nr >> 8) & 255}.${nr & 255}`

/** `provider`: where people pay, when that is another process than the product. */
export function givers(product: () => Product, driveId: string, provider?: () => string) {
  const log: Told[] = []
  const weather: Weather = { statuses: {}, withoutRetryAfter: 0, lost: [] }
  let stopped = false
  let nr = 0
  let addresses = 0

  async function ask(path: string, send: Send = {}) {
    const headers = { ...send.headers }
    // Each try from another network: here it is not about who tries too often.
    if (headers['x-forwarded-for']) headers['x-forwarded-for'] = addressOf(++addresses)
    const answer = await fetch(new URL(path, product().url), {
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(15_000),
      ...send,
      headers,
    }).then(
      async (given) => ({ status: given.status, headers: given.headers, text: await given.text() }),
      (error: Error) => {
        if (error.name === 'TimeoutError') weather.late = (weather.late ?? 0) + 1
        return {
          status: 0,
          headers: new Headers(),
          text: `${error.name}: ${(error.cause as Error | undefined)?.message}`,
        }
      },
    )
    weather.statuses[answer.status] = (weather.statuses[answer.status] ?? 0) + 1
    if (answer.status >= 500 || (answer.status === 0 && !answer.text.startsWith('TimeoutError')))
      weather.lost.push(
        `${new Date().toISOString()} ${send.method ?? 'GET'} ${path} ${answer.status} ${answer.text.slice(0, 300)}`,
      )
    if (answer.status === 503 && !saysWhen(answer.headers)) weather.withoutRetryAfter++
    return answer
  }

  /** Asks until the answer is one of these; the person who got none comes back. */
  async function until(path: string, send: Send, isAnswer: (status: number, text: string) => boolean) {
    let last = 0
    for (let tries = 0; tries < 400; tries++) {
      const answer = await ask(path, send)
      last = answer.status
      if (isAnswer(answer.status, answer.text)) return answer
      await pause(100 + Math.random() * 200)
    }
    throw new Error(`${path} never came to an answer, the last was ${last}`)
  }

  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  /** Opens a gift; resolves with what the person who gives it goes on with. */
  async function begin(): Promise<{
    told: Told
    pay: () => Promise<string>
    see: (reference: string) => Promise<void>
  }> {
    const at = ++nr
    const told: Told = { email: `giver${at}@example.test`, amount: 5000 + at }
    log.push(told)
    const body = { amount: told.amount / 100, email: told.email, fund_drive_id: driveId, donor_name: `Giver ${at}` }
    const headers = { ...json, 'idempotency-key': randomUUID(), 'x-forwarded-for': 'another' }
    const send = { method: 'POST', headers, body: JSON.stringify(body) }
    const begun = await until('/api/process-donation', send, (status) => status === 200)
    told.url = (JSON.parse(begun.text) as { authorization_url: string }).authorization_url
    return { told, pay: () => pay(told), see: (reference) => see(told, reference) }
  }

  /** The page tells where to go once it is paid, also to a person who comes back to it. */
  async function pay(told: Told): Promise<string> {
    const paid = await until(
      new URL(new URL(told.url!).pathname, provider?.() ?? product().url).href,
      { method: 'POST', headers: form, body: 'channel=mobile_money&phone=0712345678' },
      (status) => status === 303,
    )
    told.paid = true
    return new URL(paid.headers.get('location')!).searchParams.get('reference')!
  }

  async function see(told: Told, reference: string): Promise<void> {
    const asks = { method: 'POST', headers: { ...json, 'x-forwarded-for': 'another' } }
    await until(
      '/api/verify-payment',
      { ...asks, body: JSON.stringify({ reference }) },
      (status, text) => status === 200 && JSON.parse(text).success,
    )
    told.seen = true
  }

  async function give(): Promise<void> {
    const { pay, see } = await begin()
    const at = nr
    const reference = await pay()
    // Every other one closes the tab: what they gave arrives all the same.
    if (at % 2 === 0) await see(reference)
  }

  const person = async () => {
    while (!stopped) await give()
  }
  return {
    log,
    weather,
    until,
    ask,
    begin,
    /** So many give, one gift after the other, until `stop`; resolves when all have come to their end. */
    start(many: number) {
      const all = Promise.all(Array.from({ length: many }, person))
      all.catch(() => {})
      return async () => {
        stopped = true
        await all
      }
    },
  }
}

/** Asks for a withdrawal until a person answers. The same form each time, so it is filed once. */
export async function withdrawing(
  { until }: Pick<ReturnType<typeof givers>, 'until'>,
  { url }: Product,
  asked: { slug: string; cookie: string; amount: number },
): Promise<Asked> {
  const key = randomUUID()
  const body = new URLSearchParams({
    amount: String(asked.amount / 100),
    seen: String(asked.amount),
    key,
    method: 'mobile_money',
    phone_number: '0712 345 678',
    mobile_operator: 'M-Pesa',
    password: 'harambee',
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url, cookie: asked.cookie }
  await until(
    `/fund-drive/${asked.slug}/payouts/withdraw`,
    { method: 'POST', headers, body },
    (status) => status === 303,
  )
  return { key, amount: asked.amount, told: true }
}
