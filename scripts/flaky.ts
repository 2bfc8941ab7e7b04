import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that needed their second try: each of them is a fault of the test or of the product. */
export default class Flaky implements Reporter {
  private names: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.names.length) console.log(`${this.names.length} flaky: ${this.names.join('; ')}`)
  }
}
