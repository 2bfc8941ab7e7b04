import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { quickFolder } from '#test/quick-disk.ts'
import { againAlone, countsOf, runTests } from './run-tests.ts'
import type { Failure, TestFile, TestRun } from './test-report.ts'

const flakes = 'test-results/flakes.jsonl'
const passes = `test('it holds', () => {})`
const passesLater = `test('it holds the second time', () => expect(marked()).toBe(true))`

/** One file of each kind; `marked()` is true from its second call on. */
const kinds = {
  whole: passes,
  alone: passesLater,
  hook: `beforeAll(() => expect(marked()).toBe(true))\n${passes}`,
  tries: passesLater.replace(', () =>', ', { retry: 1 }, () =>'),
  fault: `test('it breaks', () => expect(1).toBe(2))\n${passes}`,
  unread: `await import('./nowhere.ts')`,
  left: `${passes}\nPromise.reject(new Error('left alone'))`,
  leftOnce: `${passes}\nif (!marked()) Promise.reject(new Error('left alone'))`,
}
type Kind = keyof typeof kinds
const fileOf = (kind: Kind) => `${kind}.test.ts`

let first: TestRun
let again: TestFile[]
let flaky: { file: string; failures: Failure[] }[]
beforeAll(async () => {
  const folder = quickFolder('harambee-again-')
  const before = fs.existsSync(flakes) ? fs.readFileSync(flakes, 'utf8') : ''
  for (const [kind, content] of Object.entries(kinds)) {
    const mark = JSON.stringify(path.join(folder, kind))
    const lines = [
      `import { beforeAll, expect, test } from ${JSON.stringify(path.resolve('node_modules/vitest'))}`,
      `import fs from 'node:fs'`,
      `const marked = () => fs.existsSync(${mark}) || void fs.writeFileSync(${mark}, '')`,
      content,
    ]
    fs.writeFileSync(path.join(folder, fileOf(kind as Kind)), lines.join('\n'))
  }
  const words = ['--root', folder, '--config', path.join(folder, 'none.ts')]
  fs.writeFileSync(path.join(folder, 'none.ts'), `export default { test: { name: 'some' } }`)
  first = (await runTests(words, { stdio: 'ignore' }))!
  again = await againAlone(first, words, { stdio: 'ignore' })
  const recorded = fs.readFileSync(flakes, 'utf8').slice(before.length)
  flaky = recorded
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  fs.rmSync(folder, { recursive: true })
  if (before) fs.writeFileSync(flakes, before)
  else fs.rmSync(flakes)
})

/** How a run of these files alone counts. */
function countsFor(...some: Kind[]) {
  const isOne = ({ file }: TestFile) => some.map(fileOf).includes(file)
  const files = first.files.filter(isOne)
  expect(files).toHaveLength(some.length)
  return countsOf({ ...first, files, errors: [] }, again.filter(isOne))
}
const isFlaky = (kind: Kind) => flaky.some(({ file }) => file === fileOf(kind))

test('a test that passes alone is a flake: it counts as passed and is recorded with its error and the load', () => {
  expect(countsFor('alone')).toEqual({ passed: 1, failed: 0, skipped: 0 })
  const failures = [
    { name: 'it holds the second time', error: expect.stringMatching(/expected undefined .*\(line 4\)/) },
  ]
  expect(flaky).toContainEqual(
    expect.objectContaining({ file: fileOf('alone'), failures, load: expect.any(Number), seed: expect.any(Number) }),
  )
  expect(again.map(({ file }) => file)).not.toContain(fileOf('whole'))
})

test('a hook that fails once is run again with its file', () => {
  expect(countsFor('hook')).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(isFlaky('hook')).toBe(true)
})

test('a test with a second try of its own is a flake, too', () => {
  expect(countsFor('tries')).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(isFlaky('tries')).toBe(true)
})

test('a fault fails twice, and the run fails', () => {
  expect(countsFor('fault')).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(isFlaky('fault')).toBe(false)
})

test('a file that can’t be read is a failure', () => {
  expect(countsFor('unread')).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a promise that nothing waits for is a failure', () => {
  expect(countsFor('left').failed).toBe(1)
})

test('a promise that nothing waits for once is a flake of its file', () => {
  expect(countsFor('leftOnce')).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(isFlaky('leftOnce')).toBe(true)
})

test('a run in which four files need a second run fails', () => {
  expect(flaky).toHaveLength(4)
  expect(countsFor('alone', 'hook', 'leftOnce').failed).toBe(0)
  expect(countsFor('alone', 'hook', 'leftOnce', 'tries')).toEqual({ passed: 4, failed: 1, skipped: 0 })
})

test('eleven failed files are no chance: none runs again', async () => {
  const failed = first.files.find(({ file }) => file === fileOf('fault'))!
  const many = { ...first, files: Array.from({ length: 11 }, (_, nr) => ({ ...failed, file: `none-${nr}.test.ts` })) }
  expect(await againAlone(many)).toEqual([])
  expect(countsOf({ ...many, errors: [] }, []).failed).toBe(11)
})
