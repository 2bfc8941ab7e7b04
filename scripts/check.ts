import { spawnSync } from 'node:child_process'
import path from 'node:path'

// What `npm run check` runs: everything that can be known about the house without trying it out.

const tool = (name: string) => path.resolve('node_modules/.bin', name)
const script = (name: string) => path.resolve('scripts', name)
const node = process.execPath

const steps: { what: string; command: string[] }[] = [
  { what: 'route types', command: [tool('react-router'), 'typegen'] },
  { what: 'types', command: [tool('tsc'), '--noEmit'] },
  { what: 'lint and format', command: [tool('biome'), 'ci', '--colors=off', '--diagnostic-level=error', '.'] },
  { what: 'unused code', command: [tool('knip')] },
  { what: 'translations', command: [node, script('words.ts')] },
  { what: 'architecture', command: [tool('vitest'), 'run', '--project', 'house'] },
  { what: 'types of the database', command: [node, script('db-types.ts'), '--check'] },
  { what: 'weight of the landing page', command: [node, script('budget.ts')] },
]

let wrong = 0
for (const { what, command } of steps) {
  const started = performance.now()
  const run = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${run.status === 0 ? 'ok  ' : 'FAIL'} ${what} (${seconds} s)`)
  if (run.status === 0) continue
  wrong++
  console.log(`${run.stdout}${run.stderr}`.trimEnd())
}
if (wrong) console.log(`${wrong} of ${steps.length} checks failed`)
process.exit(wrong ? 1 : 0)
