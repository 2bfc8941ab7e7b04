import { expect, test } from 'vitest'
import { arrived, standOf } from './arrived.ts'

const gift = (id: number, name: string | null = `Giver ${id}`) => ({
  id,
  name,
  amount: id * 100,
  message: '',
  anonymous: false,
  recordedBy: null,
  at: new Date(0),
})
const told = (donors: number, ...ids: number[]) => ({
  donors,
  gifts: { donations: ids.map((id) => gift(id)), next: null },
})

test('nothing has arrived where the newest gift is the one known before', () => {
  const before = told(2, 7, 3)
  expect(arrived(standOf(before), before)).toBeUndefined()
  expect(arrived(standOf(told(0)), told(0))).toBeUndefined()
  // A gift was refunded.
  expect(arrived(standOf(before), told(1, 3))).toBeUndefined()
})

test('of several gifts the newest is named, and those that no longer fit into the list are counted', () => {
  expect(arrived(standOf(told(0)), told(1, 7))).toMatchObject({ count: 1, one: { name: 'Giver 7', amount: 700 } })
  expect(arrived(standOf(told(2, 7, 3)), told(4, 9, 8, 7))).toMatchObject({ count: 2, one: { name: 'Giver 9' } })
  expect(arrived(standOf(told(2, 7, 3)), told(14, 30, 29, 28))).toMatchObject({ count: 12, one: { name: 'Giver 30' } })
})
