// node bench/office.ts   How long the lists of the back office take with a million donations and 100,000 payouts, on a
// database of its own. `MANY=100000` for a tenth of it.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withSources } from './sources.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
const many = Number(process.env.MANY ?? 1_000_000)
const load = () => os.loadavg().map((one) => one.toFixed(1))
try {
  console.log(`load before: ${load().join(' ')}`)
  await withSources<typeof import('./office-reads.ts'), void>('/bench/office-reads.ts', ({ measure }) =>
    measure(home, many),
  )
  console.log(`load after: ${load().join(' ')}`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
