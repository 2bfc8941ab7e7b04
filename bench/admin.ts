// node bench/admin.ts   How long the lists of the back office take with a million donations and 100,000 payouts, on a
// database of its own. `MANY=100000` for a tenth of it, `KEEP=folder` keeps what was filled and asks it again.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withSources } from './sources.ts'

const kept = process.env.KEEP
const home = kept ?? mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
mkdirSync(home, { recursive: true })
const many = Number(process.env.MANY ?? 1_000_000)
const load = () => os.loadavg().map((one) => one.toFixed(1))
try {
  console.log(`load before: ${load().join(' ')}`)
  await withSources<typeof import('./admin-reads.ts'), void>('/bench/admin-reads.ts', ({ measure }) =>
    measure(home, many),
  )
  console.log(`load after: ${load().join(' ')}`)
} finally {
  if (!kept) rmSync(home, { recursive: true, force: true })
}
