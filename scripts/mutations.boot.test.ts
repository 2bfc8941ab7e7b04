import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mutation, mutations } from '#test/mutations.ts'
import { keepNoticed, mutationsToRun } from '#test/mutations-noticed.ts'
import type { Ran } from '#test/run-mutations.ts'

// Each mutation is applied by itself, and the test that guards against it, run alone, has to fail: not whichever comes
// across the rubble. Without a mutation it passes, as the unit tests show.

const toRun = mutationsToRun(mutations)
const noticed: Mutation[] = []
let first: Ran[] = []
let said = ''
beforeAll(async () => {
  // Each mutation is a project, and a process has room for some 200 of them.
  for (let at = 0; at < toRun.length; at += 50) first.push(...(await run(...toRun.slice(at, at + 50))))
  // There may be three hundred, and other tests run beside them.
}, 3_600_000)
afterAll(() => keepNoticed(mutations, noticed))

test('each mutation was noticed with its files as they are, or runs now', () => {
  expect(mutationsToRun(mutations)).toEqual(toRun)
  expect(mutations.length).toBeGreaterThan(200)
})

test.each(toRun.map((nr) => [mutations[nr]!.mistake, nr] as const))(
  'it is noticed when %s',
  // A second try runs one mutation only: the whole file takes too long for a second run.
  { retry: 1 },
  async (_mistake, nr) => {
    let ran = first.filter((one) => one.nr === String(nr))
    // A second try is one.
    first = first.filter((one) => one.nr !== String(nr))
    if (ran.length === 0) ran = await run(nr)
    const failed = ran.filter(({ status }) => status === 'failed')
    expect(failed, said.slice(-3000)).not.toEqual([])
    for (const { fullName, failureMessages } of failed) {
      expect(fullName).toContain(`[${mutations[nr]!.test}]`)
      expect(failureMessages.join(), 'it fails for what it says, not because nothing works any more').not.toMatch(
        rubble,
      )
    }
    noticed.push(mutations[nr]!)
  },
)

/** What a database says to a statement that has lost its footing, and JavaScript to a line. */
const rubble = /there is no unique or exclusion constraint|syntax error|does not exist|is not defined|Cannot find/

/** Runs these mutations, and says how their tests ended. */
async function run(...numbers: number[]): Promise<Ran[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-mutations-'))
  const report = path.join(folder, 'report.json')
  const child = spawn(process.execPath, ['test/run-mutations.ts', report, ...numbers.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Browsers are tested beside it, and wait for an answer no longer than people do.
  os.setPriority(child.pid!, os.constants.priority.PRIORITY_LOW)
  said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data))
  await new Promise((resolve) => child.once('close', resolve))
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`no mutations ran: ${said.slice(-3000)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
