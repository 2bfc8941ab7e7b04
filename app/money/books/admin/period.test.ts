import { expect, test } from 'vitest'
import { partsOfPeriod, periodIn, rangeOf, startOf, stepFor, stepsBetween } from './period.ts'

const asked = (query: string) => rangeOf(periodIn(new URLSearchParams(query)), '2026-11-20')

test('a period ends today and has as many days as it says', () => {
  expect(asked('')).toEqual({ from: '2026-10-22', to: '2026-11-20' })
  expect(asked('period=7')).toEqual({ from: '2026-11-14', to: '2026-11-20' })
  expect(asked('period=all')).toEqual({ from: null, to: '2026-11-20' })
  expect(asked('period=nonsense')).toEqual(asked(''))
})

test('days that were typed go before a period, whichever comes first', () => {
  expect(asked('from=2026-01-05&to=2026-02-03&period=7')).toEqual({ from: '2026-01-05', to: '2026-02-03' })
  expect(asked('from=2026-02-03&to=2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-02-03' })
  expect(asked('from=2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(asked('from=2026-11-19&to=9999-12-31')).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  expect(asked('from=2026-02-30')).toEqual(asked(''))
})

test.each([
  ['2026-01-01', '2026-03-31'],
  ['2026-01-02', '2026-03-30'],
  ['2026-01-31', '2026-02-28'],
  ['2026-02-01', '2026-02-28'],
  ['2026-02-10', '2026-02-12'],
  ['2025-12-31', '2026-01-01'],
  ['2024-02-29', '2024-02-29'],
])('whole months and single days are together every day from %s to %s, once', (from, to) => {
  const { months, days } = partsOfPeriod({ from, to })
  const covered = [...days, months].flatMap(([begin, end]) =>
    begin < end ? stepsBetween('day', { from: begin, to: end }).slice(0, -1) : [],
  )
  expect(covered.toSorted()).toEqual(stepsBetween('day', { from, to }))
})

test('weeks begin on Mondays, months on their first', () => {
  expect(startOf('week', '2026-11-22')).toBe('2026-11-16')
  expect(startOf('week', '2026-11-16')).toBe('2026-11-16')
  expect(startOf('month', '2026-11-30')).toBe('2026-11-01')
  expect(stepsBetween('month', { from: '2025-11-30', to: '2026-02-01' })).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
})

test('steps that would be too many are wider', () => {
  expect(stepFor('day', { from: '2026-01-01', to: '2026-12-31' })).toBe('day')
  expect(stepFor('day', { from: '2024-01-01', to: '2026-12-31' })).toBe('week')
  expect(stepFor('week', { from: '2010-01-01', to: '2026-12-31' })).toBe('month')
})
