import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FieldError } from './field.tsx'

const shown = (text: string) => {
  const html = renderToStaticMarkup(<FieldError>{text}</FieldError>)
  const kept = [...html.matchAll(/<span class="whitespace-nowrap">([^<]*)<\/span>/g)].map(([, word]) => word)
  return { kept, text: html.replace(/<svg.*?<\/svg>/, '').replace(/<[^>]*>/g, '') }
}

test('the words of an error are not broken behind the hyphen of M-Pesa, and read as before', () => {
  for (const [text, kept] of [
    ['M-Pesa takes up to KES 250,000. Choose M-Pesa or T-Kash.', ['M-Pesa', 'M-Pesa', 'T-Kash']],
    ['Andika msimbo wa M-Pesa', ['M-Pesa']],
    ['Write a well-known 2-4 letters, such as X-1', []],
  ] as const)
    expect(shown(text)).toEqual({ kept, text })
})
