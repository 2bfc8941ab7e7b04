import { expect, test } from 'vitest'
import { standingOfCampaign } from '#app/drives/drive/figures.ts'
import { nextStepOfDrive } from '#app/drives/drive/steps.ts'
import { kes } from '#app/kit/money.ts'

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
  expect(standingOfCampaign(balance).canWithdraw).toBe(true)
  expect(standingOfCampaign({ ...balance, mayAsk: kes(99.99) })).toMatchObject({
    available: kes(100),
    canWithdraw: false,
  })
})

test('while withdrawals are frozen the way to them stays, so that its owner reads why', () => {
  expect(standingOfCampaign({ ...balance, mayAsk: 0, frozen: 'asked the school' }).canWithdraw).toBe(true)
  expect(standingOfCampaign({ ...balance, mayAsk: 0, available: 0, frozen: 'asked the school' }).canWithdraw).toBe(
    false,
  )
})

test('the most urgent thing is named first, and only one [T165]', () => {
  const bare = { ...done, described: false, pictured: false }
  expect(nextStepOfDrive({ ...bare, status: 'paused', views: 'exhausted' })).toBe('out-of-views')
  expect(nextStepOfDrive({ ...bare, status: 'paused', views: 'low' })).toBe('paused')
  expect(nextStepOfDrive({ ...bare, status: 'paused', draft: true })).toBe('draft')
  expect(nextStepOfDrive({ ...bare, views: 'low' })).toBe('few-views')
  expect(nextStepOfDrive(bare)).toBe('bare')
  expect(nextStepOfDrive({ ...bare, pictured: true })).toBe('no-description')
  expect(nextStepOfDrive({ ...bare, described: true })).toBe('no-picture')
})

test('nothing is asked of an owner whose drive is dressed, or completed', () => {
  expect(nextStepOfDrive(done)).toBeUndefined()
  expect(nextStepOfDrive({ ...done, status: 'completed', described: false, views: 'exhausted' })).toBeUndefined()
})
