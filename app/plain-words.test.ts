import fs from 'node:fs'
import { expect, test } from 'vitest'
import { commentsIn } from '../scripts/weigh.ts'

// Plain English on the screen and in the documents: words that readers stumbled over don't come back.

const banned = [
  /\bstands?\b|\bstood\b/i, // appears, is
  /\bwhoever\b/i, // the person who
  /\bsomebody\b|\beverybody\b/i, // someone, everyone
  /\banew\b/i, // again
  /\b(given|gives?|giving) back\b|\b(goes|went|gone) back\b/i, // refunded
  /\bby (itself|themselves)\b/i, // automatically
  /\bas it was\b/i,
  /\bin one go\b/i, // at once
  /\b(comes?|came) in\b(?! person)/i, // arrives
  /\bbegun\b/i, // started
  /\b(?<!-)mails?\b(?! server)|\be-mails?\b/i, // email
  /\bis like what\b/i, // matches
  /\bfor good\b/i, // permanently
]

const badWords = (text: string) => banned.flatMap((word) => text.match(word)?.[0] ?? [])

/** What a catalogue says in English: its ids, put together from their lines. */
function saidIn(file: string): string[] {
  const ids = [...fs.readFileSync(file, 'utf8').matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)/gm)]
  return ids.map(([, quoted]) => [...quoted!.matchAll(/"((?:[^"\\]|\\.)*)"\n/g)].map(([, part]) => part).join(''))
}

test('nothing on the screen or in an email uses the banned words', () => {
  const said = saidIn('app/locales/en.po')
  expect(said.length).toBeGreaterThan(2000)
  expect(said.filter((text) => badWords(text).length)).toEqual([])
})

// Names of tests are in the table of conformance; they change with the tests. Notices have the words of others.
const documents = fs
  .globSync('{*,.github/*,docs/**/*,test/**/*,bench/*,sandbox/*}.md')
  .filter((file) => !['test/conformance/README.md', 'THIRD_PARTY_NOTICES.md'].includes(file))

/** Code, addresses and drawings are no sentences. */
const sentencesIn = (file: string) =>
  fs.readFileSync(file, 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|\[[^\]]*\.md\]/g, '')

test.each(documents)('%s uses none of the banned words', (file) => {
  expect(badWords(sentencesIn(file))).toEqual([])
})

/** Readers of the code stumble over these, too; all of `banned` is asked of what people read. */
const bannedInCode = /\b(whoever|somebody|anew|for good|deeds?)\b/i
const titles = /\b(?:test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['`])((?:(?!\1).)*)\1/g
const code = fs.globSync('{app,db,examples,sandbox,scripts,test,e2e,bench}/**/*.{ts,tsx,mjs}')

test('comments and titles of tests use none of the words that readers of the code stumbled over [T1752]', () => {
  // The comments of the tables: a migration would have to change them.
  const own = code.filter((file) => file !== 'db/types.ts')
  const said = own.flatMap((file) => {
    const text = fs.readFileSync(file, 'utf8')
    return [...commentsIn(text), ...[...text.matchAll(titles)].map(([, , title]) => title!)].map((words) => ({
      file,
      words,
    }))
  })
  expect(said.length).toBeGreaterThan(9000)
  expect(said.filter(({ words }) => bannedInCode.test(words))).toEqual([])
})

test('the banned words are found where they are', () => {
  for (const bad of ['It stands there.', 'Whoever came in', 'given back by itself', 'a mail', 'not an e-mail'])
    expect(badWords(bad)).not.toEqual([])
  for (const good of ['a mail server', 'come in person', 'Go Back', 'an email', 'understands'])
    expect(badWords(good)).toEqual([])
})
