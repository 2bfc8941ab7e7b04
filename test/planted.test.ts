import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf, planted } from './planted.ts'
import { plantedInBrowser } from './planted-in-browser.ts'
import { plantedLives } from './planted-lives.ts'
import { hashOf, mistakesToPlant } from './planted-noticed.ts'
import { livesOfANight } from './simulate/lives.ts'
import { fileOfTest } from './test-ids.ts'

// They are planted one after the other only in `scripts/planted.boot.test.ts`, which takes long: a change that takes a
// mistake its place is noticed here.
test.each([...planted, ...plantedLives, ...plantedInBrowser])(
  'there is one place for this mistake: $mistake',
  (mistake) => {
    for (const { file, is, becomes } of changesOf(mistake)) {
      expect(readFileSync(file, 'utf8').split(is)).toHaveLength(2)
      expect(becomes).not.toBe(is)
    }
  },
)

test('docs/faults.md names for each of M1 to M34 a mistake that is planted', () => {
  const rows = [...readFileSync('docs/faults.md', 'utf8').matchAll(/^\| (M\d+) +\| (.+?) +\|$/gm)]
  const known = new Set(planted.map(({ mistake }) => mistake))
  expect(rows.map(([, fault]) => fault)).toEqual(Array.from({ length: 34 }, (_, at) => `M${at + 1}`))
  for (const [, fault, mistakes] of rows) for (const one of mistakes!.split('; ')) expect(known, fault).toContain(one)
})

test.each(plantedInBrowser)('the gate has the browser test that notices this mistake: $mistake', ({ test: id }) => {
  const text = readFileSync(fileOfTest(id), 'utf8')
  expect(text).not.toMatch(/^\/\*\* @module-tag night/)
  expect(text).not.toMatch(new RegExp(`\\[${id}\\]['\`],\\s*(night\\b|\\{\\s*tags: \\['night)`))
})

test.each(plantedLives)('each night lives the life that finds this mistake: $mistake', ({ seed, steps }) => {
  expect(livesOfANight(100_000).some(([one, many]) => one === seed && many >= steps)).toBe(true)
})

test('a mistake is planted again once its file or the test that noticed it says something else', () => {
  const one = planted[0]!
  const asNow = hashOf(one)
  const hashWith = (changed: string) =>
    hashOf(one, (file) => (file === changed ? 'changed' : readFileSync(file, 'utf8')))
  expect(hashOf(one)).toBe(asNow)
  for (const file of [one.file, fileOfTest(one.test)]) expect(hashWith(file)).not.toBe(asNow)
  expect(hashOf({ ...one, becomes: 'another mistake' })).not.toBe(asNow)
  expect(mistakesToPlant([{ ...one, mistake: 'one that was never planted' }])).toEqual([0])
  expect(mistakesToPlant(planted, true)).toHaveLength(planted.length)
})
