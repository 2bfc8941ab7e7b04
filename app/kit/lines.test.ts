import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badTexts } from '#test/bad-input.ts'
import { effortOf } from '#test/effort.ts'
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

test('nothing that fits into a form takes long to read', async () => {
  const most = 250_000
  const texts = [`x${' '.repeat(most)}x`, `x${' \n'.repeat(most / 2)}x`, `x${'\t\u00a0'.repeat(most / 2)}x`]
  const piles = ['\u0301', '\u0300\u0316', 'a\u0344\u0323', '\u0f71\u0f72'].map((mark) => mark.repeat(most / 4))
  for (const text of [...texts, ...piles.map((marks) => `a${marks}`)]) {
    const effort = await effortOf(() => [oneLine(text), manyLines(text)])
    expect(effort, JSON.stringify(text.slice(0, 4))).toBeLessThan(1000)
  }
})

// Tests of forms ask these two functions what a form has to keep: here it is written out, so that these tests can fail.
const blank = ['\0', '\u200d\u200d', '\ufeff', '\u2028\u2029', '\n\n\n\n', '\u00a0', '\u3164', '\u2800']
const changed = new Map<string, [line: string, lines: string]>([
  ...[...blank, ' ', '   \t  ', '\n'.repeat(2000)].map((text) => [text, ['', '']] as [string, [string, string]]),
  ...Object.entries({
    '\t=1+1': '=1+1',
    'a\0b': 'ab',
    '\ud800': '\ufffd',
    'a\udc00b': 'a\ufffdb',
    '\u202ereversed': 'reversed',
    'a\u200bb': 'ab',
    '\u0007bell': 'bell',
    '\u001b[31mred': '[31mred',
    'e\u0301': '\u00e9',
    [`Z${'\u0335'.repeat(50)}algo`]: `Z${'\u0335'.repeat(30)}algo`,
    ['a b '.repeat(300)]: 'a b '.repeat(300).slice(0, -1),
    ['word '.repeat(11)]: 'word '.repeat(11).slice(0, -1),
  }).map(([text, clean]) => [text, [clean, clean]] as [string, [string, string]]),
  ['a\r\nBcc: x@example.org', ['a Bcc: x@example.org', 'a\nBcc: x@example.org']],
  ['a\r\n\r\nbody', ['a body', 'a\n\nbody']],
  ['line\rline', ['line line', 'line\nline']],
])

test('of texts that nobody should send these change, each in the one way that is written here, and no other', () => {
  for (const text of badTexts()) expect([oneLine(text), manyLines(text)]).toEqual(changed.get(text) ?? [text, text])
})
