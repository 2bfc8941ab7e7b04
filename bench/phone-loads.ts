import { found } from './found.ts'
import { type House, pause } from './money-app.ts'
import { eachTook, figure, statuses } from './money-loads.ts'
import { hasPgbench, preparePgbench, transactions } from './money-pgbench.ts'
import { from, post, share, steadily } from './money-send.ts'
import {
  drivesWithCodes,
  giftsIn,
  listed,
  openRequests,
  paidCallback,
  pathOf,
  payIn,
  type Rail,
  type Told,
  untilIn,
} from './phone-made.ts'
import { shillings } from './phone-rail.ts'

// The claims of speed about gifts by phone, each measured by itself.

const json = { 'content-type': 'application/json' }
const tell = async (house: House, { path, body }: Told): Promise<number> => (await post(house, path, body, json)).status
const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

/** P1: M-Pesa asks whether a payment is taken, while its payer waits. */
export async function validation(house: House, rail: Rail, perSecond: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'Asked about')
  const took = await steadily(perSecond, perSecond * 20, async (at) => {
    const { status, text } = await post(
      house,
      ...sent(payIn(rail.validation, listed(drives[at % drives.length]!.number))),
    )
    return `${status} ${(JSON.parse(text) as { ResultCode: string }).ResultCode}`
  })
  const p99 = share(took.ms, 0.99)
  console.log(
    `P1 ${took.ms.length} questions at ${perSecond}/s: ${statuses(took)}; median ${figure(share(took.ms, 0.5))}`,
  )
  found({
    goal: `P1 validation at ${perSecond}/s`,
    wanted: 'all taken, p99 ≤ 200 ms',
    figure: `p99 ${figure(p99)}`,
    met: p99 <= 200 && took.statuses.get('200 0') === took.ms.length,
  })
}
const sent = ({ path, body }: Told) => [path, body, json] as const

/** P2: from the tap to the prompt, and from the PIN to the gift in the books. */
export async function taps(house: House, rail: Rail, perSecond: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'Given to by phone')
  const many = perSecond * 20
  const thanks: number[] = []
  const took = await steadily(perSecond, many, async (at) => {
    const phone = `+2547${String(20_000_000 + at)}`
    const form = new URLSearchParams({ way: 'mpesa', amount: String(shillings), phone, key: crypto.randomUUID() })
    const headers = { ...from(), origin: house.url, 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await post(
      house,
      `/fundraiser/${drives[at % drives.length]!.slug}/donate`,
      form.toString(),
      headers,
    )
    if (status === 303) void paid(house, rail, phone, thanks)
    return status
  })
  const ends = Date.now() + 60_000
  while (thanks.length < many && Date.now() < ends) await pause(100)
  thanks.sort((a, b) => a - b)
  const [prompt, half, most] = [share(took.ms, 0.95), share(thanks, 0.5), share(thanks, 0.95)]
  console.log(`P2 ${many} gifts at ${perSecond}/s: ${statuses(took)}; ${thanks.length} in the books`)
  found({
    goal: `P2 tap to prompt at ${perSecond}/s`,
    wanted: 'p95 ≤ 1 s',
    figure: `p95 ${figure(prompt)}`,
    met: prompt <= 1000,
  })
  found({
    goal: '… PIN to the gift in the books',
    wanted: 'p50 ≤ 2 s, p95 ≤ 4 s',
    figure: `p50 ${figure(half)}, p95 ${figure(most)}`,
    met: half <= 2000 && most <= 4000 && thanks.length === many,
  })
}

/** The PIN is typed: M-Pesa tells it once, and knows it when it is asked. */
async function paid(house: House, rail: Rail, phone: string, thanks: number[]): Promise<void> {
  const { pushed } = await rail.ask<{ pushed: { checkout: string; hearAt: string } | null }>('pushed', { phone })
  if (!pushed) return
  await rail.ask('paid', { checkout: pushed.checkout })
  const began = performance.now()
  await tell(house, paidCallback(pathOf(pushed.hearAt), pushed.checkout, listed('').receipt))
  while (performance.now() - began < 60_000) {
    const { rows } = await house.db.query(`select from payments where donor_phone = $1 and status = 'succeeded'`, [
      phone,
    ])
    if (rows.length > 0) return void thanks.push(performance.now() - began)
    await pause(50)
  }
}

/** P3: so many callbacks and confirmations in a minute, three of ten of them said before. */
export async function burst(house: House, rail: Rail, many: number, within: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'A burst by phone')
  const fresh = Math.round(many * 0.7)
  const asked = await openRequests(house, drives, Math.ceil(fresh / 2))
  const typed = Array.from({ length: fresh - asked.length }, (_, at) => listed(drives[at % drives.length]!.number))
  const news = mixed(
    asked.map(({ told }) => told),
    typed.map((row) => payIn(rail.confirmation, row)),
  )
  await rail.ask('list', {
    rows: mixed(
      asked.map(({ row }) => row),
      typed,
    ),
    ms: within * 1000,
  })
  const began = performance.now()
  let told = 0
  const took = await steadily(many / within, many, (at) => {
    const isNew = told === 0 || Math.floor(((at + 1) * fresh) / many) > told
    return tell(house, news[isNew ? told++ : Math.floor(Math.random() * told)]!)
  })
  const answered = performance.now()
  const empty = await untilIn(house, drives, fresh, answered)
  await pause(2000)
  const { many: gifts, cents } = await giftsIn(house, drives)
  const isExact = gifts === fresh && cents === fresh * shillings * 100
  const p99 = share(took.ms, 0.99)
  console.log(
    [
      `P3 ${many} callbacks and confirmations in ${within} s, ${fresh} of them new: ${statuses(took)}`,
      `   answered after: median ${figure(share(took.ms, 0.5))}, longest ${figure(took.ms.at(-1)!)}; settled per second: ${Math.round(gifts / ((performance.now() - began) / 1000))}`,
    ].join('\n'),
  )
  found({
    goal: `P3 ${many} callbacks and confirmations in ${within} s`,
    wanted: 'all 200, p99 ≤ 500 ms, empty ≤ 90 s, exact',
    figure: `p99 ${figure(p99)}, empty after ${seconds(empty)}${isExact ? '' : `, WRONG: ${gifts} gifts of ${fresh}`}`,
    met: took.statuses.get('200') === many && p99 <= 500 && empty !== undefined && empty <= 90_000 && isExact,
  })
}

function mixed<One>(some: One[], others: One[]): One[] {
  const all: One[] = []
  for (let at = 0; at < Math.max(some.length, others.length); at++) {
    if (at < some.length) all.push(some[at]!)
    if (at < others.length) all.push(others[at]!)
  }
  return all
}

/** P4: requests that were paid, of one drive and of two hundred: gifts a second until the last is in the books. In turns. */
export async function oneDrive(house: House, rail: Rail, many: number, rounds: number): Promise<void> {
  const best = { one: 0, many: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const [name, drives] of [
      ['many', await drivesWithCodes(house, 200, 'One of many by phone')],
      ['one', await drivesWithCodes(house, 1, 'The one that everybody shares')],
    ] as const) {
      const asked = await openRequests(house, drives, many)
      await rail.ask('list', { rows: asked.map(({ row }) => row), ms: 0 })
      const began = performance.now()
      let next = 0
      const sender = async () => {
        for (let at = next++; at < many; at = next++) await tell(house, asked[at]!.told)
      }
      await Promise.all(Array.from({ length: 32 }, sender))
      const took = await untilIn(house, drives, many, began)
      best[name] = Math.max(best[name], took ? many / (took / 1000) : 0)
    }
  }
  const ratio = best.one / best.many
  found({
    goal: 'P4 one drive by phone',
    wanted: '≥ 0.9 × many',
    figure: `${Math.round(best.one)}/s`,
    ratio: `${ratio.toFixed(2)} × ${Math.round(best.many)}/s`,
    met: ratio >= 0.9,
  })
}

/** P7: whole gifts by prompt, 16 people at a time, from the form to the books; in turns with pgbench on the same server. */
export async function prompts(house: House, rail: Rail, many: number, rounds: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'Prompted')
  const isMeasured = hasPgbench()
  if (isMeasured) await preparePgbench(house)
  const best = { tpcB: 0, gifts: 0, ms: Infinity }
  let number = 30_000_000
  for (let round = 0; round < rounds; round++) {
    if (isMeasured) best.tpcB = Math.max(best.tpcB, transactions(house, 8, 5))
    const [before, began] = [house.processor(), performance.now()]
    const told = (await giftsIn(house, drives)).many
    let left = many
    const sender = async () => {
      while (left-- > 0) await promptedGift(house, rail, drives[left % drives.length]!.slug, `+2547${number++}`)
    }
    await Promise.all(Array.from({ length: 16 }, sender))
    const took = await untilIn(house, drives, told + many, began)
    const { product, database } = house.processor()
    const ms = (product - before.product + database - before.database) / many
    console.log(
      `   ${eachTook(house, before, many)}; ${took ? Math.round(many / (took / 1000)) : 'not all'} gifts a second`,
    )
    best.gifts = Math.max(best.gifts, took ? many / (took / 1000) : 0)
    best.ms = Math.min(best.ms, ms)
  }
  found({
    goal: 'P7 whole gifts by prompt',
    wanted: '≥ 0.08 of TPC-B, ≤ 15 ms of processor',
    figure: `${Math.round(best.gifts)}/s, ${best.ms.toFixed(1)} ms`,
    ratio: isMeasured ? `${(best.gifts / best.tpcB).toFixed(3)} × ${Math.round(best.tpcB)}/s` : 'without pgbench',
    met: isMeasured ? best.gifts >= 0.08 * best.tpcB && best.ms <= 15 : undefined,
  })
}

/** One person's gift: the form, the PIN, M-Pesa's callback. */
async function promptedGift(house: House, rail: Rail, slug: string, phone: string): Promise<void> {
  const form = new URLSearchParams({ way: 'mpesa', amount: String(shillings), phone, key: crypto.randomUUID() })
  const headers = { ...from(), origin: house.url, 'content-type': 'application/x-www-form-urlencoded' }
  const { status, text } = await post(house, `/fundraiser/${slug}/donate`, form.toString(), headers)
  if (status !== 303) throw new Error(`a gift was refused: ${status} ${text.slice(0, 300)}`)
  const { pushed } = await rail.ask<{ pushed: { checkout: string; hearAt: string } }>('pushed', { phone })
  await rail.ask('paid', { checkout: pushed.checkout })
  await tell(house, paidCallback(pathOf(pushed.hearAt), pushed.checkout, listed('').receipt))
}

/** P5: so many payments that nobody told, found by the list. */
export async function list(house: House, rail: Rail, many: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'Found in the list')
  const rows = Array.from({ length: many }, (_, at) => listed(drives[at % drives.length]!.number))
  await rail.ask('list', { rows, ms: 0 })
  const began = performance.now()
  const before = house.processor()
  await tell(house, payIn(rail.confirmation, rows[0]!))
  const took = await untilIn(house, drives, many, began)
  console.log(`   ${eachTook(house, before, many)}`)
  found({
    goal: `P5 a list of ${many}`,
    wanted: '≤ 30 s',
    figure: seconds(took),
    met: took !== undefined && took <= 30_000,
  })
  const again = performance.now()
  const last = listed(drives[0]!.number)
  await rail.ask('list', { rows: [...rows, last], ms: 0 })
  await tell(house, payIn(rail.confirmation, last))
  console.log(`   all known but one: ${seconds(await untilIn(house, drives, many + 1, again))}`)
  await rail.ask('list', { rows: [], ms: 0 })
}

const heads =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'

/** P6: a statement of so many payments that nobody knew. */
export async function statement(house: House, signIn: () => Promise<string>, many: number): Promise<void> {
  const drives = await drivesWithCodes(house, 200, 'Found in the statement')
  const lines = Array.from({ length: many }, (_, at) => {
    const { receipt, account, at: time } = listed(drives[at % drives.length]!.number)
    const spelt = time.replace(/^(....)-(..)-(..)/, '$3-$2-$1')
    return [
      receipt,
      spelt,
      spelt,
      'Pay Bill',
      'Completed',
      `${shillings}.00`,
      '',
      `${at}.00`,
      'true',
      'Pay Bill',
      '254712345126 - AMINA',
      '',
      account,
    ].join(',')
  })
  const csv = ['Account Holder:,BENCH', 'Short Code:,174379', '', heads, ...lines].join('\r\n')
  const body = new FormData()
  body.set('statement', new Blob([csv], { type: 'text/csv' }), 'statement.csv')
  const headers = { origin: house.url, cookie: await signIn() }
  const began = performance.now()
  const before = house.processor()
  const answer = await fetch(`${house.url}/admin/mpesa`, { method: 'POST', redirect: 'manual', headers, body })
  const taken = performance.now() - began
  if (answer.status >= 400)
    throw new Error(`the statement was not taken: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
  const took = await untilIn(house, drives, many, began)
  console.log(`   the file was taken after ${seconds(taken)}; ${eachTook(house, before, many)}`)
  found({
    goal: `P6 a statement of ${many}`,
    wanted: '≤ 30 s',
    figure: seconds(took),
    met: took !== undefined && took <= 30_000,
  })
}
