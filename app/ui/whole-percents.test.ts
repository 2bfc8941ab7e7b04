import { expect, test } from 'vitest'
import { wholePercents } from './chart.tsx'

test.each([
  [[52, 9, 7, 7, 7, 7, 7], 96, 100],
  [[1, 1, 1], 3, 100],
  [[5, 3, 2, 2, 1], 13, 100],
  [[3, 3], 9, 67],
])('the percents of %j of %i add up to %i', (values, whole, sum) => {
  expect(wholePercents(values, whole).reduce((all, percent) => all + percent, 0)).toBe(sum)
})

test('only all of it is 100, and next to nothing is 0', () => {
  expect(wholePercents([1000, 1], 1001)).toEqual([99, 0])
  expect(wholePercents([0, 7], 7)).toEqual([0, 100])
  expect(wholePercents([0, 0], 0)).toEqual([0, 0])
})
