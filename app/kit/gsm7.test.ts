import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fits, gsm7Length, inGsm7, smsWith } from './gsm7.ts'

test('signs of the alphabet count once or twice, and others are in no text', () => {
  expect(['', 'Habari', 'a\nb', '[5]', '€1', 'Ñandú'].map(gsm7Length)).toEqual([0, 6, 3, 5, 3, undefined])
  expect(['ê', '’', '😀', '٣', '`', '\t'].map(gsm7Length)).toEqual(Array(6).fill(undefined))
  expect([fits('x'.repeat(160)), fits('x'.repeat(161)), fits(`${'x'.repeat(159)}€`)]).toEqual([true, false, false])
})

test('what people type is said in signs of the alphabet', () => {
  const typed = {
    'Mama Wanjirũ’s “kidney” – now…': 'Mama Wanjiru\'s "kidney" - now...',
    'Ñandú  ê 😀 fund\u00a0 ': 'Ñandu e fund',
    '日本 ½ ﬁ': '1/2 fi',
    é: 'é',
  }
  for (const [text, said] of Object.entries(typed)) expect([text, inGsm7(text)]).toEqual([text, said])
})

test('a name is shortened until its text fits, and no further', () => {
  const text = (name: string) => `Thank you! KES 5,000 for ${name}. Receipt: https://harambee.example/receipt/12345`
  expect(smsWith('Heal Mama', text)).toBe(text('Heal Mama'))
  // 74 signs are around the name: 86 are left for it.
  const long = smsWith('Maji '.repeat(20), text)
  expect(long).toBe(text(`${'Maji '.repeat(16)}Maji..`))
  expect(long).toHaveLength(160)
  expect(smsWith('😀', text)).toBe(text(''))
  expect(() => smsWith('x', (name) => `${'y'.repeat(161)}${name}`)).toThrow('no room')
})

test('whatever the name is, the text fits', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ maxLength: 300 }))
  fc.assert(
    fc.property(name, fc.integer({ min: 0, max: 158 }), (typed, around) => {
      const sent = smsWith(typed, (shown) => 'x'.repeat(around) + shown)
      expect(fits(sent)).toBe(true)
      expect(gsm7Length(inGsm7(typed))).toBeDefined()
      // No room is given away: where a name was shortened, another three signs would not have fitted.
      if (sent.endsWith('..') && !inGsm7(typed).endsWith('..')) expect(gsm7Length(sent)!).toBeGreaterThan(150)
    }),
  )
})
