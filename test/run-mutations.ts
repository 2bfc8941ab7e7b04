import { writeFileSync } from 'node:fs'
import type { PluginOption } from 'vite'
import { createVitest, type TestModule, type TestProject } from 'vitest/node'
import { plainJsx, words } from '../scripts/words-macro.ts'
import { testDatabases } from './global.ts'
import { mutationPlugin } from './mutate.ts'
import { mutations } from './mutations.ts'
import { nightTag } from './night.ts'
import { fileOfTest } from './test-ids.ts'

// Applies mutations and runs for each of them the test that has to notice it: all in one run and on one Postgres. Each mutation
// is a project with processes of its own, so that none meets the mutation of another.
//
//   node test/run-mutations.ts report.json 3 17

const [report, ...numbers] = process.argv.slice(2)

/** How a test ended that ran with a mutation. */
export type Ran = { nr: string; fullName: string; status: string; failureMessages: string[] }

function projectOf(nr: string) {
  const mutation = mutations[Number(nr)]!
  const plugins: PluginOption[] = [mutationPlugin(mutation), words()]
  return {
    plugins,
    oxc: plainJsx,
    test: {
      name: nr,
      include: [fileOfTest(mutation.test)],
      globalSetup: './test/global.ts',
      setupFiles: './test/set-up.ts',
      env: { NODE_ENV: 'test', AUTH_SECRET: 'only-tests-are-signed-with-this-secret', MUTATION: nr },
      expect: { poll: { timeout: 15_000 } },
      hookTimeout: 120_000,
      testTimeout: 180_000,
      maxWorkers: 2,
    },
  }
}

/** Only the tests that have to fail. */
function patternFor({ name }: TestProject): RegExp {
  const { test, row = '' } = mutations[Number(name)]!
  return new RegExp(`${row}.*\\[${test}\\]`)
}

function ranIn(module: TestModule): Ran[] {
  const nr = module.project.name
  const all = [...module.children.allTests()].map((one) => ({ fullName: one.fullName, ...one.result() }))
  const ran = all.filter(({ state }) => state === 'passed' || state === 'failed')
  const broken = module.errors().map((error) => ({ fullName: module.moduleId, state: 'failed', errors: [error] }))
  return [...ran, ...broken].map(({ fullName, state, errors = [] }) => {
    return { nr, fullName, status: state, failureMessages: errors.map(({ message }) => message) }
  })
}

const databases = await testDatabases()
process.env.TEST_DATABASES = JSON.stringify(databases.provided)
const settings = { config: false as const, watch: false, fsModuleCache: true, reporters: [], tags: [nightTag] }
const vitest = await createVitest('test', { ...settings, projects: numbers.map(projectOf) })
await vitest.standalone()
const files = await vitest.globTestSpecifications()
const { testModules } = await vitest.runTestSpecifications(
  files.map(({ project, moduleId }) => project.createSpecification(moduleId, { testNamePattern: patternFor(project) })),
)
writeFileSync(report!, JSON.stringify(testModules.flatMap(ranIn)))
await vitest.close()
await databases.stop()
