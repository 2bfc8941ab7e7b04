import { expect, test } from 'vitest'
import { kes } from '#app/kit/money.ts'
import { nextStepOf } from './next-step.ts'
import { standingOf } from './standing.ts'

const done = { draft: false, status: 'active', described: true, pictured: true, views: 'plenty' } as const

const balance = {
  raised: kes(100),
  withdrawn: 0,
  underWay: 0,
  available: kes(100),
  debt: 0,
  mayAsk: kes(100),
  frozen: null,
}

test('money can be withdrawn from exactly KES 100 upwards, and not while a bank questions it [T82]', () => {
  expect(standingOf(balance).canWithdraw).toBe(true)
  expect(standingOf({ ...balance, mayAsk: kes(99.99) })).toMatchObject({ available: kes(100), canWithdraw: false })
})

test('while withdrawals are frozen the way to them stays, so that its owner reads why', () => {
  expect(standingOf({ ...balance, mayAsk: 0, frozen: 'asked the school' }).canWithdraw).toBe(true)
  expect(standingOf({ ...balance, mayAsk: 0, available: 0, frozen: 'asked the school' }).canWithdraw).toBe(false)
})

test('the most urgent thing is named first, and only one [T165]', () => {
  const bare = { ...done, described: false, pictured: false }
  expect(nextStepOf({ ...bare, status: 'paused', views: 'exhausted' })).toBe('out-of-views')
  expect(nextStepOf({ ...bare, status: 'paused', views: 'low' })).toBe('paused')
  expect(nextStepOf({ ...bare, status: 'paused', draft: true })).toBe('draft')
  expect(nextStepOf({ ...bare, views: 'low' })).toBe('few-views')
  expect(nextStepOf(bare)).toBe('bare')
  expect(nextStepOf({ ...bare, pictured: true })).toBe('no-description')
  expect(nextStepOf({ ...bare, described: true })).toBe('no-picture')
})

test('nothing is asked of an owner whose drive is dressed, or completed', () => {
  expect(nextStepOf(done)).toBeUndefined()
  expect(nextStepOf({ ...done, status: 'completed', described: false, views: 'exhausted' })).toBeUndefined()
})
