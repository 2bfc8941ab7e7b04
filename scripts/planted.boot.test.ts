import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ran } from '#test/plant-all.ts'
import { type Planted, planted } from '#test/planted.ts'
import { keepNoticed, mistakesToPlant } from '#test/planted-noticed.ts'

// Each mistake is planted by itself, and the test that guards against it, run alone, has to fail: not whichever comes
// across the rubble. Without a mistake it passes, as the unit tests show.

const toPlant = mistakesToPlant(planted)
const noticed: Planted[] = []
let first: Ran[] = []
let said = ''
beforeAll(async () => {
  // Each mistake is a project, and a process has room for some 200 of them.
  for (let at = 0; at < toPlant.length; at += 50) first.push(...(await run(...toPlant.slice(at, at + 50))))
  // There may be three hundred, and other tests run beside them.
}, 3_600_000)
afterAll(() => keepNoticed(planted, noticed))

test('each mistake was noticed with its files as they are, or is planted now', () => {
  expect(mistakesToPlant(planted)).toEqual(toPlant)
  expect(planted.length).toBeGreaterThan(200)
})

test.each(toPlant.map((nr) => [planted[nr]!.mistake, nr] as const))(
  'it is noticed when %s',
  // A second try plants one mistake only: the whole file takes too long for a second run.
  { retry: 1 },
  async (_mistake, nr) => {
    let ran = first.filter((one) => one.nr === String(nr))
    // A second try is one.
    first = first.filter((one) => one.nr !== String(nr))
    if (ran.length === 0) ran = await run(nr)
    const failed = ran.filter(({ status }) => status === 'failed')
    expect(failed, said.slice(-3000)).not.toEqual([])
    for (const { fullName, failureMessages } of failed) {
      expect(fullName).toContain(`[${planted[nr]!.test}]`)
      expect(failureMessages.join(), 'it fails for what it says, not because nothing works any more').not.toMatch(
        rubble,
      )
    }
    noticed.push(planted[nr]!)
  },
)

/** What a database says to a statement that has lost its footing, and JavaScript to a line. */
const rubble = /there is no unique or exclusion constraint|syntax error|does not exist|is not defined|Cannot find/

/** Plants these mistakes, and says how the tests ended that ran. */
async function run(...numbers: number[]): Promise<Ran[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-planted-'))
  const report = path.join(folder, 'report.json')
  const child = spawn(process.execPath, ['test/plant-all.ts', report, ...numbers.map(String)], {
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
    throw new Error(`no mistakes were planted: ${said.slice(-3000)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
