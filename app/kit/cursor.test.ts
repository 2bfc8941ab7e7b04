import { expect, test } from 'vitest'
import { cursorOf, placeIn } from './cursor.ts'

test('a place in a list survives its way through an address; what nobody of us wrote is no place', () => {
  const [at, id] = [new Date('2026-11-20T12:00:00.123Z'), '7c0f2f4e-3b1a-4d5e-8f90-123456789abc']
  expect(placeIn(cursorOf(at, id))).toEqual({ at, id })
  const written = cursorOf(at, id)
  for (const forged of [null, undefined, '', 'x', id, `1_${id}`, `${written}'`, written.slice(0, -1), ` ${written}`])
    expect(placeIn(forged)).toBeUndefined()
})
