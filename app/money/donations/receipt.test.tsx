import { expect, test } from 'vitest'
import { ReceiptSheet } from '#app/money/donations/public/receipt.tsx'
import { wordsOf } from '#test/drawn.tsx'
import type { Receipt } from './receipt.ts'

const gift: Receipt = {
  number: 'H2026-000041',
  slug: 'heal-mama-achieng',
  title: 'Heal Mama Achieng',
  amount: 200_000,
  reversed: 0,
  chargedBack: 0,
  fee: 10_000,
  feeBps: 500,
  feeBack: 0,
  organiser: 'Josephine Mutua',
  code: 'SKB0000041',
  name: 'Amina',
  anonymous: false,
  channel: 'mobile',
  ref: '7KQX3-M9D2F',
  book: null,
  at: new Date('2026-11-28T09:00:00Z'),
}
const textOf = (own: Partial<Receipt>) =>
  wordsOf(
    <ReceiptSheet
      receipt={{ ...gift, ...own }}
      title={gift.title}
      language="en"
      supportUrl="mailto:help@harambee.test"
    />,
  )

test('a receipt names the organiser, M-Pesa’s code and a reference that can be read aloud', () => {
  const text = textOf({})
  for (const words of [
    'Organiser Josephine Mutua',
    'Paid by M-Pesa',
    'M-Pesa code SKB0000041',
    'Reference H2026-000041',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/fee is KES\s100 \(5%\); KES\s1,900 is for the fundraiser/)
})

test('of a giver without a name nothing is said, and of a code that nobody knows neither', () => {
  const text = textOf({ name: '', code: null, organiser: '' })
  expect(text).not.toMatch(/No name given|Given by|M-Pesa code|Organiser/)
  expect(textOf({ name: '', anonymous: true })).toMatch(/Given anonymously/)
})

test.each([
  ['refunded', { reversed: 200_000, feeBack: 10_000 }, /Refunded(?! and)/],
  ['charged back', { reversed: 200_000, chargedBack: 200_000, feeBack: 10_000 }, /Charged back by the payer’s bank/],
  ['both', { reversed: 200_000, chargedBack: 50_000, feeBack: 10_000 }, /Refunded and charged back/],
])('of a gift that was %s nothing is for the fundraiser', (_, back, words) => {
  expect(textOf(back)).toMatch(words)
  expect(textOf(back)).toContain('Nothing of this gift is with the fundraiser any more.')
  expect(textOf(back)).not.toMatch(/is for the fundraiser/)
})

test('of a gift that went back in part the rest is shared', () => {
  const text = textOf({ reversed: 40_000, chargedBack: 40_000, feeBack: 2000 })
  expect(text).toMatch(/Partly charged back by the payer’s bank: KES\s400 was returned, KES\s1,600 remains/)
  expect(text).toMatch(/Of what remains KES\s1,520 is for the fundraiser, and KES\s80 is Harambee’s fee/)
})
