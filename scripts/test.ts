import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.ts'
import { ensureBuild } from './build.ts'

// What `npm test` runs: every test there is, on a real database and in a real browser.
// `npm test -- app/kit` runs the tests whose path contains app/kit; `npm test -- --quick` all that need no browser and no
// product of their own.

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

const asked = process.argv.slice(2)
const quick = asked.includes('--quick')
const filters = quick ? [...asked.filter((one) => one !== '--quick'), '--project=house', '--project=unit'] : asked
if (!quick) {
  process.env.CHROMIUM_PATH = findBrowser()
  await ensureBuild()
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-test-'))
const file = path.join(folder, 'report.json')
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const run = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=scripts/flaky.ts',
    `--outputFile.json=${file}`,
    ...filters,
  ],
  { stdio: 'inherit' },
)

if (!fs.existsSync(file)) {
  console.error('The tests ended without a report.')
  process.exit(run.status || 1)
}
const report = JSON.parse(fs.readFileSync(file, 'utf8')) as Report
fs.rmSync(folder, { recursive: true, force: true })
// A file that could not even be read has no tests of its own to fail, and still is a failure.
const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length
// A run that fails although no test did, such as one with many flaky tests, has one failure more than it has names for.
const failed = report.numFailedTests + broken || (run.status === 0 ? 0 : 1)
const skipped = report.numPendingTests ? `, ${report.numPendingTests} skipped` : ''
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped}`)
process.exit(failed ? 1 : 0)
