import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

// What `npm run check` runs, and `npm test` beside its unit tests: everything that can be known about the app without
// trying it out.

const tool = (name: string) => path.resolve('node_modules/.bin', name)
const script = (name: string) => path.resolve('scripts', name)
const node = process.execPath

type Step = { what: string; command: string[]; isTest?: boolean }
const steps: Step[] = [
  { what: 'route types', command: [tool('react-router'), 'typegen'] },
  // Each checker works out on its own what the others need, too: of four, the usual, that takes a half more of the processors.
  { what: 'types', command: [tool('tsc'), '--noEmit', '--checkers', '2'] },
  { what: 'lint and format', command: [tool('biome'), 'ci', '--colors=off', '--diagnostic-level=error', '.'] },
  { what: 'unused code', command: [tool('knip')] },
  { what: 'translations', command: [node, script('words.ts')] },
  { what: 'architecture', command: [tool('vitest'), 'run', '--project', 'house'], isTest: true },
  { what: 'types and schema of the database', command: [node, script('db-types.ts'), '--check'] },
  { what: 'weight of the code', command: [node, script('weigh.ts')] },
  { what: 'weight of the landing page', command: [node, script('budget.ts')] },
]

/** Runs the checks one after the other, and answers with how many of them passed and failed. */
export async function runChecks(chosen = steps): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const { what, command } of chosen) {
    const started = performance.now()
    const { status, said } = await run(command)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${what} (${seconds} s)`)
    if (status === 0) continue
    failed++
    console.log(said.trimEnd())
  }
  if (failed) console.log(`${failed} of ${chosen.length} checks failed`)
  return { passed: chosen.length - failed, failed }
}

/** The checks that are no tests: `npm test` runs the house rules itself. */
export const checksBesideTests = () => runChecks(steps.filter(({ isTest }) => !isTest))

async function run([program, ...words]: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(program!, words, { env: { ...process.env, FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] })
  // Tests run beside them, and wait for answers.
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, said }
}

if (process.argv[1] === import.meta.filename) process.exit((await runChecks()).failed ? 1 : 0)
