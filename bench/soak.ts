// node bench/soak.ts   Everybody at once for a while: visitors, gifts, comments, owners and live listeners. Afterwards the books
// must be right, the memory flat, and nothing left open. `SECONDS=3600` for an hour, `PART=0.5` for half as many people.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { found } from './found.ts'
import { withHouse } from './money-app.ts'
import { soak } from './soak-life.ts'

process.env.HARAMBEE_DEMO = '1'
await ensureBuild()
const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-soak-'))
try {
  const seconds = Number(process.env.SECONDS ?? 300)
  await withHouse(home, async (house) => {
    for (const one of await soak(house, { seconds, part: Number(process.env.PART ?? 1) })) found(one)
  })
} finally {
  rmSync(home, { recursive: true, force: true })
}
