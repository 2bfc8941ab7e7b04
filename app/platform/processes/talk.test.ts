import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { talk } from './as-child.server.ts'

/** Two ends of a pipe, as two processes have them. */
function pipe() {
  const [one, other] = [new EventEmitter(), new EventEmitter()]
  const end = (own: EventEmitter, far: EventEmitter) =>
    Object.assign(own, {
      send(message: unknown, then: (error: Error | null) => void) {
        const text = JSON.stringify(message)
        queueMicrotask(() => far.emit('message', JSON.parse(text)))
        then(null)
      },
    })
  return [end(one, other), end(other, one)] as const
}

test('both sides ask, and each answer finds its question', async () => {
  const [one, other] = pipe()
  const waiting: (() => void)[] = []
  const ask = talk(one, { half: (n: number) => n / 2 })
  const askBack = talk(other, {
    double: (n: number) => n * 2,
    later: (n: number) => new Promise((resolve) => waiting.push(() => resolve(n))),
    nothing: () => undefined,
  })
  const late = [ask('later', 1), ask('later', 2)]
  expect(await Promise.all([ask('double', 4), ask('nothing'), askBack('half', 4)])).toEqual([8, null, 2])
  for (const go of waiting.reverse()) go()
  expect(await Promise.all(late)).toEqual([1, 2])
})

test('what fails there fails here, in its words; a question that nobody knows, too', async () => {
  const [one, other] = pipe()
  const ask = talk(one, {})
  talk(other, {
    break: () => {
      throw new Error('broken there')
    },
  })
  await expect(ask('break')).rejects.toThrow('broken there')
  await expect(ask('what')).rejects.toThrow()
})

test('the other side is gone: who waits learns it, and who asks later, too', async () => {
  const [one, other] = pipe()
  const ask = talk(one, {})
  talk(other, { never: () => new Promise(() => {}) })
  const waiting = ask('never')
  one.emit('disconnect')
  await expect(waiting).rejects.toThrow('gone')
  await expect(ask('never')).rejects.toThrow('gone')
})
