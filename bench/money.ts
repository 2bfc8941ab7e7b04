// node bench/money.ts   How much money can come in at once, beside what pgbench does on the same server at the same time
// of day. Words as arguments choose: gifts, burst, views, listeners. `ROUNDS=1 GIFTS=400` for a quick
// look, `PART=0.1` for a tenth of the events, views and gifts a second on a machine that has other work. Linux only.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { type Gifts, gifts, manyDrives, oneDrive } from './money-gifts.ts'
import { type House, withHouse } from './money-house.ts'
import { listeners } from './money-listeners.ts'
import { burst, views } from './money-loads.ts'
import { hasPgbench, preparePgbench, transactions } from './money-pgbench.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const many = Number(process.env.GIFTS ?? 2000)
const part = Number(process.env.PART ?? 1)

/** In turns, and the best of each: what else the machine does then troubles none of them more than the others. */
async function inTurns(house: House) {
  const [drives, one] = [await manyDrives(house), await oneDrive(house)]
  await gifts(house, drives, 400)
  await gifts(house, one, 200)
  const measured = hasPgbench()
  if (measured) await preparePgbench(house)
  else console.log('pgbench is missing (Debian: postgresql-contrib), so there are no ratios.')
  const rows: { l0: number[]; l1: Gifts; l2: Gifts }[] = []
  for (let round = 1; round <= rounds; round++) {
    const l0 = measured ? [transactions(house, 8, 6), transactions(house, 32, 6)] : []
    rows.push({ l0, l1: await gifts(house, drives, many), l2: await gifts(house, one, many) })
    const { l1, l2 } = rows.at(-1)!
    console.log(
      `round ${round}: L0 ${l0.map(Math.round).join(' / ')}, L1 ${inShort(l1)}, L2 ${inShort(l2)}, load ${os.loadavg().map(Math.round)}`,
    )
  }
  const l0 = [0, 1].map((at) => Math.max(...rows.map((row) => row.l0[at] ?? 0)))
  const [l1, l2] = [Math.max(...rows.map((row) => row.l1.perSecond)), Math.max(...rows.map((row) => row.l2.perSecond))]
  const of = measured ? (l1 / l0[0]!).toFixed(3) : '?'
  console.log(`L0 ${Math.round(l0[0]!)}/s with 8 clients, ${Math.round(l0[1]!)}/s with 32`)
  console.log(`L1 ${l1.toFixed(0)} whole gifts a second to 200 drives: ${of} × L0`)
  console.log(`L2 ${l2.toFixed(0)} to one drive: ${(l2 / l1).toFixed(2)} × L1`)
  const most = Math.max(...rows.map((row) => row.l2.total.most))
  const medians = rows.map((row) => row.l2.total.median.toFixed(1))
  console.log(`   its total read in ${medians.join(', ')} ms (median of each round); at most ${most} gifts not folded`)
}

const inShort = ({ perSecond, cpu, syncs }: Gifts) =>
  `${perSecond.toFixed(0)} (${cpu.toFixed(2)} cores: ${((1000 * cpu) / perSecond).toFixed(1)} ms a gift; ${syncs.toFixed(2)} syncs a gift)`

const all: Record<string, (house: House) => Promise<void>> = {
  gifts: inTurns,
  burst: (house) => burst(house, 1000 * part),
  views: (house) => views(house, 1000 * part),
  listeners: (house) => listeners(house, 2000, 200 * part),
}

await ensureBuild()
const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
console.log(
  `load of the machine before: ${os
    .loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
)
try {
  const wanted = process.argv.slice(2)
  await withHouse(home, async (house) => {
    for (const [name, run] of Object.entries(all)) if (wanted.length === 0 || wanted.includes(name)) await run(house)
  })
} finally {
  rmSync(home, { recursive: true, force: true })
}
console.log(
  `load of the machine after: ${os
    .loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
)
