import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manyLines, oneLine } from './lines.ts'

test('a title is one line with single spaces', () => {
  expect(oneLine('  Heal\n Mama\t\u00a0Achieng ')).toBe('Heal Mama Achieng')
})

test('what can’t be seen goes: controls, marks that turn text around, half characters', () => {
  expect(oneLine('a\0b\u202ec\u200bd\ufeff')).toBe('abcd')
  expect(oneLine('x\ud800y')).toBe('x\ufffdy')
})

test('what looks like nothing is nothing', () => {
  for (const text of ['', '   ', '\u200b\u200b', '\u3164', '\u2800', '\u200d', '\u0301'])
    expect([oneLine(text), manyLines(text)]).toEqual(['', ''])
})

test('joined emoji and accents stay whole', () => {
  expect(oneLine('👩‍👩‍👧 Ng’ombe cafe\u0301')).toBe('👩‍👩‍👧 Ng’ombe café')
})

test('a message keeps its paragraphs and loses what hangs over', () => {
  expect(manyLines('\r\n Pole sana.  \r\n\r\n\r\n\r\nMungu awabariki.\r\n')).toBe('Pole sana.\n\nMungu awabariki.')
})

test('tidying twice changes nothing more, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(oneLine(oneLine(text))).toBe(oneLine(text))
      expect(manyLines(manyLines(text))).toBe(manyLines(text))
      expect(oneLine(text)).not.toMatch(/\p{Cc}/u)
    }),
  )
})

test('nothing that fits into a form takes long to read', () => {
  const most = 250_000
  const texts = [`x${' '.repeat(most)}x`, `x${' \n'.repeat(most / 2)}x`, `x${'\t\u00a0'.repeat(most / 2)}x`]
  const piles = ['\u0301', '\u0300\u0316', 'a\u0344\u0323', '\u0f71\u0f72'].map((mark) => mark.repeat(most / 4))
  for (const text of [...texts, ...piles.map((marks) => `a${marks}`)]) {
    const begun = performance.now()
    oneLine(text)
    manyLines(text)
    expect([JSON.stringify(text.slice(0, 4)), performance.now() - begun < 1000]).toEqual([expect.anything(), true])
  }
})
