import { expect, test } from 'vitest'
import { fits } from '#app/kit/gsm7.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { smsText } from './by-phone.ts'
import type { ToldMessage } from './message.ts'

// One text has little room: names are whole as long as they fit.

const words = wordsIn('en', catalogues.en)
const occasion = {
  kind: 'burial',
  name: 'Mama Agnes Mutua',
  zone: 'Africa/Nairobi',
  startsAt: new Date('2026-12-05T07:00:00Z'),
  place: 'Mwala, Machakos',
  landmark: '',
}
const told = (own: Record<string, unknown> = {}) =>
  ({
    kind: 'invitation',
    language: 'en',
    name: 'Mzee Kilonzo',
    hosts: 'The Mutua family of Mwala',
    title: 'Mama Agnes Mutua',
    what: 'the burial of Mama Agnes Mutua',
    words: '',
    silent: false,
    url: 'https://harambee.example/i/abcdefghjkmn',
    occasions: [occasion],
    ...own,
  }) as unknown as ToldMessage

test.each([
  ['an invitation', {}],
  ['a word of thanks', { kind: 'thanks', words: 'Thank you for walking with us.' }],
])('%s names the hosts whole where they fit, and cuts them where they do not', (_, own) => {
  const text = smsText(words, told(own))!
  expect([text, fits(text)]).toEqual([expect.stringContaining('The Mutua family of Mwala'), true])
  const hosts = 'The Mutua family of Mwala and all their friends from Machakos and from Kitui'
  const cut = smsText(words, told({ ...own, hosts }))!
  expect([cut, fits(cut)]).toEqual([expect.stringContaining('The Mutua family of Mw..'), true])
})
