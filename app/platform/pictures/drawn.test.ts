import { expect, test } from 'vitest'
import { keptThings } from './drawn.server.ts'

test('where memory is full, the drawn picture goes that was asked for longest ago [T1731]', async () => {
  const kept = keptThings<string>({ most: 2, sizeOf: () => 1 })
  for (const key of ['card', 'poster', 'card', 'badge']) await kept.of(key, async () => key)
  expect(['card', 'poster', 'badge'].filter(kept.has)).toEqual(['card', 'badge'])
})
