import { expect, test } from 'vitest'
import { briefDayIn, clockIn, dayAt, dayIn, daysBetween, hourAt, isDay, momentIn, monthIn, shortDayIn } from './time.ts'

const at = new Date('2026-11-20T21:04:00Z')

test('days and moments are written in Nairobi’s time [T380]', () => {
  expect(dayIn('en', at)).toBe('21 November 2026')
  expect(momentIn('en', at)).toBe('21 Nov 2026, 00:04')
  expect([shortDayIn('en', at), clockIn('en', at)]).toEqual(['21 Nov', '00:04'])
})

test('days are written in Swahili too [T381]', () => {
  expect(dayIn('sw', at)).toBe('21 Novemba 2026')
})

test('a day begins at midnight in Nairobi [T382]', () => {
  expect(dayAt(new Date('2026-11-20T20:59:59Z'))).toBe('2026-11-20')
  expect(dayAt(at)).toBe('2026-11-21')
  expect([hourAt(new Date('2026-11-20T20:59:59Z')), hourAt(at)]).toEqual([23, 0])
})

test('only days of the calendar are days', () => {
  for (const day of ['2026-11-20', '2028-02-29', '1000-01-01']) expect([day, isDay(day)]).toEqual([day, true])
  const none = [
    '2026-02-29',
    '2026-13-01',
    '20-11-2026',
    '2026-11-20T10:00',
    '',
    '0000-00-00',
    '0001-01-01',
    '+02026-11-20',
  ]
  for (const day of none) expect([day, isDay(day)]).toEqual([day, false])
  expect([daysBetween('2026-02-27', '2026-03-02'), daysBetween('2026-11-20', '2026-11-19')]).toEqual([3, -1])
})

test('short dates write every month with three letters, long ones in full', () => {
  for (const month of [7, 9, 12]) {
    const at = new Date(Date.UTC(2026, month - 1, 25, 9))
    expect(
      [shortDayIn('en', at), briefDayIn('en', at), momentIn('en', at), monthIn('en', at, 'short')].join(),
    ).not.toMatch(/[A-Z][a-z]{3}/)
  }
  const september = new Date('2026-09-25T09:00:00Z')
  expect(shortDayIn('en', september)).toBe('25 Sep')
  expect(dayIn('en', september)).toBe('25 September 2026')
})
