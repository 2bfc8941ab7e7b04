// node bench/lists.ts   How long each list of the product takes with 100,000 rows, on a database of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withSources } from './sources.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
try {
  await withSources<typeof import('./list-reads.ts'), void>('/bench/list-reads.ts', ({ measure }) => measure(home))
} finally {
  rmSync(home, { recursive: true, force: true })
}
