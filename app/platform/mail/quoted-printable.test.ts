import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotedPrintable } from './mail.server.ts'

/** As a reader's program does it. */
function read(written: string): string {
  const bytes = written
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
const lines = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\n', '\r\n')

test('what is written is read again, in lines that every mail server takes', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('=', ' ', '\t', '\n', '\r', '.', 'a', 'é', '👩🏾', '–'), maxLength: 400 }),
  )
  fc.assert(
    fc.property(pieces, (text) => {
      // Half of a letter of two parts is no text: it goes out as what stands for it.
      const whole = text.toWellFormed()
      const written = quotedPrintable(whole)
      expect(read(written)).toBe(lines(whole))
      expect(written).toMatch(/^[\t\r\n -~]*$/)
      for (const line of written.split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(76)
        expect(line).not.toMatch(/[ \t\r\n]$/)
      }
    }),
    { numRuns: 500 },
  )
})

test('plain words stay readable, and a long line is broken without a gap', () => {
  expect(quotedPrintable('Habari Amina,\n\nasante – KES 1,000 = 100%.\n')).toBe(
    'Habari Amina,\r\n\r\nasante =E2=80=93 KES 1,000 =3D 100%.\r\n',
  )
  expect(quotedPrintable('x'.repeat(100))).toBe(`${'x'.repeat(75)}=\r\n${'x'.repeat(25)}`)
})
