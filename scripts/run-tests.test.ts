import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quickFolder } from '#test/quick-disk.ts'
import { againAlone, countsOf, runTests } from './run-tests.ts'

const flakes = 'test-results/flakes.jsonl'
let folder = ''
let before = ''
beforeEach(() => {
  folder = quickFolder('harambee-again-')
  before = fs.existsSync(flakes) ? fs.readFileSync(flakes, 'utf8') : ''
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true })
  if (before) fs.writeFileSync(flakes, before)
  else fs.rmSync(flakes, { force: true })
})

/** Runs test files with these contents, and what failed once more. `marked()` is true from its second call on. */
async function run(...contents: string[]) {
  for (const [nr, content] of contents.entries()) {
    const mark = JSON.stringify(path.join(folder, `mark-${nr}`))
    const lines = [
      `import { beforeAll, expect, test } from ${JSON.stringify(path.resolve('node_modules/vitest'))}`,
      `import fs from 'node:fs'`,
      `const marked = () => fs.existsSync(${mark}) || void fs.writeFileSync(${mark}, '')`,
      content,
    ]
    fs.writeFileSync(path.join(folder, `some-${nr}.test.ts`), lines.join('\n'))
  }
  const words = ['--root', folder, '--config', path.join(folder, 'none.ts')]
  fs.writeFileSync(path.join(folder, 'none.ts'), `export default { test: { name: 'some' } }`)
  const first = (await runTests(words, { stdio: 'ignore' }))!
  const again = await againAlone(first, words, { stdio: 'ignore' })
  const recorded = fs.existsSync(flakes) ? fs.readFileSync(flakes, 'utf8').slice(before.length) : ''
  const flaky = recorded
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { first, again, flaky, counts: countsOf(first, again) }
}
const passes = `test('it holds', () => {})`
const passesLater = `test('it holds the second time', () => expect(marked()).toBe(true))`

test('a test that passes alone is a flake: it counts as passed and is recorded with its error and the load', async () => {
  const { flaky, counts } = await run(passes, passesLater)
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 })
  const failures = [
    { name: 'it holds the second time', error: expect.stringMatching(/expected undefined .*\(line 4\)/) },
  ]
  expect(flaky).toEqual([
    expect.objectContaining({ file: 'some-1.test.ts', failures, load: expect.any(Number), seed: expect.any(Number) }),
  ])
})

test('a hook that fails once is run again with its file', async () => {
  const { flaky, counts } = await run(`beforeAll(() => expect(marked()).toBe(true))\n${passes}`)
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(flaky).toHaveLength(1)
})

test('a test with a second try of its own is a flake, too', async () => {
  const { flaky, counts } = await run(passesLater.replace(', () =>', ', { retry: 1 }, () =>'))
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(flaky).toHaveLength(1)
})

test('a fault fails twice, and the run fails', async () => {
  const { flaky, counts } = await run(`test('it breaks', () => expect(1).toBe(2))\n${passes}`)
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(flaky).toEqual([])
})

test('a file that can’t be read is a failure', async () => {
  expect((await run(`await import('./nowhere.ts')`)).counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a promise that nothing waits for is a failure', async () => {
  expect((await run(`${passes}\nPromise.reject(new Error('left alone'))`)).counts.failed).toBe(1)
})

test('a promise that nothing waits for once is a flake of its file', async () => {
  const { flaky, counts } = await run(`${passes}\nif (!marked()) Promise.reject(new Error('left alone'))`, passes)
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 })
  expect(flaky).toHaveLength(1)
})

test('a run in which four files need a second run fails', async () => {
  const { flaky, counts } = await run(passesLater, passesLater, passesLater, passesLater)
  expect(flaky).toHaveLength(4)
  expect(counts).toEqual({ passed: 4, failed: 1, skipped: 0 })
})

test('eleven failed files are no chance: none runs again', async () => {
  const { again, counts } = await run(...Array.from({ length: 11 }, () => passesLater))
  expect(again).toEqual([])
  expect(counts.failed).toBe(11)
})
