// node bench/lists.ts   How long each list of the product takes with 100,000 rows, and what the pages of a drive take as it
// grows from 1,000 gifts to a million, on databases of their own. Words as arguments choose: lists, pages. `MANY=100000`
// stops growing there, `KEEP=folder` keeps what was filled and asks it again.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { askPages } from './list-pages.ts'
import { withHouse } from './money-app.ts'
import { withSources } from './sources.ts'

const many = Number(process.env.MANY ?? 1_000_000)
const kept = process.env.KEEP

const all: Record<string, (home: string) => Promise<void>> = {
  lists: (home) =>
    withSources<typeof import('./list-reads.ts'), void>('/bench/list-reads.ts', ({ measure }) => measure(home)),
  pages: async (home) => {
    await ensureBuild()
    // The example people, one of whom the drives belong to.
    process.env.HARAMBEE_DEMO = '1'
    const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= many)
    await withHouse(home, (house) => askPages(house, sizes))
  },
}

const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const home = kept ?? mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
  mkdirSync(home, { recursive: true })
  console.log(
    `${name}, load before: ${os
      .loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  try {
    await run(home)
  } finally {
    if (!kept) rmSync(home, { recursive: true, force: true })
  }
}
