import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** The variable that names the file for it. */
export const failuresTo = 'FAILURES_REPORT'

export type Failed = { fullName: string; said: string }

/** Writes down each failed test with all that it said, the differences among it. */
export default class FailuresReport implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const tests = modules.flatMap(({ children }) => [...children.allTests('failed')])
    const failed = tests.map((test): Failed => {
      const errors = test.result().errors ?? []
      return { fullName: test.fullName, said: errors.map(({ message, diff = '' }) => `${message}\n${diff}`).join('\n') }
    })
    fs.writeFileSync(process.env[failuresTo]!, JSON.stringify(failed))
  }
}
