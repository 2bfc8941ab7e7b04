// node bench/kept.ts   What is given out from memory: a page, its data, a picture and a file, each in turns with a bare Node server
// that gives out the same bytes under the same head; how long answers take with 64 connections from five seconds after the
// start; how soon a change is shown; what a whole visit takes; thousands of different drives. Processor time is that of all
// threads by the scheduler's own books (Linux only). ROUNDS=5 SECONDS=2 are the usual sizes, words choose among the parts.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { freePort, runningPostgres } from '../app/platform/postgres/postgres.server.ts'
import { ask } from '../e2e/database.ts'
import { ensureBuild } from '../scripts/build.ts'
import { end, launch, openFolder, pause, ready, until } from '../test/launch.ts'
import { found, load } from './found.ts'
import { fillDrive, slug } from './full-drive.ts'
import { askFor, request } from './kept-lines.ts'
import { replayed, visitOf } from './kept-visit.ts'
import { newDrives } from './money-rows.ts'
import { share } from './money-send.ts'
import { median, processorOf, spent } from './processor.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 2)
const phone = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
}
const page = `/fundraiser/${slug}`

await ensureBuild()
const folder = openFolder()
const dataDir = path.join(folder, 'data')
const product = await launch({ dataDir, env: { LOG_LEVEL: 'info', TRUST_PROXY: '1' } })
const opened = performance.now()
/** From five seconds after the start on. */
async function soon() {
  await askFor(1, product.url, () => request(page, phone), 8)
  await pause(Math.max(0, opened + 5000 - performance.now()))
  const before = load()
  const { ms, many, wrong } = await askFor(10, product.url, () => request(page, phone))
  const [p50, p99] = [share(ms, 0.5), share(ms, 0.99)]
  found({
    goal: 'a kept page, 64 connections',
    wanted: 'p99 ≤ 10 ms',
    figure: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms; ${Math.round(many / 10)}/s${wrong ? `, ${wrong} WRONG` : ''} (load before ${before})`,
    met: p99 <= 10 && wrong === 0,
  })
}

type Target = { name: string; path: string; most: number; least?: number }

/** Each in turns with a bare server of its own. */
async function short() {
  const html = await (await fetch(product.url + page)).text()
  const file = /\/assets\/[\w.-]+\.css/.exec(html)![0]
  const picture = /\/media\/[\w./-]+/.exec(html)![0]
  const targets: Target[] = [
    { name: 'a kept page', path: page, most: 19, least: 0.8 },
    { name: 'its data', path: `${page}.data`, most: 19 },
    { name: 'a picture', path: picture, most: 25 },
    { name: 'a file', path: file, most: 25 },
  ]
  for (const target of targets) await inTurns(target)
}

async function inTurns({ name, path: asked, most, least }: Target) {
  const bare = await bareServer(asked)
  // A visitor who has been here before, and a new one.
  const times: Record<'kept' | 'fresh' | 'bare', number[]> = { kept: [], fresh: [], bare: [] }
  const speeds: Record<'kept' | 'bare', number[]> = { kept: [], bare: [] }
  const known = request(asked, { ...phone, cookie: `visitor=${visitorCookie}.${visitorCookie}` })
  const fresh = request(asked, phone)
  try {
    for (let round = 0; round <= rounds; round++) {
      const kept = await measured(product.url, product.child.pid!, known)
      const others = await measured(bare.url, bare.child.pid!, known)
      const news = await measured(product.url, product.child.pid!, fresh)
      // The first round warms.
      if (round === 0) continue
      times.kept.push(kept.each)
      times.bare.push(others.each)
      times.fresh.push(news.each)
      speeds.kept.push(kept.perSecond)
      speeds.bare.push(others.perSecond)
    }
  } finally {
    bare.child.kill()
  }
  const [kept, others, news] = [median(times.kept), median(times.bare), median(times.fresh)]
  const speed = median(speeds.kept) / median(speeds.bare)
  console.log(
    `${name}: ${kept.toFixed(1)} µs, bare ${others.toFixed(1)} µs, to a new visitor ${news.toFixed(1)} µs; ${Math.round(median(speeds.kept))}/s, bare ${Math.round(median(speeds.bare))}/s (${speed.toFixed(2)})`,
  )
  found({
    goal: `${name} from memory`,
    wanted: `≤ ${most} µs${least ? `, ≥ ${least} of bare Node` : ''}`,
    figure: `${kept.toFixed(1)} µs`,
    ratio: `${(others / kept).toFixed(2)} of bare Node`,
    met: kept <= most && others / kept >= (least ?? 0),
  })
}

async function measured(url: string, pid: number, text: string) {
  const before = processorOf([pid])
  const { many, seconds: passed, wrong } = await askFor(seconds, url, () => text)
  if (wrong > 0) throw new Error(`${wrong} of ${many} answers were wrong`)
  return { each: ((processorOf([pid]) - before) / many) * 1000, perSecond: many / passed }
}

/** Any browser that was here before; only what is counted reads the signature. */
const visitorCookie = 'x'.repeat(22)

/** Gives out what the product gave, under the product's own head. */
async function bareServer(asked: string): Promise<{ url: string; child: ChildProcess }> {
  const { head, body } = await whole(asked)
  const file = path.join(folder, 'bare.json')
  writeFileSync(file, JSON.stringify({ head, body: body.toString('base64') }))
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'kept-bare.ts'), String(port), file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(url).then(
        (answer) => answer.ok,
        () => false,
      ),
    'a bare server',
  )
  return { url, child }
}

/** What Node adds by itself is left out. */
const whole = (asked: string) =>
  new Promise<{ head: string[]; body: Buffer }>((resolve, reject) => {
    http
      .get(product.url + asked, { headers: { ...phone, cookie: 'visitor=none' } }, async (answer) => {
        const pairs = answer.rawHeaders.flatMap((name, at) =>
          at % 2 === 0 ? [[name, answer.rawHeaders[at + 1]!]] : [],
        )
        const own = pairs.filter(([name]) => !/^(date|connection|keep-alive|set-cookie)$/i.test(name!))
        resolve({ head: own.flat(), body: Buffer.concat(await answer.toArray()) })
      })
      .on('error', reject)
  })

/** From the commit of a change until a visitor is given the new page, quiet and while others ask. */
async function told() {
  const quiet = await changes(30)
  const asking = askFor(8, product.url, () => request(page, phone), 32)
  const busy = await changes(30)
  await asking
  const most = Math.max(...quiet)
  found({
    goal: 'a told change is shown',
    wanted: '≤ 100 ms',
    figure: `median ${median(quiet).toFixed(0)}, longest of 30 ${most.toFixed(0)} ms; beside others ${median(busy).toFixed(0)} and ${Math.max(...busy).toFixed(0)} ms`,
    met: most <= 100,
  })
}

async function changes(many: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < many; at++) {
    const words = `Told ${performance.now()}`
    await ask(
      product,
      `with one as (
         insert into fund_drive_comments (fund_drive_id, name, content, visitor, fingerprint)
         select id, 'Bench', $2, 'bench', rpad(md5($2), 43, 'x') from fund_drives where slug = $1 returning fund_drive_id
       ) select pg_notify('live', 'drive:' || fund_drive_id) from one`,
      [slug, words],
    )
    const began = performance.now()
    while (!(await (await fetch(product.url + page)).text()).includes(words)) await pause(1)
    took.push(performance.now() - began)
    await pause(150)
  }
  return took
}

/** All that the browser of a new visitor asks for, asked again by others. */
async function visit() {
  const requests = await visitOf(product.url, page)
  const visits = 600
  await replayed(product.url, requests, 600)
  const pid = product.child.pid!
  const before = spent(pid)
  await replayed(product.url, requests, visits)
  await pause(500)
  const after = spent(pid)
  const [own, database] = [(after.product - before.product) / visits, (after.database - before.database) / visits]
  found({
    goal: `a new visitor’s whole visit, ${requests.length} requests`,
    wanted: '≤ 1.5 ms',
    figure: `${own.toFixed(2)} ms, and ${database.toFixed(2)} of the database`,
    met: own <= 1.5,
  })
}

/** Visitors of three thousand drives, each drive as likely as the other. */
async function many() {
  const { url } = runningPostgres(path.join(dataDir, 'postgres'))!
  const db = new pg.Pool({ connectionString: url, max: 2 })
  try {
    const ids = await newDrives({ db }, 3000, 'One of three thousand')
    const { rows } = await db.query<{ slug: string }>('select slug from fund_drives where id = any($1)', [ids])
    await db.query('vacuum analyze')
    const texts = rows.map((one) => request(`/fundraiser/${one.slug}`, phone))
    const any = () => texts[Math.floor(Math.random() * texts.length)]!
    await askFor(30, product.url, any)
    const { many: answers, seconds: passed, wrong, ms } = await askFor(15, product.url, any)
    found({
      goal: `${texts.length} different drives`,
      wanted: '≥ 10,000/s',
      figure: `${Math.round(answers / passed)}/s, p99 ${share(ms, 0.99).toFixed(0)} ms${wrong ? `, ${wrong} WRONG` : ''}`,
      met: answers / passed >= 10_000 && wrong === 0,
    })
  } finally {
    await db.end()
  }
}

const all: Record<string, () => Promise<void>> = { soon, short, told, visit, many }
const wanted = process.argv.slice(2)
try {
  await ready(product)
  await fillDrive(product)
  for (const [name, run] of Object.entries(all)) if (wanted.length === 0 || wanted.includes(name)) await run()
} finally {
  await end(product)
  rmSync(folder, { recursive: true, force: true })
}
