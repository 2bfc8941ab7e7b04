import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { IdentityCard } from '#app/money/books/admin/statement.tsx'
import type { Check } from './payout-admin.ts'
import { CheckCard } from './request-facts.tsx'

const shown = (part: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={wordsIn('en')}>{part}</I18nProvider>)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')

const check: Check = {
  raised: 100_000,
  reversed: 0,
  reserved: 100_000,
  available: 0,
  debt: 0,
  held: 0,
  refunding: 0,
  overLimit: null,
  owed: 0,
  net: 95_000,
  before: { count: 0, net: 0 },
  methodSince: new Date(0),
  methodIsNew: false,
  methodGone: false,
  isOwn: false,
  frozen: false,
  suspended: false,
}

test('the balance is checked while the money is there: a payout that left is no longer held against the books', () => {
  expect(shown(<CheckCard request={{ check, status: 'processing' }} />)).toContain('less than would be sent')
  for (const status of ['approved', 'completed', 'rejected'] as const)
    expect(shown(<CheckCard request={{ check, status }} />)).toBe('')
})

test('money at the providers is told account by account, and adds up to what came in less what went out', () => {
  const accounts = [
    { code: 'provider_clearing', balance: 45_504_675 },
    { code: 'mpesa_clearing', balance: 2_820_000 },
    { code: 'losses', balance: 7 },
  ]
  const card = shown(<IdentityCard lines={[{ key: 'donations', amount: 48_324_675 }]} accounts={accounts} />)
  for (const said of ['at the provider', '455,046.75', 'at M-Pesa', '28,200', '483,246.75', 'It adds up'])
    expect(card).toContain(said)
})
