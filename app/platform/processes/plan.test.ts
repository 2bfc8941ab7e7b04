import { expect, test } from 'vitest'
import { connectionsOf, planned, shareOf, usualWebs } from './plan.ts'

const cores = [1, 2, 3, 4, 8, 64]

test('a small machine has one process for everything; a larger one leaves a core to Postgres and one to the jobs', () => {
  expect(cores.map(usualWebs)).toEqual([1, 1, 1, 2, 6, 62])
})

test('all connections together are never more than the database takes', () => {
  for (let webs = 1; webs <= 64; webs++)
    for (const most of [60, 97, 100, 197, 500, 1000]) {
      const plan = planned(webs, most)
      expect(plan.webs).toBeLessThanOrEqual(webs)
      expect(plan.visitors).toBeGreaterThanOrEqual(3)
      expect(plan.visitors).toBeLessThanOrEqual(10)
      expect(plan.webs * (plan.visitors + 4) + 30).toBeLessThanOrEqual(most)
    }
})

test('a database that takes enough gives each as many as one process has; one that takes few has fewer processes', () => {
  for (const webs of [1, 2, 6, 62]) expect(planned(webs, connectionsOf(webs))).toEqual({ webs, visitors: 10 })
  expect(planned(6, 97)).toEqual({ webs: 6, visitors: 7 })
  expect(planned(30, 97)).toEqual({ webs: 9, visitors: 3 })
  // Fewer than one needs is tried all the same: the log says so.
  expect(planned(2, 20)).toEqual({ webs: 1, visitors: 3 })
})

test('a bound is shared out, up to what makes sense for one', () => {
  expect([1, 2, 3, 6].map((webs) => shareOf(500, webs))).toEqual([500, 250, 167, 84])
  expect([1, 4, 8, 64].map((webs) => shareOf(256, webs, 48))).toEqual([256, 64, 48, 48])
})
