import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { KnownNames, PastedRow, RowLook, RowReason } from '#app/group/pasted-lists/pasted-list.ts'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'

// Messages as phones show them, 2013 to 2026, in English and Swahili. Names, numbers and codes are made up.

type Expected = Partial<PastedRow> & { shillings?: number; looks?: RowLook[] }
type Shape = { about: string; text: string; is: Expected; known?: KnownNames }
type Other = { about: string; text: string; reason: RowReason }
/** Each message is one row: what is not named may be anything, and there is nothing to look at unless it is said. */
const samples = readFileSync('test/samples/pasted-lists-messages.json', 'utf8')
const { messages, nothing, noise }: { messages: Shape[]; nothing: Other[]; noise: Other[] } = JSON.parse(samples)

function expectRow(row: PastedRow | undefined, { shillings, looks = [], ...rest }: Expected) {
  expect(row, 'it was not read').toBeDefined()
  const amount = shillings === undefined ? {} : { amount: Math.round(shillings * 100) }
  expect(row).toMatchObject({ ...rest, ...amount, looks })
}

describe('messages', () => {
  test.each(messages)('$about', ({ text, is, known }) => {
    const { rows } = readPaste(text, known)
    expect(rows).toHaveLength(1)
    expectRow(rows[0], is)
  })

  test.each([...nothing, ...noise])('$about is no gift', ({ text, reason }) => {
    const { rows, leftOut } = readPaste(text)
    expect(rows).toEqual([])
    expect(leftOut.map((one) => one.reason)).toEqual([reason])
  })

  test('all of them pasted together are the same rows, each once', () => {
    const each = messages.filter(({ is }) => is.proposal !== 'undo')
    const codes = each.flatMap(({ text, known }) => readPaste(text, known).rows[0]!.code ?? [])
    const together = [...messages, ...nothing].map(({ text }) => text).join('\n')
    const { rows, leftOut } = readPaste(together, { collectors: ['0722000333', 'Mary Wanjiku'] })
    expect(new Set(rows.map(({ code, line }) => code ?? line)).size).toBe(rows.length)
    for (const code of codes) {
      const times = rows.filter((row) => row.code === code && row.proposal !== 'undo').length
      const isReversed = leftOut.some((one) => one.code === code && one.reason === 'reversed')
      expect([code, times]).toEqual([code, isReversed ? 0 : 1])
    }
  })

  test('a message that is cut anywhere never becomes more money without a look', () => {
    for (const { text } of messages) {
      const whole = readPaste(text).rows[0]!.amount
      for (let length = 0; length < text.length; length += 7)
        for (const { amount, proposal, looks } of readPaste(text.slice(0, length)).rows)
          if (proposal === 'gift' && looks.length === 0) expect(amount).toBeLessThanOrEqual(whole)
    }
  })
})
