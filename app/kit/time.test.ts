import { expect, test } from 'vitest'
import { dayIn, momentIn } from './time.ts'

const at = new Date('2026-11-20T21:04:00Z')

test('days and moments are written in Nairobi’s time', () => {
  expect(dayIn('en', at)).toBe('21 November 2026')
  expect(momentIn('en', at)).toBe('21 Nov 2026, 00:04')
})

test('days are written in Swahili too', () => {
  expect(dayIn('sw', at)).toBe('21 Novemba 2026')
})
