import { expect, test } from 'vitest'
import { readMessage, wordsIn } from './words.ts'

const say = (message: string, values: Record<string, unknown> = {}) => wordsIn('en').t({ id: message, message, values })

test('plain words stay as they are', () => {
  expect(say("It's here: 100 % # of it")).toBe("It's here: 100 % # of it")
  expect(say('')).toBe('')
})
test('values are filled in, again and again', () => {
  expect(say('Welcome, {name}, to {0}', { name: '{Asha}', 0: 'us' })).toBe('Welcome, {Asha}, to us')
})
test('plurals follow the language and count with its numbers', () => {
  const message = 'in {n, plural, =0 {no time} one {# minute} other {# minutes, {name}}}.'
  expect(say(message, { n: 0 })).toBe('in no time.')
  expect(say(message, { n: 1 })).toBe('in 1 minute.')
  expect(say(message, { n: 1200, name: 'Asha' })).toBe('in 1,200 minutes, Asha.')
  expect(say('{n, plural, offset:1 one {you and # more} other {you and # more}}', { n: 3 })).toBe('you and 2 more')
  expect(say('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 })).toBe('22nd')
})
test('a choice falls back to other', () => {
  const message = '{is, select, open {<0>Open</0>} other {Closed #}}'
  expect(say(message, { is: 'open' })).toBe('<0>Open</0>')
  expect(say(message, { is: 'constructor' })).toBe('Closed #')
})
test('an apostrophe quotes braces, two are one', () => {
  expect(say("a '{b}' c''d {n, plural, other {'#' is #}}", { n: 2 })).toBe("a {b} c'd # is 2")
})
test('dates and numbers take a named style', () => {
  expect(readMessage('{d, date, short} {n, number}')).toEqual([['d', 'date', 'short'], ' ', ['n', 'number']])
})
test.each(['{', 'a }', '{n, plural, one {x}', '{n, plural other {x}}', '{a b}'])(
  'what is not well-formed is shown as it stands: %s',
  (message) => {
    expect(readMessage(message)).toEqual([message])
  },
)
