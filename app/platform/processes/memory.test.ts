import { EventEmitter } from 'node:events'
import module from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settleDown, settleNow } from './metrics.server.ts'

// What it does keeps everybody waiting for a moment: measured, up to half a second.

const keep = vi.spyOn(module, 'flushCompileCache').mockReturnValue(undefined as never)

beforeEach(() => {
  vi.useFakeTimers()
  keep.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('while visitors come nobody is kept waiting, however long it lasts; after the last one it is done once', () => {
  const visitors = new EventEmitter()
  settleDown(visitors)
  for (let second = 0; second < 60; second++) {
    visitors.emit('request')
    vi.advanceTimersByTime(1000)
  }
  expect(keep).not.toHaveBeenCalled()
  vi.advanceTimersByTime(4000)
  expect(keep).toHaveBeenCalledOnce()
  expect(visitors.listenerCount('request')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(keep).toHaveBeenCalledOnce()
})

test('a product that nobody visits settles soon after it has opened', () => {
  settleDown(new EventEmitter())
  vi.advanceTimersByTime(2000)
  expect(keep).toHaveBeenCalledOnce()
})

test('what needs the memory has it done at once, while visitors come, and only the first time', () => {
  const visitors = new EventEmitter()
  settleDown(visitors)
  visitors.emit('request')
  settleNow()
  expect(keep).toHaveBeenCalledOnce()
  settleNow()
  vi.advanceTimersByTime(60_000)
  expect(keep).toHaveBeenCalledOnce()
  expect(visitors.listenerCount('request')).toBe(0)
})
