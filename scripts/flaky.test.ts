import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { quickFolder } from '#test/quick-disk.ts'

/** Runs so many tests that pass only at their second try. */
function runWith(flaky: number) {
  const folder = quickFolder('harambee-flaky-')
  const tests = Array.from(
    { length: flaky },
    (_, nr) =>
      `test('number ${nr}', ({ task }) => { if (!task.result.retryCount) throw new Error('once, twice never\\nand more words') })`,
  )
  fs.writeFileSync(
    path.join(folder, 'some.test.ts'),
    `import { test } from '${path.resolve('node_modules/vitest')}'\n${tests.join('\n')}`,
  )
  const asked = [
    'run',
    '--root',
    folder,

    '--retry=1',
    `--reporter=${path.resolve('scripts/flaky.ts')}`,
  ]
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...asked], {
    encoding: 'utf8',
  })
  fs.rmSync(folder, { recursive: true })
  return { status, stdout }
}

test('three tests that need a second try are named with their first error, and the run passes', () => {
  const { status, stdout } = runWith(3)
  const named = [0, 1, 2].map((nr) => `  some.test.ts > number ${nr}: once, twice never (line ${nr + 2})`)
  expect(stdout).toContain(`${['3 flaky:', ...named].join('\n')}\n`)
  expect(status).toBe(0)
})

test('a run in which four tests need a second try fails', () => {
  const { status, stdout } = runWith(4)
  expect(stdout).toContain('4 flaky:\n')
  expect(status).toBe(1)
})
