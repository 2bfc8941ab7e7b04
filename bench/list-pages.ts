import { readFileSync } from 'node:fs'
import os from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { keepBalances, keepSums } from '#app/base/ledger/moment.server.ts'
import { openPool } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'
import { signIn } from '#test/launch.ts'
import { found as say } from './found.ts'
import { type Grown, grownDrives } from './list-drives.ts'
import type { House } from './money-app.ts'
import { childrenOf, parentOf, processorGone, processorOf } from './processor.ts'

const times = 40

/** Asks each page of drives of these sizes, size after size within a page, and prints what grows. */
export async function askPages({ url, databaseUrl }: House, sizes: number[]): Promise<void> {
  // The app's own connections do not wait as long as it takes to fill.
  const patient = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const drives = await drivesThere(patient, sizes)
  const books = new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(databaseUrl, 2) }) })
  // What the clock keeps every few minutes.
  while ((await keepBalances(books)) > 0);
  while ((await keepSums(books)) > 0);
  await patient.query('vacuum analyze ledger_balances, revenue_sums')
  const cookie = await signIn({ url })
  const ask = async (address: string, as: string) => {
    const answer = await fetch(`${url}${address}`, {
      headers: { cookie: as, 'accept-encoding': 'br' },
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
  }
  const busy = await whoWorks(patient)
  console.log(
    `p50 / p95 / processor (median, product and database) of ${times} in ms; last: the largest in times of the smallest\n| page | ${sizes.map(short).join(' | ')} | p50 | p95 | processor |\n| --- |${' --: |'.repeat(sizes.length + 3)}`,
  )
  const grew: { page: string; times: number }[] = []
  for (const [page, { address, open }] of Object.entries(await pages(patient))) {
    const asks = drives.map((drive) => {
      const at = address(drive)
      return () => ask(at, open ? '' : cookie)
    })
    const found = await inTurns(asks, busy)
    const [first, last] = [found[0]!, found.at(-1)!]
    const of = (name: keyof Found) => (last[name] / first[name]).toFixed(2)
    const cells = found.map(
      ({ p50, p95, processor }) => `${Math.round(p50)} / ${Math.round(p95)} / ${processor.toFixed(1)}`,
    )
    console.log(`| ${page} | ${cells.join(' | ')} | ${of('p50')} | ${of('p95')} | ${of('processor')} |`)
    grew.push({ page, times: last.p95 / first.p95 })
  }
  const [most] = grew.toSorted((a, b) => b.times - a.times)
  const missed = grew.filter((one) => one.times > 1.5)
  say({
    goal: `pages of a drive from ${short(sizes[0]!)} to ${short(sizes.at(-1)!)} gifts`,
    wanted: 'each p95 ≤ 1.5 ×',
    figure: `${grew.length - missed.length} of ${grew.length} pages`,
    ratio: `at most ${most!.times.toFixed(2)} × (${most!.page.replace('… ', '')})`,
    met: missed.length === 0,
  })
  console.log(
    `load after: ${os
      .loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  await books.destroy()
  await patient.end()
}

/** Those of a database that was kept are asked again. */
async function drivesThere(db: pg.Pool, sizes: number[]): Promise<Grown[]> {
  const { rows } = await db.query<{ id: string; slug: string }>(
    `select id, slug from fund_drives where slug like 'grown-%'`,
  )
  const there = sizes.flatMap((many) =>
    rows.filter(({ slug }) => slug === `grown-${many}`).map((row) => ({ ...row, many })),
  )
  if (there.length === sizes.length) return there
  const began = performance.now()
  const made = await grownDrives(db, 'owner@harambee.test', sizes)
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return made
}

const short = (many: number) => (many >= 1_000_000 ? `${many / 1_000_000} M` : `${many / 1000} k`)

type Found = { p50: number; p95: number; processor: number }

/** One of each size after the other, so that what else the machine does troubles none more than the others. */
async function inTurns(asks: (() => Promise<void>)[], busy: () => number): Promise<Found[]> {
  const all = asks.map(() => ({ clock: [] as number[], processor: [] as number[] }))
  for (let nr = -6; nr < times; nr++)
    for (const [at, ask] of asks.entries()) {
      const [began, busyBefore] = [performance.now(), busy()]
      await ask()
      if (nr < 0) continue
      all[at]!.clock.push(performance.now() - began)
      all[at]!.processor.push(busy() - busyBefore)
    }
  const part = (of: number[], place: number) => of.sort((a, b) => a - b)[Math.ceil(of.length * place) - 1]!
  return all.map(({ clock, processor }) => ({
    p50: part(clock, 0.5),
    p95: part(clock, 0.95),
    processor: part(processor, 0.5),
  }))
}

/** What the product and the database's own processes have taken so far. Both have opened their connections by now. */
async function whoWorks(db: pg.Pool): Promise<() => number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]!.pid)
  const product = childrenOf(process.pid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/start.ts'),
  )!
  return () => processorOf([product, ...childrenOf(postmaster)]) + processorGone(postmaster)
}

type Page = { address: (drive: Grown) => string; open?: true }

async function pages(db: pg.Pool): Promise<Record<string, Page>> {
  const { rows } = await db.query<{ drive: string; gift: number }>(
    `select d.id as drive, (select g.id from donations g where g.fund_drive_id = d.id order by g.id offset
       (select used_views / 2 from subscriptions s where s.fund_drive_id = d.id) limit 1) as gift
     from fund_drives d where d.slug like 'grown-%'`,
  )
  const middle = new Map(rows.map(({ drive, gift }) => [drive, gift]))
  const seen = (rest: string | ((drive: Grown) => string)): Page => ({
    address: (drive) => `/fundraiser/${drive.slug}${typeof rest === 'string' ? rest : rest(drive)}`,
    open: true,
  })
  const own = (rest: string): Page => ({ address: ({ slug }) => `/fund-drive/${slug}/${rest}` })
  return {
    'public page': seen(''),
    'comments tab': seen('?tab=comments'),
    'gifts, from the middle': seen(({ id }) => `?tab=donations&donations=${middle.get(id)}`),
    'owner: home': own('home'),
    'owner: donations': own('donations'),
    '… one channel': own('donations?channel=mobile'),
    '… a name of one in 2,400': own('donations?search=wanjiru+kamauo'),
    '… a name of one in 240': own('donations?search=wanjiru+kamau'),
    '… a surname of every sixth': own('donations?search=kamau'),
    '… a name nobody has': own('donations?search=kamau+wanjiru'),
    '… two letters': own('donations?search=ri'),
    '… one day': own(`donations?day=${new Date(Date.now() - 10 * 864e5).toISOString().slice(0, 10)}`),
    'owner: statement': own('statement'),
    '… of a month': own(
      `statement?from=${new Date(Date.now() - 60 * 864e5).toISOString().slice(0, 10)}&to=${new Date(Date.now() - 30 * 864e5).toISOString().slice(0, 10)}`,
    ),
    'owner: analytics': own('analytics'),
    '… of 90 days': own('analytics?days=90'),
    'owner: payouts': own('payouts'),
  }
}
