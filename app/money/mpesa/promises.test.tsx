import { expect, test } from 'vitest'
import { drawn } from '#test/drawn.tsx'
import type { Second } from './paid-twice.ts'
import { PaidTwicePage } from './paid-twice-page.tsx'
import { PayPage } from './pay-page.tsx'
import type { PromptState } from './prompt.ts'

// What these pages promise is true whatever texts are sent: none is for a small gift, after STOP, or where texts are off.

const waiting = (state: PromptState, isTold = false, isUnsure = false) =>
  drawn(
    <PayPage
      {...{
        reference: 'don-1',
        amount: 5000,
        slug: 'heal',
        title: null,
        pledge: null,
        instead: null,
        pretendPhone: null,
      }}
      phone={{ state, isTold, isUnsure, shown: '0712 ... 678', left: 0, again: null }}
      asking={{ late: true, until: undefined }}
    />,
  )

test('a giver who leaves is promised that the gift counts, and no text', () => {
  const page = waiting('unknown')
  expect(page).toContain('When the money arrives, it counts, and this page says so.')
  expect(page).not.toMatch(/receipt is sent/)
})

test('a giver whose request was told to be paid is asked for no PIN and no second payment', () => {
  for (const state of ['open', 'unknown', 'cancelled'] as const) {
    const page = waiting(state, true)
    expect(page).toContain('We are looking for your payment')
    expect(page).toContain('Please don’t pay again.')
    expect(page).not.toMatch(/Waiting for your PIN|to answer|Nothing was taken|We don’t know yet|Card or bank/)
  }
})

test('a giver whose phone did not answer reads that nothing was taken only once that is known', () => {
  const unsure = waiting('unanswered', false, true)
  expect(unsure).toContain('We don’t know yet whether anything was taken.')
  expect(unsure).toContain('don’t pay again')
  expect(unsure).not.toMatch(/Nothing was taken|Card or bank|Send it again/)
  expect(waiting('unanswered')).toContain('Nothing was taken.')
})

test('a request that M-Pesa did not take is not said to be sent', () => {
  for (const state of ['too_busy', 'refused', 'broken'] as const) {
    expect(waiting(state)).toContain('0712 ... 678')
    expect(waiting(state)).not.toContain('Sent to')
  }
  expect(waiting('cancelled')).toContain('Sent to')
})

test('money goes back by itself only after a text that asked for an answer', () => {
  const second: Second = { is: 'asked', amount: 5000, drive: null, isTexted: true, code: null }
  const pageOf = (isTexted: boolean) =>
    drawn(<PaidTwicePage reference="don-1" title={null} second={{ ...second, isTexted }} />)
  expect(pageOf(true)).toMatch(/We sent you a text about this\. If you do not answer within three days of it, we send/)
  expect(pageOf(false)).toContain('The money waits for your answer.')
  expect(pageOf(false)).not.toMatch(/three days/)
})
