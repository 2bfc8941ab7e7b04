import type { PluginOption } from 'vite'
import { createVitest, type TestModule } from 'vitest/node'
import { plainJsx, words } from '../scripts/words-macro.ts'
import { testDatabases } from './global.ts'
import { mutationPlugin } from './mutate.ts'
import { type MutationInSimulation, mutationsInSimulation } from './mutations-in-simulation.ts'

// Applies each mutation of mutations-in-simulation.ts and does the simulation run that has to find it; prints the table of
// test/simulation.md.
//
//   node test/simulate-mutations.ts              all
//   node test/simulate-mutations.ts 3 7          these; with SEEDS=1,2,3 each runs with these seeds until one finds it

const asked = process.argv.slice(2).map(Number)
const numbers = asked.length > 0 ? asked : [...mutationsInSimulation.keys()]
const seeds = process.env.SEEDS?.split(',').map(Number)

const projectOf = (nr: number) => {
  const { seed, steps, without = '', ...mutation } = mutationsInSimulation[nr]!
  const plugins: PluginOption[] = [mutationPlugin(mutation), words()]
  const runs = (seeds ?? [seed]).map((one) => [one, steps])
  return {
    plugins,
    oxc: plainJsx,
    test: {
      name: String(nr),
      include: ['test/simulated.test.ts'],
      globalSetup: './test/global.ts',
      setupFiles: './test/set-up.ts',
      env: {
        NODE_ENV: 'test',
        AUTH_SECRET: 'only-tests-are-signed-with-this-secret',
        SIMULATE: JSON.stringify(runs),
        SIMULATE_WITHOUT: without,
      },
      maxWorkers: 1,
    },
  }
}

/** What the first simulation run said that found something. */
function foundIn(module: TestModule, one: MutationInSimulation): string | undefined {
  const errors = [...module.children.allTests()].flatMap((test) => test.result().errors ?? [])
  const said = [...errors, ...module.errors()].map(({ message }) => message)[0]
  const [, seed, step, ...says] =
    /^seed (\d+), (at its end|step \d+): [Ee]rror: ([\s\S]*?)\n\s+at /.exec(said ?? '') ?? []
  if (!seed) return said && `NOT AS SAID ${said.slice(0, 300)}`
  const words = says.join(' ').split('\n')[0]!
  return `${one.finds.test(says.join(' ')) ? '' : 'NOT AS SAID '}${words} | ${seed} | ${step!.replace('step ', '')}`
}

const databases = await testDatabases()
process.env.TEST_DATABASES = JSON.stringify(databases.provided)
const settings = { config: false as const, watch: false, fsModuleCache: true, reporters: [] }
const vitest = await createVitest('test', { ...settings, projects: numbers.map(projectOf) })
await vitest.standalone()
const files = await vitest.globTestSpecifications()
let missed = 0
for (const file of files) {
  const { testModules } = await vitest.runTestSpecifications([file])
  const one = mutationsInSimulation[Number(file.project.name)]!
  const found = foundIn(testModules.find(({ project }) => project.name === file.project.name)!, one)
  if (!found || /^NOT AS/.test(found)) missed++
  console.log(`| ${one.mistake} | ${found ?? 'NOTHING FOUND IT'} |`)
}
await vitest.close()
await databases.stop()
process.exit(missed === 0 ? 0 : 1)
