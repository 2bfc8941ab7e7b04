import { expect, test } from 'vitest'
import { heldOver, moved, step } from './order.ts'

const order = ['a', 'b', 'c', 'd']
const after = (move: ReturnType<typeof step>) => move && moved(order, move).join('')

test('a step goes one place forward or back, and none over the ends', () => {
  expect(order.map((id) => after(step(order, id, 'earlier')))).toEqual([undefined, 'bacd', 'acbd', 'abdc'])
  expect(order.map((id) => after(step(order, id, 'later')))).toEqual(['bacd', 'acbd', 'abdc', undefined])
  expect(step(order, 'x', 'later')).toBeUndefined()
})

test('a move made twice is made once, and one whose goal is gone is none', () => {
  const once = moved(order, { id: 'd', before: 'b' })
  expect([once, moved(once, { id: 'd', before: 'b' })].map((one) => one.join(''))).toEqual(['adbc', 'adbc'])
  for (const move of [
    { id: 'a', before: 'x' },
    { id: 'x', before: 'a' },
    { id: 'a', before: 'a' },
  ])
    expect(moved(order, move)).toBe(order)
})

test('what is dragged over another takes its place', () => {
  expect(heldOver(order, 'a', 'c').join('')).toBe('bcad')
  expect(heldOver(order, 'd', 'a').join('')).toBe('dabc')
  expect(heldOver(order, 'b', 'b')).toBe(order)
})
