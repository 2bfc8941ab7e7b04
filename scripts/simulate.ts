import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

// `npm run simulate -- --seeds 50 --operations 2000`: lives so many lives of the product, each from its seed, with all rules
// of the books and a model of the money looked at again and again. `--seed 17` lives one; `--from 51` begins there. `--planted`:
// each mistake of test/planted-lives.ts is planted alone, and the life that has to find it is lived.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    operations: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    log: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
})
if (values.planted) {
  const { status } = spawnSync(process.execPath, ['test/plant-lives.ts'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const [seeds, operations, from] = [values.seeds, values.operations, values.from].map(Number) as [number, number, number]
const lives = values.seed
  ? [[Number(values.seed), operations]]
  : Array.from({ length: seeds }, (_, at) => [from + at, operations])
if (!lives.flat().every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('--seeds, --operations, --from and --seed are whole numbers above 0')
  process.exit(1)
}

const began = performance.now()
// The product's words are made by the tests' own build, so it is lived among them; half of the lives in each of two processes.
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const parts = [0, 1].map((part) => lives.filter((_, at) => at % 2 === part)).filter((part) => part.length > 0)
const codes = await Promise.all(
  parts.map((part) => {
    const env = { ...process.env, SIMULATE: JSON.stringify(part), ...(values.log ? { SIMULATE_LOG: '1' } : {}) }
    const settings = ['--project', 'unit', '--reporter=verbose', 'test/simulated']
    const child = spawn(process.execPath, [vitest, 'run', ...settings], { stdio: 'inherit', env })
    return new Promise<number | null>((resolve) => child.once('close', resolve))
  }),
)
console.log(`${lives.length} × ${operations} operations in ${Math.round((performance.now() - began) / 1000)} s`)
process.exit(codes.every((code) => code === 0) ? 0 : 1)
