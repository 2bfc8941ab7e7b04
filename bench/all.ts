// npm run bench   Measures everything that is claimed of speed, a short look at each, and prints one table. Words choose among
// the parts: npm run bench -- gifts views. `LONG=1` takes each at its full size, which lasts some hours.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Found, verdict } from './found.ts'

/** A program of this folder with its arguments, and the settings of a short look. */
type Part = { run: string[]; short?: Record<string, string> }

const parts: Record<string, Part> = {
  kept: { run: ['kept.ts'] },
  render: { run: ['render.ts'] },
  gifts: { run: ['money.ts', 'gifts'], short: { ROUNDS: '1', GIFTS: '1500' } },
  burst: { run: ['money.ts', 'burst'], short: { PART: '0.3' } },
  phone: { run: ['phone.ts'], short: { PART: '0.1', ROUNDS: '1' } },
  pages: { run: ['money.ts', 'pages'], short: { MANY: '100000' } },
  views: { run: ['money.ts', 'views'] },
  listeners: { run: ['money.ts', 'listeners'] },
  soak: { run: ['soak.ts'], short: { SECONDS: '180' } },
  door: { run: ['door.ts'], short: { SCANS: '60' } },
  cards: { run: ['cards.ts'], short: { ROUNDS: '5' } },
  guests: { run: ['guests.ts'] },
  growth: { run: ['lists.ts', 'pages'], short: { MANY: '100000' } },
  office: { run: ['admin.ts'], short: { MANY: '100000' } },
}

const long = process.env.LONG === '1'
/** Minutes that a part may take; then it is given up, and the others are measured all the same. */
const longest = long ? 180 : 20

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-found-'))
const file = path.join(folder, 'found')
writeFileSync(file, '')
const failed: string[] = []
try {
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n== ${name}`)
    if (!(await ran(part))) failed.push(name)
  }
  print(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failed.length > 0) console.log(`\nCame to no end: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

/** In a process of its own, so that what one leaves behind is no load of the next. */
async function ran({ run: [program, ...args], short = {} }: Part): Promise<boolean> {
  const env = { ...(long ? {} : short), ...process.env, BENCH_FOUND: file }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program!), ...args], { env, stdio: 'inherit' })
  const late = setTimeout(() => child.kill('SIGTERM'), longest * 60_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(late)
  return code === 0
}

function print(all: (Found & { load: string })[]): void {
  const head = ['goal', 'wanted', 'figure', 'ratio', '', 'load']
  const rows = all.map((one) => [one.goal, one.wanted, one.figure, one.ratio ?? '', verdict(one), one.load])
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length), 3))
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  console.log(`\n${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}`)
}
