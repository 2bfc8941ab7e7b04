import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Planted, planted } from '#test/planted.ts'

// Each mistake is planted by itself, and the tests that guard against it have to fail.

test.each(planted.map((one) => [one.mistake, one] as const))('it is noticed when %s', async (_mistake, the) => {
  const { failed, said } = await testsWith(the)
  expect(failed, said.slice(-3000)).toBeGreaterThan(0)
})

const vitest = 'node_modules/vitest/vitest.mjs'

/** How many tests fail. That nothing runs at all is another matter. */
async function testsWith(the: Planted): Promise<{ failed: number; said: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-planted-'))
  const file = path.join(folder, 'report.json')
  const settings = ['--project', 'unit', '--bail=1', '--reporter=json', `--outputFile.json=${file}`]
  const child = spawn(process.execPath, [vitest, 'run', ...settings, the.tests], {
    env: { ...process.env, PLANTED: JSON.stringify(the) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data))
  await new Promise((resolve) => child.once('close', resolve))
  try {
    const { numFailedTests } = JSON.parse(readFileSync(file, 'utf8')) as { numFailedTests: number }
    return { failed: numFailedTests, said }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
