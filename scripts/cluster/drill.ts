import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { giftCents } from '../../bench/money-provider.ts'
import { newDrives } from '../../bench/money-rows.ts'
import { pause } from '../../test/launch.ts'
import { type Fault, faults, isReady } from './faults.ts'
import { until } from './life.ts'
import { type Drive, type Load, longestGap, notWell, startLoad } from './load.ts'
import { databaseUrl, home } from './members.ts'
import { front, machines } from './net.ts'
import { members } from './roles.ts'
import { handOver, type People, signedIn, startWithdrawals, type Withdrawals } from './withdrawals.ts'

// The drill: one fault after another beside the visitors, and after each everything is compared: what visitors were told, what the
// provider remembers, and what the books say.

/** Runs in the visitors' namespace. Prints a line for each fault; ends with 1 when anything did not hold. */
export async function drill(chosen: number[]): Promise<void> {
  const wanted = faults.filter(({ nr }) => chosen.length === 0 || chosen.includes(nr))
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    max: 2,
    query_timeout: 20_000,
    connectionTimeoutMillis: 5000,
  })
  pool.on('error', () => {})
  await healthy()
  const people = await signedIn(pool)
  let failed = 0
  for (const fault of wanted) {
    const wrong = await oneFault(fault, pool, people)
    if (wrong.length > 0) failed++
  }
  await pool.end()
  console.log(`${wanted.length - failed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

async function oneFault(fault: Fault, pool: pg.Pool, people: People): Promise<string[]> {
  await healthy()
  const drive = await newDrive(pool)
  await handOver(pool, drive)
  const from = Date.now()
  const load = startLoad(drive, await tokenOf(drive), path.join(home, `begun-${fault.nr}.txt`))
  const out = startWithdrawals(people, drive)
  await pause(5000)
  const began = Date.now()
  let forgot: Forgot | undefined
  const done = fault.run(() => {
    forgot = { began, gifts: load.begun.length, withdrawals: out.told() }
  })
  const same = fault.same ? await longestSame(() => raisedAt(front, drive), done) : 0
  const meanwhile = (await done) ?? []
  await healthy()
  await pause(5000)
  await Promise.all([load.stop(), out.stop()])
  const wrong = [
    ...meanwhile,
    ...timesOf(fault, load, began),
    ...(await compared(pool, { fault, drive, load, out, from, forgot })),
  ]
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const [gift, page] = [longestGap(load.seen, 'gift', began), longestGap(load.seen, 'page', began)]
  if (same > (fault.same ?? 0)) wrong.push(`the page showed the same sum for ${seconds(same)}`)
  const said = Object.entries(notWell(load.seen, ['gift', 'page', 'look'])).map(([what, many]) => `${many} × ${what}`)
  console.log(
    `${wrong.length ? 'NO ' : 'yes'} ${fault.nr} ${fault.name}: gifts paused ${seconds(gift)} (≤ ${seconds(fault.gifts)}), pages ${seconds(page)} (≤ ${seconds(fault.pages)}), ${load.begun.length} gifts begun, ${out.said()}${said.length ? `; ${said.join(', ')}` : ''}`,
  )
  for (const one of wrong) console.log(`      ${one}`)
  return wrong
}

/** Gifts arrive all the time: a sum that stays is an old page. */
async function longestSame(ask: () => Promise<string>, until: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  until.then(over, over)
  let [sum, since, longest] = ['', Date.now(), 0]
  while (!isOver) {
    const now = await ask().catch(() => sum)
    if (now !== sum) [sum, since] = [now, Date.now()]
    longest = Math.max(longest, Date.now() - since)
    await pause(300)
  }
  return longest
}

function timesOf(fault: Fault, { seen, begun }: Load, began: number): string[] {
  const wrong: string[] = []
  if (begun.length < 20) wrong.push(`only ${begun.length} gifts were begun`)
  if (longestGap(seen, 'gift', began) > fault.gifts) wrong.push('gifts paused for too long')
  if (longestGap(seen, 'page', began) > fault.pages) wrong.push('pages paused for too long')
  if (longestGap(seen, 'look', began) > (fault.looks ?? Number.POSITIVE_INFINITY))
    wrong.push('looks paused for too long')
  const faulty = seen.filter(({ status }) => status === 500)
  if (faulty.length > 0) wrong.push(`${faulty.length} answers were faults of the product (500)`)
  const failed = seen.filter(({ status }) => status !== 200)
  if (fault.failsNothing && failed.length > 0) wrong.push(`${failed.length} requests failed`)
  return wrong
}

type Told = { kind: 'paid' | 'heard' | 'sent'; reference: string; at: number; amount?: number }
/** What the providers remember. */
const worldSays = (kind: Told['kind']): string[] => worldTold(kind).map(({ reference }) => reference)
const worldTold = (kind: Told['kind']): Told[] =>
  fs
    .readFileSync(path.join(home, 'world.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
    .filter((one) => one.kind === kind)

const sentSince = (moment: number) => worldTold('sent').filter(({ at }) => at > moment)

/** The fault is a restore. The product had said so much when the database was remembered: later rows may be gone, but no money. */
type Forgot = { began: number; gifts: number; withdrawals: string[] }

type Shown = { fault: Fault; drive: Drive; load: Load; out: Withdrawals; from: number; forgot: Forgot | undefined }

/** Compares the words to visitors and of the providers with the books. */
async function compared(pool: pg.Pool, { fault, drive, load, out, from, forgot }: Shown): Promise<string[]> {
  await until(async () => worldSays('heard').length >= worldSays('paid').length, 120)
  const books = async () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/check-books.ts'], {
      env: { ...process.env, DATABASE_URL: databaseUrl() },
      encoding: 'utf8',
    })
    return status === 0 ? [] : [`the books: ${stderr.trim().slice(0, 400)}`]
  }
  return [
    ...(await gifts(pool, drive, load, forgot)),
    ...(forgot
      ? await sentOnce(pool, forgot)
      : [
          ...(await credits(pool, drive, load.counted() - (fault.looksForgotten ?? 16))),
          ...(await out.compared(
            pool,
            sentSince(from).map(({ reference }) => reference),
          )),
        ]),
    ...(await sums(drive)),
    ...(await books()),
  ]
}

/** After a restore: what had been asked for is there, and each transfer is one that is known, or that a person was called for. Each amount left once. */
async function sentOnce(pool: pg.Pool, { began, withdrawals }: Forgot): Promise<string[]> {
  const wrong: string[] = []
  const sent = sentSince(began)
  const amounts = sent.map(({ amount }) => amount)
  if (amounts.length === 0) wrong.push('no withdrawal was sent')
  if (new Set(amounts).size !== amounts.length) wrong.push(`a withdrawal was sent twice: ${amounts.join(', ')}`)
  const references = sent.map(({ reference }) => reference)
  const unknown = async () => {
    const known = await rows(
      pool,
      `select reference from payout_attempts where reference = any($1)
        union select subject from discrepancies where subject = any($1) and state = 'open'`,
      [references],
    )
    return references.length - known.length
  }
  await until(async () => (await unknown()) === 0, 60).catch(() => {})
  const strange = await unknown()
  if (strange > 0) wrong.push(`${strange} transfers were ordered that nobody knows`)
  const filed = await rows(pool, 'select from payout_requests where client_key = any($1::uuid[])', [withdrawals])
  if (filed.length !== withdrawals.length)
    wrong.push(`${withdrawals.length - filed.length} withdrawals that were said to be asked for are gone`)
  return wrong
}

/** Money that came in for what the database has forgotten waits for a person, who was called: references of cards, receipts of M-Pesa. */
const waiting = (pool: pg.Pool): Promise<{ one: string }[]> =>
  rows(
    pool,
    `select case s.provider when 'mpesa' then s.provider_tx_id else s.reference end as one from suspense s
      where s.state = 'open' and exists (select from discrepancies d where d.state = 'open'
        and d.kind = 'money in suspense' and d.subject like '%' || s.provider_tx_id)`,
    [],
  )

/** Each gift that was begun is known; each that was paid is in the books, once, and no other. */
async function gifts(pool: pg.Pool, drive: Drive, load: Load, forgot?: Forgot): Promise<string[]> {
  const { paid } = load
  const begun = load.begun.slice(0, forgot?.gifts)
  const wrong: string[] = []
  const known = await rows<{ reference: string }>(pool, 'select reference from payments where reference = any($1)', [
    begun,
  ])
  if (known.length !== begun.length)
    wrong.push(`${begun.length - known.length} gifts that were said to be begun are gone`)
  const booked = async () => {
    const found = await rows<{ one: string }>(
      pool,
      `select coalesce(m.receipt, p.reference) as one from donations d join payments p on p.id = d.payment_id
        left join mpesa_receipts m on m.payment_id = p.id where d.fund_drive_id = $1`,
      [drive.id],
    )
    return found.map(({ one }) => one)
  }
  const told = new Set(worldSays('paid'))
  const own = paid.filter((one) => told.has(one))
  const areBooked = async () => {
    const kept = forgot ? (await waiting(pool)).map(({ one }) => one) : []
    const there = new Set([...(await booked()), ...kept])
    return own.every((one) => there.has(one))
  }
  await until(areBooked, 120).catch(() => {})
  const found = await booked()
  const once = new Set(found)
  const kept = new Set(forgot ? (await waiting(pool)).map(({ one }) => one) : [])
  const missing = own.filter((one) => !once.has(one) && !kept.has(one))
  const both = found.filter((one) => kept.has(one))
  if (both.length > 0) wrong.push(`${both.length} gifts are in the books and wait for a person`)
  if (missing.length > 0) wrong.push(`${missing.length} gifts that were paid are not in the books: ${missing[0]}`)
  if (found.length !== once.size) wrong.push(`${found.length - once.size} gifts are in the books twice`)
  const strange = found.filter((one) => !told.has(one))
  if (strange.length > 0) wrong.push(`${strange.length} gifts are in the books that nobody paid`)
  const [sum] = await rows<{ raised: string }>(
    pool,
    'select raised_amount as raised from fund_drive_totals where fund_drive_id = $1',
    [drive.id],
  )
  if (Number(sum?.raised ?? 0) !== found.length * giftCents)
    wrong.push(`the drive has raised ${sum?.raised}, and its gifts are ${found.length * giftCents}`)
  return wrong
}

const sums = (drive: Drive): Promise<string[]> =>
  until(async () => new Set(await Promise.all(shows.map((one) => raisedAt(one, drive)))).size === 1, 15).then(
    () => [],
    () => ['the machines show different sums'],
  )

/** Rows of views are what was used, and never more than was bought. At least so many are there. */
async function credits(pool: pg.Pool, drive: Drive, least: number): Promise<string[]> {
  const [one] = await rows<{ views: number; used: number; bought: number }>(
    pool,
    `select (select count(*)::int from fund_drive_views where fund_drive_id = $1) as views,
      sum(views - remaining_views)::int as used, sum(views)::int as bought from subscriptions where fund_drive_id = $1`,
    [drive.id],
  )
  const { views, used, bought } = one!
  if (views !== used || used > bought) return [`${views} views are written down, ${used} of ${bought} were used`]
  return views < least ? [`${views} views are there, and not ${least}`] : []
}

const products = ['app1', 'app2', 'app3'] as const

/** Every machine that shows pages. */
const shows = [...products.map((one) => `${machines[one]}:3000`), `${machines.cache1}:6081`, `${machines.cache2}:6081`]

async function raisedAt(place: string, { slug }: Drive): Promise<string> {
  const page = await (await fetch(`http://${place}/fundraiser/${slug}`, { headers: { host: front } })).text()
  const sum = /KES\u00a0([\d,]+)/.exec(page)?.[1]
  if (!sum) throw new Error(`no sum is on the page of ${place}`)
  return sum
}

/** All machines serve, and a standby confirms commits. */
async function healthy(): Promise<void> {
  await until(async () => (await Promise.all(products.map(isReady))).every(Boolean), 180)
  await until(async () => {
    const all = await members()
    return (
      all.length === 3 &&
      all.every(({ state }) => /running|streaming/.test(state)) &&
      all.some(({ role }) => role === 'sync_standby')
    )
  }, 180)
}

async function newDrive(pool: pg.Pool): Promise<Drive> {
  const [id] = await newDrives({ db: pool }, 1, 'A drive of the drill')
  const [drive] = await rows<Drive>(pool, 'select id, slug from fund_drives where id = $1', [id])
  return drive!
}

async function tokenOf({ slug }: Drive): Promise<string> {
  const page = await (await fetch(`http://${front}/fundraiser/${slug}`)).text()
  const [, token] = /seen\.gif\?token=([\w.-]+)/.exec(page) ?? []
  if (!token) throw new Error('the page of a drive has no token')
  return token
}

const rows = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  question: string,
  values: unknown[],
): Promise<Row[]> => (await pool.query<Row>(question, values)).rows
