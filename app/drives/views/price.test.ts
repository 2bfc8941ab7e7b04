import { expect, test } from 'vitest'
import { kesFor } from './package.ts'

test('a price in dollars is whole shillings at the rate of the day, half a shilling up', () => {
  expect([500, 1500, 4000].map((cents) => kesFor(cents, 130))).toEqual([65_000, 195_000, 520_000])
  // 647.50, 647.4935 and 64.87 shillings.
  expect([kesFor(500, 129.5), kesFor(500, 129.4987), kesFor(50, 129.74)]).toEqual([64_800, 64_700, 6500])
  expect(kesFor(499, 129.05)).toBe(64_400)
})

test('no price becomes nothing, and none is too large to be exact', () => {
  expect(kesFor(1, 1)).toBe(100)
  // 1.005 × 100 is less than 100.5 where fractions are counted in twos.
  expect(kesFor(10_000, 1.005)).toBe(10_100)
  expect(kesFor(99_999_999, 100_000)).toBe(9_999_999_900_000)
})
