import fs from 'node:fs'
import os from 'node:os'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'

// What one run of vitest tells `scripts/test.ts`: each file with its duration, its counts and its failures.

export type Failure = { name: string; error: string }
export type TestFile = {
  project: string
  file: string
  seconds: number
  /** Seconds of processors: its process and what that started. What all files share, such as the database, is not among them. */
  spent: number
  passed: number
  skipped: number
  failures: Failure[]
  /** Tests that passed at a second try of their own, with the error of the first. */
  retried: Failure[]
  /** The load of the machine when the first test failed, or at the end of the file. */
  load: number
}
export type TestRun = {
  files: TestFile[]
  /** Seconds from the first file of a project to the end of its last one. */
  phases: Record<string, number>
  /** Errors that belong to no test, such as a promise that nothing waited for. */
  errors: string[]
  seed: number
}

/** The variable that names the file for the report. */
export const reportTo = 'TEST_REPORT'

export default class TestReport implements Reporter {
  private started = new Map<string, number>()
  private spans = new Map<string, [number, number]>()
  private loads = new Map<string, number>()
  private files: TestFile[] = []
  private seed = 0

  onInit(vitest: Vitest) {
    this.seed = vitest.config.sequence.seed
  }

  onTestModuleStart({ moduleId }: TestModule) {
    this.started.set(moduleId, performance.now())
  }

  onTestCaseResult(test: TestCase) {
    const id = test.module.moduleId
    if (test.result().state === 'failed' && !this.loads.has(id)) this.loads.set(id, loadNow())
  }

  onTestModuleEnd(module: TestModule) {
    const end = performance.now()
    const { moduleId, relativeModuleId: file, project } = module
    const start = this.started.get(moduleId) ?? end
    const [from, to] = this.spans.get(project.name) ?? [start, end]
    this.spans.set(project.name, [Math.min(from, start), Math.max(to, end)])
    const load = this.loads.get(moduleId) ?? loadNow()
    const [seconds, spent] = [inSeconds(end - start), inSeconds(1000 * (module.meta().spent ?? 0))]
    this.files.push({ project: project.name, file, seconds, spent, ...countsOf(module), load })
  }

  onTestRunEnd(_modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>) {
    const phases = Object.fromEntries([...this.spans].map(([project, [from, to]]) => [project, inSeconds(to - from)]))
    const errors = unhandled.flatMap((error) => (this.belongs(error) ? [] : [wordsOf(error)]))
    const run: TestRun = { files: this.files, phases, errors, seed: this.seed }
    fs.writeFileSync(process.env[reportTo]!, JSON.stringify(run))
  }

  /** Counts an error that no test caught, such as a promise that nothing waited for, once among the failures of its file. */
  private belongs(error: SerializedError): boolean {
    const path: unknown = error.VITEST_TEST_PATH
    const at = this.files.find(({ file }) => typeof path === 'string' && path.endsWith(`/${file}`))
    if (at && !at.failures.some(({ name }) => name === uncaught))
      at.failures.push({ name: uncaught, error: wordsOf(error) })
    return at !== undefined
  }
}
const uncaught = '(outside of its tests)'

function countsOf(module: TestModule): Pick<TestFile, 'passed' | 'skipped' | 'failures' | 'retried'> {
  const tests = [...module.children.allTests()]
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const failureOf = (test: TestCase) => ({
    name: test.fullName,
    error: wordsOf(test.result().errors?.[0], module.moduleId),
  })
  const failures = tests.filter((test) => test.result().state === 'failed').map(failureOf)
  const retried = tests.filter((test) => test.diagnostic()?.flaky).map(failureOf)
  // A file that could not be read, or a hook outside all tests, fails without a failed test.
  if (failures.length === 0 && !module.ok()) failures.push({ name: '(the file)', error: fileError(module) })
  return { passed: count('passed'), skipped: count('skipped'), failures, retried }
}

function fileError(module: TestModule): string {
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  return wordsOf([...module.errors(), ...suites][0], module.moduleId)
}

/** The error in words, with its place in the test's own file. */
function wordsOf(error: SerializedError | undefined, moduleId?: string): string {
  if (!error) return 'no error was kept'
  const place = error.stacks?.find(({ file }: { file: string }) => file === moduleId)
  return `${error.message}${place ? ` (line ${place.line})` : ''}`
}

const inSeconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
const loadNow = () => Math.round(os.loadavg()[0]! * 10) / 10

declare module 'vitest' {
  interface TaskMeta {
    spent?: number
  }
}
