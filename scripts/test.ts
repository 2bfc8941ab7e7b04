import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.ts'
import { ensureBuild } from './build.ts'
import { durationsOf, keepDurations, resultsFolder } from './durations.ts'
import { quickFiles } from './quick-files.ts'
import { againAlone, countsOf, runTests } from './run-tests.ts'

// What `npm test` runs: every test there is, on a real database and in a real browser.
// `npm test -- app/kit` runs the tests whose path contains app/kit; `npm test -- --quick` what fits into 150 s and needs
// no browser and no product of its own.

const asked = process.argv.slice(2)
const quick = asked.includes('--quick')
const filters = asked.filter((one) => one !== '--quick')
const phases: Record<string, number> = {}
fs.rmSync(path.join(resultsFolder, 'failures'), { recursive: true, force: true })
// Here products write their logs while they are tested, and a failed test takes its part.
process.env.PRODUCT_LOGS = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-logs-'))
process.on('exit', () => fs.rmSync(process.env.PRODUCT_LOGS!, { recursive: true, force: true }))
if (!quick) {
  process.env.CHROMIUM_PATH = findBrowser()
  const started = performance.now()
  await ensureBuild()
  phases.build = Math.round((performance.now() - started) / 100) / 10
}
const chosen = quick && filters.length === 0 ? quickFiles(durationsOf()) : filters
const first = runTests([...chosen, ...(quick ? ['--project=house', '--project=unit'] : [])])
if (!first) {
  console.error('The tests ended without a report.')
  process.exit(1)
}
// Flags such as `-t` choose tests inside of files: such a run is repeated by hand, and its seconds are not those of a file.
const isWhole = !filters.some((one) => one.startsWith('-'))
const second = isWhole ? againAlone(first) : []
if (isWhole) keepDurations(Object.fromEntries(first.files.map(({ file, seconds }) => [file, seconds])))
Object.assign(phases, first.phases)
console.log(
  `phases: ${Object.entries(phases)
    .map(([name, seconds]) => `${name} ${seconds} s`)
    .join(', ')}`,
)
const slowest = [...first.files].sort((one, other) => other.seconds - one.seconds).slice(0, 10)
console.log(['the ten slowest files:', ...slowest.map(({ file, seconds }) => `${seconds} s ${file}`)].join('\n  '))
const { passed, failed, skipped } = countsOf(first, second)
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed ? 1 : 0)
