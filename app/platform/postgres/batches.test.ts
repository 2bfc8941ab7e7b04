import { describe, expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { inBatches, inBatchesAt } from './batches.server.ts'

describe('what many ask for at once', () => {
  test('goes together, and each gets their own answer', async () => {
    const ways: number[][] = []
    const twice = inBatches(async (items: number[]) => {
      ways.push(items)
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3].map(twice))).toEqual([2, 4, 6])
    expect(ways).toEqual([[1, 2, 3]])
  })

  test('waits for nobody: who comes later goes with the next, so many at once at most', async () => {
    const ways: number[][] = []
    const open: (() => void)[] = []
    const ask = inBatches(
      async (items: number[]) => {
        ways.push(items)
        await new Promise<void>((resolve) => open.push(resolve))
        return items
      },
      { ways: 2, most: 3 },
    )
    const came = async (many: number) => expect.poll(() => ways.length).toBe(many)
    const all = [ask(1)]
    await came(1)
    all.push(ask(2))
    await came(2)
    all.push(...[3, 4, 5, 6].map(ask))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ways).toEqual([[1], [2]])
    open[0]!()
    await came(3)
    open[1]!()
    await came(4)
    for (const go of open) go()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6])
    expect(ways).toEqual([[1], [2], [3, 4, 5], [6]])
  })

  test('fails for those who went together, and goes on for those after them', async () => {
    let broken = true
    const ask = inBatches(async (items: number[]) => {
      if (broken) throw new Error('not today')
      return items
    })
    const first = await Promise.allSettled([ask(1), ask(2)])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // Each has a fault of their own: one is written down only once.
    const reasons = first.map((one) => (one.status === 'rejected' ? one.reason : undefined))
    expect(reasons.map((reason) => [reason instanceof Error, reason.message])).toEqual(
      Array(2).fill([true, 'not today']),
    )
    expect(new Set(reasons).size).toBe(2)
    broken = false
    expect(await ask(3)).toBe(3)
  })

  test('waits for nobody who asks for something else', async () => {
    const ways: [string, number[]][] = []
    const open: (() => void)[] = []
    const ask = inBatchesAt(async (name, items: number[]) => {
      ways.push([name, items])
      await new Promise<void>((resolve) => open.push(resolve))
      return items
    })
    const all = [ask('a', 1), ask('b', 2), ask('a', 3)]
    await expect.poll(() => ways.length).toBe(2)
    all.push(ask('a', 4))
    for (const go of open.splice(0)) go()
    await expect.poll(() => ways.length).toBe(3)
    for (const go of open.splice(0)) go()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
    expect(ways).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
      ['a', [4]],
    ])
  })

  test('never waits longer than it may, nor with more than may', async () => {
    const ways: number[][] = []
    let go = () => {}
    const ask = inBatches(
      async (items: number[]) => {
        ways.push(items)
        await new Promise<void>((resolve) => (go = resolve))
        return items
      },
      { mostWaiting: 3, longestWait: 40 },
    )
    const first = ask(1)
    await expect.poll(() => ways.length).toBe(1)
    const waiting = Promise.allSettled([2, 3, 4].map(ask))
    const tooMany = await ask(5).catch((error: unknown) => error)
    expect(tooMany).toBeInstanceOf(Refusal)
    expect(tooMany).toMatchObject({ status: 503, retryAfter: 5 })
    await new Promise((resolve) => setTimeout(resolve, 60))
    go()
    expect(await first).toBe(1)
    for (const one of await waiting) expect(one).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    expect(ways).toEqual([[1]])
  })
})
