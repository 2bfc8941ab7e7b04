import { expect, test } from 'vitest'
import { partOf } from '#app/kit/percents.ts'

test('more than was asked for is said, and the bar is full', () => {
  expect(partOf(103_000n, 100_000n)).toEqual({ percent: 103, filled: 100, begun: true })
})

test('almost is not yet: neither in words nor in the bar', () => {
  expect(partOf(99_999, 100_000).percent).toBe(99)
  expect(partOf(99_999, 100_000).filled).toBeLessThan(100)
})

test('a first shilling of a million shows, though it is under 1 %', () => {
  const { percent, filled, begun } = partOf(1, 1_000_000)
  expect([percent, begun]).toEqual([0, true])
  expect(filled).toBeGreaterThan(0)
})

test('no goal and no gift are an empty bar', () => {
  const empty = { percent: 0, filled: 0, begun: false }
  expect([partOf(500, 0), partOf(0, 500), partOf(0n, 0n)]).toEqual([empty, empty, empty])
})

test('whole per cents are exact', () => {
  for (let percent = 1; percent <= 200; percent++) expect(partOf(percent * 7, 700).percent).toBe(percent)
})
