import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PluginOption } from 'vite'
import { createVitest, type TestModule } from 'vitest/node'
import { plainJsx, words } from '../scripts/words-macro.ts'
import { mutantsPlugin, type Numbered } from './mutant-places.ts'
import { nightTag } from './night.ts'

// One round of test/random-mutants.ts: test files in one process, each with a mutant of its own.

/** `files`: the number of the mutant that each test file tries. */
export type Round = { mutants: Numbered[]; files: Record<string, number> }

/** What a test file did: a line of the report when it begins, and one when it has ended. */
export type Line = { file: string; ended?: { failed: string[]; passed: number; reached: number[] } }

const [plan, report] = process.argv.slice(2)
const { mutants, files }: Round = JSON.parse(readFileSync(plan!, 'utf8'))

const plugins: PluginOption[] = [mutantsPlugin(mutants), words()]
const fileOf = ({ moduleId }: TestModule) => path.relative(process.cwd(), moduleId)
const say = (line: Line) => appendFileSync(report!, `${JSON.stringify(line)}\n`)

function endOf(module: TestModule): Line {
  const tests = [...module.children.allTests()].map((one) => ({ name: one.fullName, ...one.result() }))
  const failed = tests.filter(({ state }) => state === 'failed')
  const messages = failed.map(({ name, errors }) => `${name}: ${errors?.[0]?.message.slice(0, 300)}`)
  const broken = module.errors().map(({ message }) => `(the file): ${message.slice(0, 300)}`)
  const passed = tests.filter(({ state }) => state === 'passed').length
  return {
    file: fileOf(module),
    ended: { failed: [...messages, ...broken], passed, reached: module.meta().reached ?? [] },
  }
}

const vitest = await createVitest('test', {
  config: false,
  tags: [nightTag],
  watch: false,
  fsModuleCache: true,
  reporters: [
    {
      onTestModuleStart: (module: TestModule) => say({ file: fileOf(module) }),
      onTestModuleEnd: (module: TestModule) => say(endOf(module)),
    },
  ],
  projects: [
    {
      plugins,
      oxc: plainJsx,
      test: {
        name: 'mutants',
        include: Object.keys(files),
        isolate: false,
        maxWorkers: 1,
        globalSetup: './test/global.ts',
        setupFiles: ['./test/random-mutants-set-up.ts', './test/set-up.ts'],
        env: { NODE_ENV: 'test', AUTH_SECRET: 'only-tests-are-signed-with-this-secret', MUTANTS: plan! },
        expect: { poll: { timeout: 15_000 } },
        hookTimeout: 120_000,
        testTimeout: 60_000,
      },
    },
  ],
})
await vitest.standalone()
await vitest.runTestSpecifications(await vitest.globTestSpecifications())
await vitest.close()
