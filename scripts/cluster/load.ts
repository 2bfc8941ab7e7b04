import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import { pause } from '../../test/launch.ts'
import { worldPort } from './members.ts'
import { front, machines, visitorAddress } from './net.ts'

// The visitors of the cluster: they give, look, and read, so many times a second, whether the answers before are there or not. What
// they were told is written to a journal on the disk.

export type Kind = 'gift' | 'page' | 'look'
/** One request. Status 0: there was no answer. */
export type Seen = { kind: Kind; began: number; ms: number; status: number }

const perSecond: Record<Kind, number> = { gift: 8, page: 20, look: 8 }
/** In milliseconds: a visitor goes away after it. */
const patience = 20_000
/** Each gift by M-Pesa is of a phone of its own. */
let phones = 30_000_000
const agent = new http.Agent({ keepAlive: false })

type Answer = { status: number; text: string; to?: string | undefined }

/** Asks from a network of one's own. Status 0: there was no answer. */
export function ask(
  nr: number,
  method: 'GET' | 'POST',
  address: string,
  body = '',
  more: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const browser = `Mozilla/5.0 (Linux; Android 15; SM-A${nr}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36`
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': browser,
      ...more,
    }
    const asking = http.request(
      address,
      { method, agent, headers, localAddress: visitorAddress(nr), timeout: patience },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode!, text, to: answer.headers.location }))
        answer.on('error', () => resolve({ status: 0, text }))
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', (error) => resolve({ status: 0, text: error.message }))
    asking.end(body)
  })
}

export type Drive = { id: string; slug: string }
export type Load = {
  seen: Seen[]
  /** References of gifts that the product said were begun. */
  begun: string[]
  /** What the providers say was paid of them: references of cards, receipts of M-Pesa. */
  paid: string[]
  /** How many looks the product said were counted. */
  counted: () => number
  /** No more come; resolves when all have their answer. */
  stop: () => Promise<void>
}

/** Starts it. `journal` gets a line for each gift, before anything is done with it. */
export function startLoad(drive: Drive, token: string, journal: string): Load {
  const file = fs.openSync(journal, 'a')
  const [seen, begun, paid]: [Seen[], string[], string[]] = [[], [], []]
  const open = new Set<Promise<void>>()
  let [nr, counted, gifts] = [0, 0, 0]

  /** The gift is in the journal before anything is paid. */
  function write(reference: string) {
    fs.writeSync(file, `${reference}\n`)
    fs.fsyncSync(file)
    begun.push(reference)
  }
  const world = (own: number, path: string) => ask(own, 'POST', `http://${machines.world}:${worldPort}${path}`)
  async function byCard(own: number): Promise<number> {
    const gift = { fund_drive_id: drive.id, amount: 100, email: 'amina@example.test', donor_name: 'Amina', message: '' }
    const { status, text } = await ask(own, 'POST', `http://${front}/api/process-donation`, JSON.stringify(gift))
    if (status !== 200) return status
    const { authorization_url: link } = JSON.parse(text) as { authorization_url: string }
    const reference = link.split('/').at(-1)!
    write(reference)
    await world(own, `/pay/${reference}`)
    paid.push(reference)
    return status
  }
  async function byPhone(own: number): Promise<number> {
    const phone = `+2547${phones++}`
    const form = new URLSearchParams({ way: 'mpesa', amount: '100', phone, key: randomUUID() })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${front}` }
    const { status, to } = await ask(own, 'POST', `http://${front}/fundraiser/${drive.slug}/donate`, `${form}`, headers)
    if (status !== 303) return status
    write(to!.split('?')[0]!.split('/').at(-1)!)
    // The request may reach the phone a moment later; of a person who never gets it nothing is taken.
    for (let turn = 0; turn < 20; turn++) {
      const { receipt } = JSON.parse((await world(own, `/prompt/${phone}`)).text).data as { receipt: string | null }
      if (receipt) {
        paid.push(receipt)
        break
      }
      await pause(500)
    }
    return 200
  }
  const give = (own: number) => (gifts++ % 2 ? byPhone(own) : byCard(own))
  async function look(own: number): Promise<number> {
    const seen = JSON.stringify({ fund_drive_id: drive.id, device_type: 'mobile' })
    const { status, text } = await ask(own, 'POST', `http://${front}/api/track-view?cookie=asked`, seen, {
      'page-token': token,
    })
    if (status === 200 && text.includes('"counted"')) counted++
    return status
  }
  const read = async (own: number) =>
    (await ask(own, 'GET', `http://${front}${own % 2 ? '/' : `/fundraiser/${drive.slug}`}`)).status
  const acts: Record<Kind, (nr: number) => Promise<number>> = { gift: give, look, page: read }

  async function one(kind: Kind) {
    const began = Date.now()
    const status = await acts[kind](nr++)
    seen.push({ kind, began, ms: Date.now() - began, status })
  }
  const timers = (Object.keys(acts) as Kind[]).map((kind) =>
    setInterval(() => {
      const done = one(kind).finally(() => open.delete(done))
      open.add(done)
    }, 1000 / perSecond[kind]),
  )
  return {
    seen,
    begun,
    paid,
    counted: () => counted,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(open)
      fs.closeSync(file)
    },
  }
}

/** The longest time without a success of this kind, in milliseconds, after a moment: from the last success before it to the end. */
export function longestGap(seen: Seen[], kind: Kind, from: number): number {
  const own = seen.filter((one) => one.kind === kind)
  const done = own
    .filter(({ status }) => status === 200)
    .map(({ began, ms }) => began + ms)
    .sort((a, b) => a - b)
  const before = done.filter((at) => at <= from).at(-1) ?? from
  const after = [before, ...done.filter((at) => at > from), Math.max(from, ...own.map(({ began }) => began))]
  return Math.max(...after.slice(1).map((at, nr) => at - after[nr]!))
}

/** How often each status came, 200 left out. */
export function notWell(seen: Seen[], kinds: Kind[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { kind, status } of seen)
    if (kinds.includes(kind) && status !== 200)
      found[`${kind} ${status || 'no answer'}`] = (found[`${kind} ${status || 'no answer'}`] ?? 0) + 1
  return found
}
