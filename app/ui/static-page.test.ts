import { afterEach, expect, test, vi } from 'vitest'
import { handover, newHandover, takeCounted, takeOver, takeSaid } from './static-page.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'handover'))

test('a page that never was static has nothing to hand over', () => {
  expect([handover(), takeCounted('1'), takeSaid(), takeOver('drive:1')]).toEqual(Array(4).fill(undefined))
})

test('what a static page knows is handed over once, to whom it belongs', async () => {
  const leave = vi.fn()
  const heard = { topic: 'drive:1', summary: { raised: 500 } }
  const view = Promise.resolve('counted')
  Object.assign(newHandover(), { topic: 'drive:1', heard, leave, said: { newest: 3 }, counted: { drive: '1', view } })
  expect([takeCounted('2'), takeOver('drive:2 gallery')]).toEqual([undefined, undefined])
  expect(leave).not.toHaveBeenCalled()
  expect(takeOver('gallery drive:1')).toBe(heard)
  expect(leave).toHaveBeenCalledOnce()
  expect(await takeCounted('1')).toBe('counted')
  expect(takeSaid()).toEqual({ newest: 3 })
  expect([takeCounted('1'), takeSaid(), takeOver('drive:1')]).toEqual([undefined, undefined, undefined])
})
