import { expect, test } from 'vitest'
import { grouped, regrouped } from './grouping.ts'

test('thousands are set apart', () => {
  expect(['5', '999', '1000', '12500', '98765432109'].map(grouped)).toEqual([
    '5',
    '999',
    '1,000',
    '12,500',
    '98,765,432,109',
  ])
})

test('cents are written with two figures, where there are any', () => {
  expect([grouped('12500.5'), grouped('12500.50'), grouped('12500.')]).toEqual(['12,500.50', '12,500.50', '12,500'])
})

test('commas and spaces that were typed do no harm, nor do leading zeros', () => {
  expect([grouped('12,500'), grouped(' 1 250 000 '), grouped('007')]).toEqual(['12,500', '1,250,000', '7'])
})

test('what is no amount is not read as one', () => {
  for (const typed of ['', 'abc', '-5', '1.234', '1e5', '.5', '5,00', '1,0000', '1,00.50'])
    expect(grouped(typed)).toBeUndefined()
})

/** Types keys at the end of what is there; '<' takes the last one away. */
const typing = (keys: string, start = '') => {
  let text = start
  for (const key of keys) {
    const next = key === '<' ? text.slice(0, -1) : text + key
    text = regrouped(text, { text: next, caret: next.length })?.text ?? next
  }
  return text
}

test('while it is typed an amount is grouped, and what is taken away again leaves no comma behind', () => {
  expect([typing('1000'), typing('1234567.5'), typing('1234<'), typing('1000<<<'), typing('.5')]).toEqual([
    '1,000',
    '1,234,567.5',
    '123',
    '1',
    '.5',
  ])
})

test('a comma that a person sets themselves is never moved: what it means is not guessed', () => {
  expect([typing('99,50'), typing('1,5'), typing('1,500'), typing('12,000')]).toEqual([
    '99,50',
    '1,5',
    '1,500',
    '12,000',
  ])
  expect(regrouped('1,500', { text: '99,50', caret: 5 }, true)).toBeUndefined()
  expect(regrouped('', { text: '25000', caret: 5 }, true)).toEqual({ text: '25,000', caret: 6 })
})

test('words around an amount are left as they are typed', () => {
  expect([typing('KES 5000'), typing('500/='), typing('2k')]).toEqual(['KES 5000', '500/=', '2k'])
})

test('the caret stays beside the figure that was typed', () => {
  // 1|500 and a 2 is typed: 12|,500
  expect(regrouped('1,500', { text: '12,500', caret: 2 })).toBeUndefined()
  expect(regrouped('12,500', { text: '123,500', caret: 3 })).toBeUndefined()
  expect(regrouped('123,500', { text: '1239,500', caret: 4 })).toEqual({ text: '1,239,500', caret: 5 })
  expect(regrouped('1,239,500', { text: '1,39,500', caret: 2 })).toEqual({ text: '139,500', caret: 1 })
  // A comma taken away comes back, and the caret has passed it.
  expect(regrouped('1,500', { text: '1500', caret: 1 })).toEqual({ text: '1,500', caret: 1 })
})
