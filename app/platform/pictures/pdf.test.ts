import { expect, test } from 'vitest'
import { pdfOf } from './pdf-pages.server.ts'

/** Where the table at the end says that each part begins. */
const beginsIn = (file: string) => {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1])
  expect(file.slice(table, table + 5)).toBe('xref\n')
  return [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
}
const shownIn = (file: string) => [...file.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => line)

test('every part begins where the file says, however many pages there are', () => {
  for (const lines of [0, 1, 52, 53, 200]) {
    const file = pdfOf(Array.from({ length: lines }, (_, at) => `Line ${at}`))
    const begins = beginsIn(file)
    for (const [at, begin] of begins.entries()) expect(file.slice(begin)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
    for (const [, length, stream] of file.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
      expect(stream).toHaveLength(Number(length))
    expect(shownIn(file)).toHaveLength(lines)
  }
})

test('what is written in it ends nothing, and what its letters don’t have is written plainly', () => {
  const file = pdfOf(['a) Tj ET (b\\', 'Wanjikũ – “Café”, 花', 'one\ntwo'])
  expect(shownIn(file)).toEqual(['a\\) Tj ET \\(b\\\\', 'Wanjiku - "Caf\\351", ?', 'one', 'two'])
  expect(Buffer.byteLength(file)).toBe(file.length)
})

test('long lines are broken between words, and where there is no space', () => {
  const lines = shownIn(pdfOf([`${'word '.repeat(30)}end`, 'x'.repeat(200)]))
  expect(lines.every((line) => line!.length <= 80)).toBe(true)
  expect(lines.slice(0, 2).join(' ')).toBe(`${'word '.repeat(30)}end`)
  expect(lines.slice(2).join('')).toBe('x'.repeat(200))
})
