// node bench/guests.ts   What the list of 5,000 guests takes with each of its filters, what an answer takes while fifty a second
// come to one occasion that has seats for half of them, and what it takes to open guests' pages again beside making them again. Words as
// arguments choose: line, answers, pages.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { pause, signIn } from '../test/launch.ts'
import { found, load } from './found.ts'
import { longLine, manyInvited } from './guest-rows.ts'
import { askFor, request } from './kept-lines.ts'
import { type House, withHouse } from './money-app.ts'
import { figure, statuses } from './money-loads.ts'
import { from, post, share, steadily } from './money-send.ts'
import { median } from './processor.ts'

const owner = 'owner@harambee.test'
const parts: Record<string, (house: House) => Promise<void>> = { line, answers, pages }

/** The ready filters, and a field after the other. */
const ready = [
  'answer=yes&pledge=yes&paid=no',
  'sent=yes&seen=no',
  'seen=yes&answer=invited',
  'came=yes&thanked=no',
  'answer=no&gives=on',
]
const fields = ['occasion=1', 'group=Church', 'pledge=open', 'paid=yes', 'thanked=no', 'q=njeri', 'q=4321']

const wanted = process.argv.slice(2)
await ensureBuild()
const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
// The example people, one of whom invites.
process.env.HARAMBEE_DEMO = '1'
try {
  await withHouse(home, async (house) => {
    for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run(house)
  })
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** Each filter in turns with the page of settings, which reads no guests. */
async function line({ url, db }: House, times = Number(process.env.ROUNDS ?? 40)): Promise<void> {
  console.log(`${await longLine(db, owner)}; load ${load()}`)
  const cookie = await signIn({ url })
  const list = '/gathering/line/guests'
  const pages: Record<string, string> = {
    settings: '/gathering/line/settings',
    ...Object.fromEntries(['', ...ready, ...fields].map((query) => [query || 'all', `${list}?${query}`])),
  }
  const took = new Map<string, number[]>(Object.keys(pages).map((name) => [name, []]))
  for (let nr = -2; nr < times; nr++)
    for (const [name, page] of Object.entries(pages)) {
      const began = performance.now()
      const answer = await fetch(`${url}${page}`, { headers: { cookie, 'accept-encoding': 'br' }, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${page}: ${answer.status}`)
      if (nr >= 0) took.get(name)!.push(performance.now() - began)
    }
  for (const all of took.values()) all.sort((a, b) => a - b)
  const [floor] = took.values()
  const rows = [...took].map(([name, ms]) => ({ name, p50: share(ms, 0.5), p95: share(ms, 0.95) }))
  console.log('| page | p50, ms | p95, ms | × settings |\n| --- | --: | --: | --: |')
  for (const { name, p50, p95 } of rows)
    console.log(`| ${[name, p50.toFixed(0), p95.toFixed(0), (p50 / share(floor!, 0.5)).toFixed(1)].join(' | ')} |`)
  const most = rows.toSorted((a, b) => b.p95 - a.p95)[0]!
  found({
    goal: 'the line of 5,000 guests, each filter',
    wanted: 'p95 ≤ 150 ms',
    figure: `at most ${figure(most.p95)} (${most.name})`,
    ratio: `${(most.p50 / share(floor!, 0.5)).toFixed(1)} × a page without guests`,
    met: most.p95 <= 150,
  })
}

/** Parties of two, each from another network; twice as many as there are seats for. */
async function answers(house: House, { perSecond = 50, seconds = 30 } = {}): Promise<void> {
  const many = perSecond * seconds
  const links = await manyInvited(house.db, owner, many, many)
  const body = new URLSearchParams({
    no: '1',
    reply: 'yes',
    adults: '2',
    children: '0',
    wish: '',
    email: '',
  }).toString()
  const took = await steadily(perSecond, many, async (at) => {
    const headers = { ...from(), 'content-type': 'application/x-www-form-urlencoded', origin: house.url }
    return (await post(house, `/i/${links[at]!}/answer`, body, headers)).status
  })
  const { rows } = await house.db.query<{ taken: number; yes: number; waiting: number }>(
    `select z.taken, sum(i.adults + i.children) filter (where i.state = 'yes')::int as yes,
       sum(i.adults + i.children) filter (where i.state = 'waiting')::int as waiting
     from occasion_seats z join occasions o on o.id = z.occasion_id join gatherings g on g.id = o.gathering_id
       join invitations i on i.occasion_id = o.id where g.slug = 'answers' group by z.taken`,
  )
  const [{ taken, yes, waiting }] = rows as [{ taken: number; yes: number; waiting: number }]
  const isExact = taken === many && yes === many && waiting === many
  const p95 = share(took.ms, 0.95)
  console.log(
    `${many} answers at ${perSecond}/s: ${statuses(took)}; ${taken} seats taken, ${waiting} wait; load ${load()}`,
  )
  found({
    goal: `${perSecond} answers a second to one occasion`,
    wanted: 'p95 ≤ 100 ms, seats exact',
    figure: `p50 ${figure(share(took.ms, 0.5))}, p95 ${figure(p95)}, seats ${isExact ? 'exact' : `WRONG: ${taken}, ${yes}`}`,
    met: p95 <= 100 && isExact && took.statuses.get('303') === many,
  })
}

/**
 * The pages of 200 guests, opened again from memory in turns with the same pages made for their visitor, by the processor's books: a
 * message in a cookie takes the usual way, as each opening did before pages were kept.
 */
async function pages(house: House, { rounds = Number(process.env.ROUNDS ?? 5), seconds = 3 } = {}): Promise<void> {
  const links = await manyInvited(house.db, owner, 200, 1000)
  const phone = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' }
  const next = (cookie?: string) => () =>
    request(`/i/${links[Math.floor(Math.random() * links.length)]!}`, cookie ? { ...phone, cookie } : phone)
  let opened = 0
  // Each is made for the first time.
  while (opened < links.length)
    await askFor(1, house.url, () => request(`/i/${links[opened++ % links.length]!}`, phone), 8)
  const [kept, anew]: [number[], number[]] = [[], []]
  const [keptMs, anewMs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++)
    for (const [each, ms, cookie] of [[kept, keptMs] as const, [anew, anewMs, 'flash=none'] as const]) {
      // The round before has ended, and the line to the database answers in time again.
      await pause(4000)
      await askFor(0.1, house.url, next(cookie), 1)
      const before = house.processor()
      const took = await askFor(seconds, house.url, next(cookie), 8)
      const after = house.processor()
      if (took.wrong > 0) throw new Error(`${took.wrong} of ${took.many} answers were wrong`)
      if (round === 0) continue
      each.push((after.product + after.database - before.product - before.database) / took.many)
      ms.push((took.seconds * 1000) / took.many)
    }
  const ratio = median(anew) / median(kept)
  console.log(
    `anew ${median(anew).toFixed(2)} ms of processor, ${(1000 / median(anewMs)).toFixed(0)}/s; kept ${(median(kept) * 1000).toFixed(0)} µs, ${(1000 / median(keptMs)).toFixed(0)}/s; load ${load()}`,
  )
  found({
    goal: 'a guest’s page, opened again',
    wanted: '≥ 20 × less processor than made anew',
    figure: `${(median(kept) * 1000).toFixed(0)} µs`,
    ratio: `${ratio.toFixed(0)} ×`,
    met: ratio >= 20,
  })
}
