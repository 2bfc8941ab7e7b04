import { readdirSync, readFileSync } from 'node:fs'
import type { Found } from './found.ts'
import { type House, pause } from './money-app.ts'

/** Megabytes: of the whole process, and what its objects take. */
type Sample = { rss: number; heap: number }

const metric = async ({ url }: House): Promise<Map<string, number>> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^(\w+(?:\{[^}]*\})?) ([\d.e+-]+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  )
}

/** Looks every second; the function it returns ends that, and gives what was seen. */
export function watchMemory(house: House): () => Sample[] {
  const samples: Sample[] = []
  const timer = setInterval(async () => {
    const heap = (await metric(house).catch(() => undefined))?.get('nodejs_heap_size_used_bytes')
    const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${house.pid}/status`, 'utf8')) ?? []
    if (heap) samples.push({ rss: Number(kB) / 1000, heap: heap / 1e6 })
  }, 1000)
  return () => {
    clearInterval(timer)
    return samples
  }
}

/** After this share of the time everything has been done once, and is kept that is to be kept. */
const warmUp = 0.4
/** Megabytes by which the floor may rise: less than a leak, more than what chance does. */
const slack = 40

/** The floor under the heap, which is what is not garbage, may not rise between the first and the last third after the warm-up. */
export function flatness(samples: Sample[], seconds: number): Found {
  const warm = samples.slice(Math.floor(samples.length * warmUp))
  const part = Math.max(1, Math.floor(warm.length / 3))
  const floor = (of: Sample[]) => Math.min(...of.map(({ heap }) => heap))
  const [first, last] = [floor(warm.slice(0, part)), floor(warm.slice(-part))]
  const most = Math.max(...samples.map(({ rss }) => rss))
  return {
    goal: `L8 soak of ${Math.round(seconds)} s: memory`,
    wanted: `floor of the heap rises by ≤ ${slack} MB`,
    figure: `from ${first.toFixed(0)} to ${last.toFixed(0)} MB; at most ${most.toFixed(0)} MB in all`,
    met: warm.length >= 3 && last - first <= slack,
  }
}

type Open = { files: number; connections: number; timers: number; listeners: number }

/** What the process has open: files and sockets, lines to the database, timers, and pages that listen. */
export async function openNow(house: House): Promise<Open> {
  const all = await metric(house)
  const { rows } = await house.db.query<{ many: number }>(
    `select count(*)::int as many from pg_stat_activity where datname = current_database()`,
  )
  return {
    files: readdirSync(`/proc/${house.pid}/fd`).length,
    connections: rows[0]!.many,
    timers: all.get('nodejs_active_resources{type="Timeout"}') ?? 0,
    listeners: all.get('live_listeners') ?? 0,
  }
}

/** What may be open more than before: what comes and goes by the clock. */
const room: Open = { files: 12, connections: 6, timers: 12, listeners: 0 }

/** Waits until what was opened is closed again, as long as it may take. */
export async function leftOpen(house: House, before: Open): Promise<Found> {
  let now = await openNow(house)
  const names = Object.keys(room) as (keyof Open)[]
  const isClosed = () => names.every((name) => now[name] <= before[name] + room[name])
  for (let waits = 0; !isClosed() && waits < 90; waits++) {
    await pause(1000)
    now = await openNow(house)
  }
  return {
    goal: 'L8 soak: left open afterwards',
    wanted: 'no more than before',
    figure: names.map((name) => `${name} ${before[name]} → ${now[name]}`).join(', '),
    met: isClosed(),
  }
}
