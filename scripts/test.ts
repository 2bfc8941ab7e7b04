import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isNight } from '../test/night.ts'
import { findBrowser } from './browser.ts'
import { ensureBuild } from './build.ts'
import { checksBesideTests } from './check.ts'
import { durationsOf, keepDurations, resultsFolder } from './durations.ts'
import { phase, phaseLine } from './phases.ts'
import { quickFiles } from './quick-files.ts'
import { againAlone, countsOf, runTests } from './run-tests.ts'
import { changedSince, chosenFor, keepJourneys } from './since.ts'
import type { TestRun } from './test-report.ts'

// What `npm test` runs before a change lands: checks, build and unit tests side by side, then products and browsers.
// `npm test -- app/kit` runs the tests whose path contains app/kit, those of the night, too; `npm test -- --quick` what fits
// into 150 s and needs no browser and no product of its own; `npm test -- --since main` what changes since there can reach.
// `npm run nightly` sets NIGHT and runs everything.

const asked = process.argv.slice(2)
const quick = asked.includes('--quick')
const since = asked.includes('--since') ? asked[asked.indexOf('--since') + 1] : undefined
const filters = asked.filter((one) => one !== '--quick' && one !== '--since' && one !== since)
const isWhole = filters.length === 0
// Flags such as `-t` choose tests inside of files: such a run is repeated by hand, and its seconds are not those of a file.
const areFiles = !filters.some((one) => one.startsWith('-'))
// A person who names a path asks for all of its tests.
const words = [...filters, ...(isWhole && !isNight ? ['--tags-filter=!night'] : []), '--passWithNoTests']
// Else the container image is built only where a change can reach it: see test/image-seen.ts.
if (isWhole && !isNight) process.env.ONLY_CHANGED = '1'
fs.rmSync(path.join(resultsFolder, 'failures'), { recursive: true, force: true })
// Here products write their logs while they are tested, and a failed test takes its part.
process.env.PRODUCT_LOGS = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-logs-'))
process.env.VISITED = path.join(process.env.PRODUCT_LOGS, 'visited.jsonl')
process.on('exit', () => fs.rmSync(process.env.PRODUCT_LOGS!, { recursive: true, force: true }))

const inProcess = ['--project=house', '--project=unit']
const withProducts = ['--project=boot', '--project=e2e', '--project=timing']
const noChecks = { passed: 0, failed: 0 }
const isAsked = (file: string) => !areFiles || isWhole || filters.some((part) => file.includes(part))
const isUnit = (file: string) => isAsked(file) && !/\.(boot|timing)\./.test(file)
const needsProducts = fs.globSync('{scripts/*.boot,app/**/*.timing,e2e/**/*}.test.ts').some(isAsked)
const needsUnit = fs.globSync('{app,db,examples,sandbox,scripts,test}/**/*.test.{ts,tsx}').some(isUnit)

const unit = (...more: string[]) => phase('unit', () => runTests([...more, ...words, ...inProcess]))
async function products(...more: string[]) {
  process.env.CHROMIUM_PATH = findBrowser()
  await ensureBuild()
  return phase('products and browsers', () => runTests([...more, ...words, ...withProducts]))
}

async function quickly() {
  return { runs: [await unit(...(isWhole ? quickFiles(durationsOf()) : []))], checks: noChecks }
}

async function wholly() {
  // Without a browser it ends at once, not after the unit tests.
  if (needsProducts) process.env.CHROMIUM_PATH = findBrowser()
  // The weights need the build, and types take as long as it: so these two are one after the other, beside the unit tests.
  const built = async () => {
    if (needsProducts) await phase('build', ensureBuild)
    return isWhole ? phase('checks', checksBesideTests) : noChecks
  }
  const [checks, first] = await Promise.all([built(), needsUnit ? unit() : undefined])
  const second = needsProducts ? [await products()] : []
  return { runs: [...(needsUnit ? [first] : []), ...second], checks }
}

async function sinceThen(commit: string) {
  const { all, journeys, products: hasProducts } = chosenFor(changedSince(commit))
  if (all) return wholly()
  console.log(
    `since ${commit}: unit tests of what changed, ${journeys.length} journeys${hasProducts ? ', products' : ''}`,
  )
  const chosen = [...journeys, ...(hasProducts ? ['.boot.test.ts'] : [])]
  const first = await unit(`--changed=${commit}`)
  return { runs: [first, ...(chosen.length > 0 ? [await products(...chosen)] : [])], checks: noChecks }
}

const { runs, checks } = since ? await sinceThen(since) : quick ? await quickly() : await wholly()
if (runs.includes(undefined) || runs.every((run) => run!.files.length === 0)) {
  console.error('No test ran, or the tests ended without a report.')
  process.exit(1)
}
const all = runs.reduce<TestRun>(
  (sum, run) => ({
    files: [...sum.files, ...run!.files],
    errors: [...sum.errors, ...run!.errors],
    phases: { ...sum.phases, ...run!.phases },
    seed: sum.seed || run!.seed,
  }),
  { files: [], errors: [], phases: {}, seed: 0 },
)
const again = areFiles
  ? await phase('once more', () => againAlone(all, isWhole && !isNight ? ['--tags-filter=!night'] : []))
  : []
if (areFiles) keepDurations(Object.fromEntries(all.files.map(({ file, seconds }) => [file, seconds])))
if (areFiles) keepJourneys(process.env.VISITED)
console.log(`phases: ${phaseLine()}`)
const dearest = [...all.files].sort((one, other) => other.spent - one.spent).slice(0, 10)
const lines = dearest.map(({ file, seconds, spent }) => `${spent} s of processors, ${seconds} s of the clock: ${file}`)
console.log(['the ten files that take most:', ...lines].join('\n  '))
const { passed, failed, skipped } = countsOf(all, again)
if (skipped) console.log(`left out: ${skipped} tests${isWhole && !isNight ? ', those of the night among them' : ''}`)
console.log(`${passed + checks.passed} passed, ${failed + checks.failed} failed`)
process.exit(failed + checks.failed ? 1 : 0)
