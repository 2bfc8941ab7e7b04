import { msg } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { wordsIn } from './words.ts'

test('words of a language are made once, and each language and catalogue has its own', () => {
  const sw = { hello: 'Habari' }
  expect(wordsIn('sw', sw)).toBe(wordsIn('sw', sw))
  expect(wordsIn('en')).toBe(wordsIn('en'))
  const all = [wordsIn('en'), wordsIn('sw'), wordsIn('sw', sw), wordsIn('sw', { hello: 'Hujambo' })]
  expect(new Set(all).size).toBe(4)
  expect(all.map((words) => words.locale)).toEqual(['en', 'sw', 'sw', 'sw'])
  expect(all.map((words) => words._('hello'))).toEqual(['hello', 'hello', 'Habari', 'Hujambo'])
  expect(wordsIn('en')._(msg`${2} views`)).toBe('2 views')
})
