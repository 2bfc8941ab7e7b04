import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabases } from '#test/global.ts'
import { type Planted, planted } from '#test/planted.ts'

// Each mistake is planted by itself, and the tests that guard against it have to fail. Where one is named it is that one,
// run alone, and not whichever comes across the rubble; without a mistake it passes. All others pass in every run of the
// suite.

// All of them share one Postgres.
let databases: Awaited<ReturnType<typeof testDatabases>>
beforeAll(async () => {
  databases = await testDatabases()
})
afterAll(() => databases.stop())

const named = planted.flatMap(({ fails, tests }) => (fails ? [{ fails, tests }] : []))

test('without a mistake each of the tests that are named passes', { timeout: 400_000 }, async () => {
  const paths = [...new Set(named.map(({ tests }) => tests))]
  const names = [...new Set(named.map(({ fails }) => fails))]
  const { ran, said } = await run(paths, names)
  expect(
    ran.filter(({ status }) => status !== 'passed'),
    said.slice(-3000),
  ).toEqual([])
  for (const name of names)
    expect(ran.filter(({ fullName }) => fullName.includes(name)).length, name).toBeGreaterThan(0)
})

// Two at once: each waits for its database while the other works.
test.concurrent.each(planted.map((one) => [one.mistake, one] as const))(
  'it is noticed when %s',
  async (_mistake, one) => {
    const { ran, said } = await run([one.tests], one.fails ? [one.fails] : [], one)
    const failed = ran.filter(({ status }) => status === 'failed')
    expect(failed, said.slice(-3000)).not.toEqual([])
    if (!one.fails) return
    for (const { fullName, failureMessages } of failed) {
      expect(fullName).toContain(one.fails)
      expect(failureMessages.join(), 'it fails for what it says, not because nothing works any more').not.toMatch(
        rubble,
      )
    }
  },
)

/** What a database says to a statement that has lost its footing, and JavaScript to a line. */
const rubble = /there is no unique or exclusion constraint|syntax error|does not exist|is not defined|Cannot find/

const vitest = 'node_modules/vitest/vitest.mjs'
type Ran = { fullName: string; status: string; failureMessages: string[] }

/** Runs the tests of these names in these files, without names until the first that fails; says how those ended that ran. */
async function run(paths: string[], names: string[], one?: Planted): Promise<{ ran: Ran[]; said: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-planted-'))
  const file = path.join(folder, 'report.json')
  const which = names.length > 0 ? ['-t', patternOf(names)] : ['--bail=1']
  const settings = ['--project', 'unit', '--reporter=json', `--outputFile.json=${file}`, ...which]
  const child = spawn(process.execPath, [vitest, 'run', ...settings, ...paths], {
    env: {
      ...process.env,
      TEST_DATABASES: JSON.stringify(databases.provided),
      ...(one ? { PLANTED: JSON.stringify(one) } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data))
  await new Promise((resolve) => child.once('close', resolve))
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: { assertionResults: Ran[] }[] }
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    return { ran: all.filter(({ status }) => status === 'passed' || status === 'failed'), said }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const patternOf = (names: string[]) => names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
