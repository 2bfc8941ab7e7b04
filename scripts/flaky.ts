import type { Reporter, TestCase } from 'vitest/node'

/** So many may need a second try, on a machine that does other things as well. */
const atMost = 3

/** Names the tests that needed their second try: each of them is a fault of the test or of the product. Many fail the run. */
export default class Flaky implements Reporter {
  private names: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    const many = this.names.length
    if (many === 0) return
    console.log(`${many} flaky: ${this.names.join('; ')}`)
    if (many <= atMost) return
    console.log(`More than ${atMost} tests needed a second try: the run fails.`)
    process.exitCode = 1
  }
}
