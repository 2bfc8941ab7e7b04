import { expect, test } from 'vitest'
import { ageOf } from './time.ts'

test('what was written is as old as the specification says [T65]', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (seconds: number) => ageOf(new Date(now.getTime() - seconds * 1000), now)
  expect([ago(-30), ago(0), ago(59)]).toEqual(Array(3).fill({ unit: 'now' }))
  expect([ago(60), ago(3599)]).toEqual([
    { unit: 'minutes', count: 1 },
    { unit: 'minutes', count: 59 },
  ])
  expect([ago(3600), ago(86_399)]).toEqual([
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 23 },
  ])
  expect([ago(86_400), ago(86_400 * 400)]).toEqual([
    { unit: 'days', count: 1 },
    { unit: 'days', count: 400 },
  ])
})
