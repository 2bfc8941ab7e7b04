import { expect, test } from 'vitest'
import { logText } from './log.server.ts'

const time = Date.UTC(2026, 0, 2, 3, 4, 5)

test('an event is one line for a person: when, how bad, what, the facts, the number of the log', () => {
  const err = { name: 'Error', message: 'the pen\n is empty', stack: ['    at here'] }
  const json = JSON.stringify({ level: 50, time, request: 'abcd-efgh', job: '7', attempt: 1, err, msg: 'a job failed' })
  expect(logText(json)).toBe(
    '03:04:05  error  a job failed · Error: the pen is empty · job=7 attempt=1 · log id abcd-efgh\n',
  )
})

test('what has no facts is short, and long facts are cut', () => {
  expect(logText(JSON.stringify({ level: 40, time, msg: 'low' }))).toBe('03:04:05  warning  low\n')
  expect(logText(JSON.stringify({ level: 40, time, why: 'x'.repeat(500), gone: null })).length).toBeLessThan(160)
})
