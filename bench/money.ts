// node bench/money.ts   How much money can come in at once, beside what pgbench does on the same server at the same time
// of day. Words as arguments choose: gifts, burst, pages, views, listeners. `ROUNDS=1 GIFTS=400` for a quick
// look, `PART=0.1` for a tenth of the events, views and gifts a second on a machine that has other work. `L0=0` leaves pgbench
// out, to compare versions in turns by processor time alone. Linux only.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { found } from './found.ts'
import { type House, withHouse } from './money-app.ts'
import { pages } from './money-crowd.ts'
import { type Gifts, gifts, manyDrives, oneDrive } from './money-gifts.ts'
import { listeners } from './money-listeners.ts'
import { burst, views } from './money-loads.ts'
import { hasPgbench, preparePgbench, transactions } from './money-pgbench.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const many = Number(process.env.GIFTS ?? 2000)
const part = Number(process.env.PART ?? 1)

type Round = { l0: number[]; l1: Gifts; l2: Gifts }

/** In turns, and the best of each: what else the machine does then troubles none of them more than the others. */
async function inTurns(house: House) {
  const [drives, one] = [await manyDrives(house), await oneDrive(house)]
  await gifts(house, drives, 400)
  await gifts(house, one, 200)
  const measured = process.env.L0 !== '0' && hasPgbench()
  if (measured) await preparePgbench(house)
  else console.log('without pgbench (Debian: postgresql-contrib) there are no ratios')
  const rows: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    const l0 = measured ? [transactions(house, 8, 6), transactions(house, 32, 6)] : []
    rows.push({ l0, l1: await gifts(house, drives, many), l2: await gifts(house, one, many) })
    const { l1, l2 } = rows.at(-1)!
    console.log(
      `round ${round}: L0 ${l0.map(Math.round).join(' / ')}, L1 ${inShort(l1)}, L2 ${inShort(l2)}, load ${os.loadavg().map(Math.round)}`,
    )
  }
  report(rows, measured)
}

function report(rows: Round[], measured: boolean) {
  const l0 = [0, 1].map((at) => Math.max(...rows.map((row) => row.l0[at] ?? 0)))
  const [l1, l2] = [Math.max(...rows.map((row) => row.l1.perSecond)), Math.max(...rows.map((row) => row.l2.perSecond))]
  const of = (perSecond: number) => (measured ? `${(perSecond / l0[0]!).toFixed(3)} × L0` : 'no L0')
  const mails = Math.max(...rows.map((row) => row.l1.withMails))
  const each = Math.min(...rows.map((row) => row.l1.each.all))
  console.log(`L0 ${Math.round(l0[0]!)}/s with 8 clients, ${Math.round(l0[1]!)}/s with 32`)
  const wanted = measured ? { met: l1 >= 0.15 * l0[0]! } : { met: undefined }
  found({
    goal: 'L1 whole gifts, many drives',
    wanted: '≥ 0.15 × L0',
    figure: `${Math.round(l1)}/s`,
    ratio: of(l1),
    ...wanted,
  })
  found({
    goal: '… until the last email is sent',
    wanted: '≥ 0.15 × L0',
    figure: `${Math.round(mails)}/s`,
    ratio: of(mails),
    met: measured ? mails >= 0.15 * l0[0]! : undefined,
  })
  found({
    goal: 'a gift of all processors, emails included',
    wanted: '≤ 5 ms',
    figure: `${each.toFixed(2)} ms`,
    met: each <= 5,
  })
  const hot = l2 / l1
  found({
    goal: 'L2 one drive',
    wanted: '≥ 0.9 × L1',
    figure: `${Math.round(l2)}/s`,
    ratio: `${hot.toFixed(2)} × L1`,
    met: hot >= 0.9,
  })
  const most = Math.max(...rows.map((row) => row.l2.total.most))
  const medians = rows.map((row) => row.l2.total.median.toFixed(1))
  console.log(`   its total read in ${medians.join(', ')} ms (median of each round); at most ${most} gifts not folded`)
}

const inShort = ({ perSecond, withMails, cpu, syncs, each }: Gifts) =>
  `${perSecond.toFixed(0)} (${withMails.toFixed(0)} with emails; ${cpu.toFixed(2)} cores; ${syncs.toFixed(2)} syncs and ${each.all.toFixed(2)} ms of processor a gift: product ${each.product.toFixed(2)}, database ${each.database.toFixed(2)}, rest ${each.rest.toFixed(2)})`

const all: Record<string, (house: House) => Promise<void>> = {
  gifts: inTurns,
  burst: (house) => burst(house, 1000 * part),
  pages: (house) => pages(house, { perSecond: 500 * part }),
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
