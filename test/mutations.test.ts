import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf, mutations } from './mutations.ts'
import { mutationsInBrowser } from './mutations-in-browser.ts'
import { mutationsInSimulation } from './mutations-in-simulation.ts'
import { hashOf, mutationsToRun } from './mutations-noticed.ts'
import { runsOfANight } from './simulate/runs.ts'
import { fileOfTest } from './test-ids.ts'

// Only `scripts/mutations.boot.test.ts` runs the mutations, which takes long: a change that takes a mutation its place is
// noticed here.
test.each([...mutations, ...mutationsInSimulation, ...mutationsInBrowser])(
  'there is one place for this mutation: $mistake',
  (mutation) => {
    for (const { file, is, becomes } of changesOf(mutation)) {
      expect(readFileSync(file, 'utf8').split(is)).toHaveLength(2)
      expect(becomes).not.toBe(is)
    }
  },
)

test('test/faults.md names a mutation for each of M1 to M34', () => {
  const rows = [...readFileSync('test/faults.md', 'utf8').matchAll(/^\| (M\d+) +\| (.+?) +\|$/gm)]
  const known = new Set(mutations.map(({ mistake }) => mistake))
  expect(rows.map(([, fault]) => fault)).toEqual(Array.from({ length: 34 }, (_, at) => `M${at + 1}`))
  for (const [, fault, mistakes] of rows) for (const one of mistakes!.split('; ')) expect(known, fault).toContain(one)
})

test.each(mutationsInBrowser)('the gate has the browser test that notices this mutation: $mistake', ({ test: id }) => {
  const text = readFileSync(fileOfTest(id), 'utf8')
  expect(text).not.toMatch(/^\/\*\* @module-tag night/)
  expect(text).not.toMatch(new RegExp(`\\[${id}\\]['\`],\\s*(night\\b|\\{\\s*tags: \\['night)`))
})

test.each(mutationsInSimulation)(
  'each night has the simulation run that finds this mutation: $mistake',
  ({ seed, steps }) => {
    expect(runsOfANight(100_000).some(([one, many]) => one === seed && many >= steps)).toBe(true)
  },
)

test('a mutation runs again once its file or the test that noticed it says something else', () => {
  const one = mutations[0]!
  const asNow = hashOf(one)
  const hashWith = (changed: string) =>
    hashOf(one, (file) => (file === changed ? 'changed' : readFileSync(file, 'utf8')))
  expect(hashOf(one)).toBe(asNow)
  for (const file of [one.file, fileOfTest(one.test)]) expect(hashWith(file)).not.toBe(asNow)
  expect(hashOf({ ...one, becomes: 'another mutation' })).not.toBe(asNow)
  expect(mutationsToRun([{ ...one, mistake: 'one that never ran' }])).toEqual([0])
  expect(mutationsToRun(mutations, true)).toHaveLength(mutations.length)
})
