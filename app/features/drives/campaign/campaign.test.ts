import { expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { nextStepOf } from './next-step.ts'
import { standingOf } from './standing.ts'

const done = { status: 'active', described: true, pictured: true, views: 'plenty' } as const

test('what is available is what was raised less what was withdrawn', () => {
  expect(standingOf({ raised: kes(12_500) }, kes(2_500))).toMatchObject({ available: kes(10_000), canWithdraw: true })
})

test('money can be withdrawn from exactly KES 100 upwards', () => {
  expect(standingOf({ raised: kes(100) }).canWithdraw).toBe(true)
  expect(standingOf({ raised: kes(99.99) }).canWithdraw).toBe(false)
  expect(standingOf({ raised: kes(500) }, kes(400.01)).canWithdraw).toBe(false)
})

test('the most urgent thing is named first, and only one', () => {
  const bare = { ...done, described: false, pictured: false }
  expect(nextStepOf({ ...bare, status: 'paused', views: 'exhausted' })).toBe('out-of-views')
  expect(nextStepOf({ ...bare, status: 'paused', views: 'low' })).toBe('paused')
  expect(nextStepOf({ ...bare, views: 'low' })).toBe('few-views')
  expect(nextStepOf(bare)).toBe('no-description')
  expect(nextStepOf({ ...bare, described: true })).toBe('no-picture')
})

test('nothing is asked of an owner whose drive is dressed, or completed', () => {
  expect(nextStepOf(done)).toBeUndefined()
  expect(nextStepOf({ ...done, status: 'completed', described: false, views: 'exhausted' })).toBeUndefined()
})
