import { expect, test } from 'vitest'
import { drawn } from '#test/drawn.tsx'
import { NameForm } from './claim-form.tsx'
import { InsteadForm, InsteadWords } from './pay-instead.tsx'

// The way by the menu of a phone names the entry that the payer finds there.

function shown(kind: 'paybill' | 'till', typed: { code: string | null; isLookedFor: boolean } = none) {
  return drawn(
    <>
      <InsteadWords kind={kind} />
      <InsteadForm
        reference="don-1"
        amount={50_000}
        instead={{ kind, number: '5551234', account: 'HEAL7K2Q', ...typed }}
      />
    </>,
  )
}
const none = { code: null, isLookedFor: false }

test('a Paybill has an account', () => {
  expect(shown('paybill')).toMatch(/I paid by Paybill instead.*Pay Bill.*Paybill.*5551234.*Account.*HEAL7K2Q/s)
})

test('a till is under Buy Goods and has none', () => {
  expect(shown('till')).toMatch(/I paid to the till instead.*Buy Goods.*Till.*5551234/s)
  expect(shown('till')).not.toMatch(/Pay ?bill|Account|HEAL7K2Q/i)
})

test('a code that is looked for is named, and one of which nothing came is named as well', () => {
  expect(shown('paybill', { code: 'TKN4H2X9QB', isLookedFor: true })).toContain('We are looking for TKN4H2X9QB')
  const over = shown('paybill', { code: 'TKN4H2X9QB', isLookedFor: false })
  expect(over).toMatch(/We could not match TKN4H2X9QB with this gift.*enter it again.*href="\/about\/help"/s)
})

test('a name is added to a gift that was found without the code and the digits being typed again', () => {
  const form = drawn(<NameForm slug="roof" code="TKN4H2X9QB" tail="678" />)
  expect(form).toMatch(/name="code" value="TKN4H2X9QB".*name="tail" value="678".*name="name"/s)
  expect(form).not.toContain('M-Pesa code')
  // The money is found: no text about it is promised.
  expect(form).not.toContain('We text you')
})
