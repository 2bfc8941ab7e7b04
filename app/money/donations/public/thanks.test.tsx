import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import type { PaidResult } from '#app/money/payments/result.ts'
import { wordsOf } from '#test/drawn.tsx'
import { paidTitle, Thanks } from './thanks.tsx'

const gift: PaidResult<'donation'> = {
  is: 'paid',
  kind: 'donation',
  amount: 50_000,
  reversed: 0,
  chargedBack: 0,
  drive: { slug: 'heal-mama-achieng', title: 'Heal Mama Achieng' },
  receipt: null,
  sentTo: null,
  donor: 'Amina',
  total: null,
  organiser: 'Josephine',
  thanks: null,
}
const textOf = (own: Partial<typeof gift>) =>
  wordsOf(<Thanks result={{ ...gift, ...own }} slug="heal-mama-achieng" origin="http://localhost" />)
const titleOf = (own: Partial<typeof gift>) => wordsIn('en')._(paidTitle({ ...gift, ...own }))

test('a gift that arrived is thanked for', () => {
  expect(textOf({})).toMatch(/Payment Successful!.*Asante! Your KES\s500 has arrived\..*Share on WhatsApp/)
  expect(titleOf({})).toBe('Payment Successful!')
})

test.each([
  ['Refunded', { reversed: 50_000 }],
  ['Charged back by the payer’s bank', { reversed: 50_000, chargedBack: 50_000 }],
])('a gift that went back wholly is %s, and nobody is thanked for it', (words, back) => {
  expect([titleOf(back), textOf(back)]).toEqual([words, expect.stringContaining(words)])
  expect(textOf(back)).toMatch(/All of your KES\s500 was returned to you/)
  expect(textOf(back)).not.toMatch(/Successful|Thank you|Asante|arrived|Share/)
})

test('of a gift that went back in part both is said', () => {
  expect(textOf({ reversed: 20_000 })).toMatch(
    /Payment Successful!.*Partly refunded.*KES\s200 of KES\s500 was returned/,
  )
})
