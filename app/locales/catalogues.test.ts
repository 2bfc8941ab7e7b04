import type { Messages } from '@lingui/core'
import { expect, test } from 'vitest'
import { messages as en } from './en.po'
import { messages as sw } from './sw.po'

type Message = Messages[string]
const tag = /<(\/?)(\d+)(\/?)>/g

/** Everything in a message that is not words: its values, counts and tags. */
function marksOf(message: Message, inCase = false): string[] {
  const tokens = typeof message === 'string' ? [message] : message
  const marks = tokens.flatMap((token) => {
    if (typeof token === 'string') return inCase && token === '#' ? ['#'] : (token.match(tag) ?? [])
    const [name, kind = '', cases] = token
    if (typeof cases !== 'object') return [`{${name} ${kind}}`]
    return Object.entries(cases as Record<string, number | Message>).map(
      ([key, words]) => `{${name} ${kind} ${key} ${typeof words === 'number' ? words : marksOf(words, true).join()}}`,
    )
  })
  return marks.sort()
}

/** What is not well-formed is read as one text, with its braces; and a tag closes what was opened last. */
function isReadable(message: Message): boolean {
  if (message.length === 1 && /[{}]/.test(String(message[0]))) return false
  const open: string[] = []
  for (const [, end, number, alone] of JSON.stringify(message).matchAll(tag)) {
    if (!end && !alone) open.push(number!)
    else if (end && open.pop() !== number) return false
  }
  return open.length === 0
}

test('every message has words in every language', () => {
  expect(Object.keys(sw).sort()).toEqual(Object.keys(en).sort())
})
test('every translation is well-formed', () => {
  expect(Object.values(sw).filter((message) => !isReadable(message))).toEqual([])
})
test('every translation has the values, plurals and tags of its English message', () => {
  const differ = Object.entries(sw).filter(([id, words]) => marksOf(words).join() !== marksOf(en[id] ?? []).join())
  expect(differ.map(([id, words]) => ({ message: en[id], words }))).toEqual([])
})
