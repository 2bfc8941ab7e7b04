import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { House } from './money-app.ts'
import { paymentOf, providerKey } from './money-provider.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })

type Answer = { status: number; text: string }

/** Posts with as little work as it takes: the person who sends shares the machine with the person who answers. */
export const post = ({ url }: House, path: string, body: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const asking = http.request(url + path, { method: 'POST', agent, headers: { ...headers, ...length } })
    asking.on('error', reject)
    asking.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, text }))
    })
    asking.end(body)
  })

const json = { 'content-type': 'application/json' }
let sent = 0
/** Each asks from a network of its own and with a browser of its own: nobody else shares its limits or its stay. */
export const from = () => {
  const nr = ++sent
  const address = `41.${nr & 255}.${(nr >> 8) & 255}.${1 + ((nr >> 16) & 127)}`
  const browser = `Mozilla/5.0 (Linux; Android 15; SM-A${nr}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36`
  return { ...json, 'x-forwarded-for': address, 'user-agent': browser }
}

/** Begins a gift as a program does; the reference that the provider knows it by. */
export async function beginGift(house: House, driveId: string): Promise<string> {
  const gift = {
    fund_drive_id: driveId,
    amount: 100,
    email: 'amina@example.test',
    donor_name: 'Amina',
    message: 'Pole sana',
  }
  const { status, text } = await post(house, '/api/process-donation', JSON.stringify(gift), from())
  if (status !== 200) throw new Error(`a gift was not begun: ${status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { authorization_url: string }).authorization_url.split('/').at(-1)!
}

/** The provider's word that this was paid: the bytes and their signature. */
export function eventOf(reference: string): { body: string; signature: string } {
  const body = JSON.stringify({ event: 'charge.success', data: paymentOf(reference) })
  return { body, signature: createHmac('sha512', providerKey).update(body).digest('hex') }
}
export const tellPaid = async (house: House, { body, signature }: ReturnType<typeof eventOf>): Promise<number> =>
  (await post(house, '/webhooks/paystack', body, { ...json, 'x-paystack-signature': signature })).status

export const look = (house: House, driveId: string, token: string): Promise<Answer> => {
  const by = { ...from(), 'page-token': token }
  return post(house, '/api/track-view', JSON.stringify({ fund_drive_id: driveId, device_type: 'mobile' }), by)
}

/** What the drive's page shows when it tells that it was seen. */
export async function pageToken({ db, url }: House, driveId: string): Promise<string> {
  const { rows } = await db.query<{ slug: string }>('select slug from fund_drives where id = $1', [driveId])
  const page = await (await fetch(`${url}/fundraiser/${rows[0]!.slug}`)).text()
  const [, token] = /seen\.gif\?token=([\w.-]+)/.exec(page) ?? []
  if (!token) throw new Error('the page of a drive has no token')
  return token
}

export type Took = { ms: number[]; statuses: Map<string, number> }

/**
 * Does something so many times a second, whether the ones before are through or not. The time of each counts from when
 * it was due, so that nobody who had to wait for their turn is left out.
 */
export async function steadily(perSecond: number, many: number, run: (at: number) => Promise<unknown>): Promise<Took> {
  const took: Took = { ms: [], statuses: new Map() }
  const all: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; at < many; ) {
    const due = Math.min(many, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1)
    for (; at < due; at++) all.push(timed(took, began + (at / perSecond) * 1000, run(at)))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(all)
  took.ms.sort((a, b) => a - b)
  return took
}

async function timed({ ms, statuses }: Took, due: number, run: Promise<unknown>) {
  const said = String(await run.catch((error: Error) => error.message))
  statuses.set(said, (statuses.get(said) ?? 0) + 1)
  ms.push(performance.now() - due)
}

export const share = (ms: number[], part: number): number =>
  ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0
