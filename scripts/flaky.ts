import type { Reporter, TestCase } from 'vitest/node'

/** So many may need a second try, on a machine that does other things as well. */
const atMost = 3

/**
 * Names the tests that needed their second try, and what was wrong at the first: each of them is a fault of the test or of
 * the product. Many fail the run.
 */
export default class Flaky implements Reporter {
  private lines: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky)
      this.lines.push(`${test.module.relativeModuleId} > ${test.fullName}: ${firstError(test)}`)
  }

  onTestRunEnd() {
    const many = this.lines.length
    if (many === 0) return
    console.log([`${many} flaky:`, ...this.lines].join('\n  '))
    if (many <= atMost) return
    console.log(`More than ${atMost} tests needed a second try: the run fails.`)
    process.exitCode = 1
  }
}

/** In one line, with its place in the test's own file. */
function firstError(test: TestCase): string {
  const [error] = test.result().errors ?? []
  const [words] = error?.message.split('\n') ?? []
  const place = error?.stacks?.find(({ file }) => file === test.module.moduleId)
  return `${words ?? 'no error was kept'}${place ? ` (line ${place.line})` : ''}`
}
