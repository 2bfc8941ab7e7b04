import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

// `npm run simulate -- --seeds 50 --operations 2000`: does so many simulation runs, each from its seed, with all rules
// of the books and a model of the money looked at again and again. `--seed 17` does one; `--from 51` begins there.
// `--mutations`: applies each mutation of test/mutations-in-simulation.ts alone, and does the run that has to find it.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    operations: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    log: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
  },
})
if (values.mutations) {
  const { status } = spawnSync(process.execPath, ['test/simulate-mutations.ts'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const [seeds, operations, from] = [values.seeds, values.operations, values.from].map(Number) as [number, number, number]
const runs = values.seed
  ? [[Number(values.seed), operations]]
  : Array.from({ length: seeds }, (_, at) => [from + at, operations])
if (!runs.flat().every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('--seeds, --operations, --from and --seed are whole numbers above 0')
  process.exit(1)
}

const began = performance.now()
// The product's words are made by the tests' own build, so it runs among them; half of the runs in each of two processes.
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const parts = [0, 1].map((part) => runs.filter((_, at) => at % 2 === part)).filter((part) => part.length > 0)
const codes = await Promise.all(
  parts.map((part) => {
    const env = { ...process.env, SIMULATE: JSON.stringify(part), ...(values.log ? { SIMULATE_LOG: '1' } : {}) }
    const settings = ['--project', 'unit', '--reporter=verbose', 'test/simulated']
    const child = spawn(process.execPath, [vitest, 'run', ...settings], { stdio: 'inherit', env })
    return new Promise<number | null>((resolve) => child.once('close', resolve))
  }),
)
console.log(`${runs.length} × ${operations} operations in ${Math.round((performance.now() - began) / 1000)} s`)
process.exit(codes.every((code) => code === 0) ? 0 : 1)
