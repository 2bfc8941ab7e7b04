import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'

// First lines, messages of an inbox and tables. What is doubtful waits for a person: no row of it is without a look.

type Clear = [text: string, name: string | null, shillings: number | null]
const samples: { clear: Clear[]; waits: Record<string, string[]> } = JSON.parse(
  readFileSync('test/samples/pasted-lists-doubtful.json', 'utf8'),
)
const known = { today: '2026-11-26', collectors: ['Grace Muthoni', '0721556677'] }
const without = (text: string) =>
  readPaste(text, known).rows.filter(({ looks, proposal }) => looks.length === 0 && proposal !== 'ask')

describe('a row that is certain has no look', () => {
  test.each(samples.clear)('%s', (text, name, shillings) => {
    const { rows } = readPaste(text, known)
    const [row] = rows
    expect(row?.looks).toEqual([])
    expect(row?.proposal).not.toBe('ask')
    if (name !== null) expect([row?.name, row && row.amount / 100]).toEqual([name, shillings])
  })
})

/** The first line may be another one's, which is certain. */
const ofOther = (text: string) => (text.startsWith('1. Otis 500 ✅\n') ? 1 : 0)

describe.each(Object.entries(samples.waits))('%s waits for a look', (_, texts) => {
  test.each(texts)('%s', (text) => {
    expect(
      without(text)
        .map(({ name, amount }) => [name, amount / 100])
        .slice(ofOther(text)),
    ).toEqual([])
  })
})
