import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesShown } from './table.tsx'

test('a few pages are all offered', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(2, 5)).toEqual([1, 2, 3, 4, 5])
})

test('of many, the ends and the neighbours are offered, with gaps between', () => {
  expect(pagesShown(1, 12)).toEqual([1, 2, null, 12])
  expect(pagesShown(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
  expect(pagesShown(12, 12)).toEqual([1, null, 11, 12])
})

test('a gap never stands for a single page', () => {
  expect(pagesShown(4, 12)).toEqual([1, 2, 3, 4, 5, null, 12])
})

test('whatever the page, it is offered once, in order, with the first and the last', () => {
  const place = fc
    .integer({ min: 1, max: 500 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
  fc.assert(
    fc.property(place, ([page, pages]) => {
      const numbers = pagesShown(page, pages).filter((one) => one !== null)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      expect(pagesShown(page, pages).length).toBeLessThanOrEqual(7)
    }),
  )
})
