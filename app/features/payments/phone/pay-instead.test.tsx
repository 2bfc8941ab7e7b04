import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { InsteadForm, InsteadWords } from './pay-instead.tsx'

// The way by the menu of a phone names the entry that the payer finds there.

function shown(kind: 'paybill' | 'till', language: 'en' | 'sw' = 'en') {
  const instead = { kind, number: '5551234', account: 'HEAL7K2Q', code: null }
  const form = (
    <>
      <InsteadWords kind={kind} />
      <InsteadForm reference="don-1" amount={50_000} instead={instead} />
    </>
  )
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn(language)}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />
    </I18nProvider>,
  )
}

test('a Paybill has an account', () => {
  expect(shown('paybill')).toMatch(/I paid by Paybill instead.*Pay Bill.*Paybill.*5551234.*Account.*HEAL7K2Q/s)
})

test('a till is under Buy Goods and has none', () => {
  expect(shown('till')).toMatch(/I paid to the till instead.*Buy Goods.*Till.*5551234/s)
  expect(shown('till')).not.toMatch(/Pay ?bill|Account|HEAL7K2Q/i)
})
