import { expect, test } from 'vitest'
import { grouped } from './grouping.ts'

test('thousands are set apart', () => {
  expect(['5', '999', '1000', '12500', '98765432109'].map(grouped)).toEqual([
    '5',
    '999',
    '1,000',
    '12,500',
    '98,765,432,109',
  ])
})

test('cents are written with two figures, where there are any', () => {
  expect([grouped('12500.5'), grouped('12500.50'), grouped('12500.')]).toEqual(['12,500.50', '12,500.50', '12,500'])
})

test('commas and spaces that were typed do no harm, nor do leading zeros', () => {
  expect([grouped('12,500'), grouped(' 1 250 000 '), grouped('007')]).toEqual(['12,500', '1,250,000', '7'])
})

test('what is no amount is not read as one', () => {
  for (const typed of ['', 'abc', '-5', '1.234', '1e5', '.5']) expect(grouped(typed)).toBeUndefined()
})
