import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { resultsFolder } from './durations.ts'
import { reportTo, type TestFile, type TestRun } from './test-report.ts'

// Runs vitest, runs failed files once more, and tells flakes from failures.

const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const reporter = path.resolve('scripts/test-report.ts')
const flakes = path.join(resultsFolder, 'flakes.jsonl')
/** More flaky files fail the run. */
const mostFlaky = 3
/** With more failed files it is no chance: a second run would only cost time. */
const mostAgain = 10
/** Each of its two hundred tests has a second try of its own, and the whole file takes too long for one. */
const ownSecondTries = ['scripts/mutations.boot.test.ts']

type How = { env?: Record<string, string>; stdio?: 'inherit' | 'ignore' }

/** Runs vitest with these words; undefined when it ended without a report. */
export async function runTests(words: string[], { env, stdio = 'inherit' }: How = {}): Promise<TestRun | undefined> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-test-'))
  const report = path.join(folder, 'report.json')
  const command = [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...words]
  const child = spawn(process.execPath, command, { stdio, env: { ...process.env, ...env, [reportTo]: report } })
  const status = await new Promise((resolve) => child.once('close', resolve))
  try {
    const run = JSON.parse(fs.readFileSync(report, 'utf8')) as TestRun
    const fails = run.errors.length > 0 || run.files.some(({ failures }) => failures.length > 0)
    // A run that fails although nothing in it did, such as one whose set-up broke, still is a failure.
    return status !== 0 && !fails ? { ...run, errors: ['vitest failed without a failed test'] } : run
  } catch {
    return undefined
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs each failed file once more: alone, in a fresh process, with its hooks. A fault fails twice; a file that passes now is
 * flaky, and is recorded and named. Answers with the files that ran again.
 */
export async function againAlone({ files, seed }: TestRun, words: string[] = [], how: How = {}): Promise<TestFile[]> {
  const failed = files.filter(({ file, failures }) => failures.length > 0 && !ownSecondTries.includes(file))
  const many = failed.length > mostAgain
  if (many) console.log(`${failed.length} files failed: that is no chance, so none runs again.`)
  const again: TestFile[] = []
  for (const first of many ? [] : failed) again.push(...(await onceMore(first, words, how)))
  const passed = new Set(again.filter(({ failures }) => failures.length === 0).map(({ file }) => file))
  const flaky = files.filter(({ file, failures, retried }) => passed.has(file) || (!failures.length && retried.length))
  for (const one of flaky) record(one, seed)
  if (flaky.length) console.log([`${flaky.length} flaky:`, ...flaky.flatMap(linesOf)].join('\n  '))
  return again
}

async function onceMore({ file, project }: TestFile, words: string[], how: How): Promise<TestFile[]> {
  console.log(`once more, alone: ${file}`)
  const run = await runTests([file, '--project', project, ...words], { ...how, env: { TRACED: '1' } })
  const found = run?.files.find((one) => one.file === file)
  if (!found) return []
  // An error that belongs to no test is a failure of the file, too.
  const errors = run!.errors.map((error) => ({ name: '(the file)', error }))
  return [{ ...found, failures: [...found.failures, ...errors] }]
}

function record({ file, project, failures, retried, load }: TestFile, seed: number): void {
  fs.mkdirSync(resultsFolder, { recursive: true })
  const left = path.join(resultsFolder, 'failures', file)
  const kept = fs.existsSync(left) ? left : undefined
  const line = { at: new Date().toISOString(), file, project, failures: [...failures, ...retried], load, seed, kept }
  fs.appendFileSync(flakes, `${JSON.stringify(line)}\n`)
}

const linesOf = ({ file, failures, retried, load }: TestFile) =>
  [...failures, ...retried].map(({ name, error }) => `${file} > ${name}: ${error.split('\n')[0]} (load ${load})`)

/** How the run ended. What ran again counts as it ended then. */
export function countsOf(first: TestRun, again: TestFile[]) {
  const last = first.files.map((one) => again.find(({ file }) => file === one.file) ?? one)
  const sum = (of: (file: TestFile) => number) => last.reduce((total, file) => total + of(file), 0)
  const flaky =
    again.filter(({ failures }) => failures.length === 0).length +
    first.files.filter(({ failures, retried }) => !failures.length && retried.length).length
  if (flaky > mostFlaky) console.log(`More than ${mostFlaky} files needed a second run: the run fails.`)
  const failed = sum(({ failures }) => failures.length) + first.errors.length + (flaky > mostFlaky ? 1 : 0)
  return { passed: sum(({ passed }) => passed), failed, skipped: sum(({ skipped }) => skipped) }
}
