import { describe, expect, test } from 'vitest'
import { together } from './together.server.ts'

describe('what many ask for at once', () => {
  test('goes together, and each gets their own answer', async () => {
    const ways: number[][] = []
    const twice = together(async (items: number[]) => {
      ways.push(items)
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3].map(twice))).toEqual([2, 4, 6])
    expect(ways).toEqual([[1, 2, 3]])
  })

  test('waits for nobody: who comes later goes with the next, so many at once at most', async () => {
    const ways: number[][] = []
    const open: (() => void)[] = []
    const ask = together(
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
    const ask = together(async (items: number[]) => {
      if (broken) throw new Error('not today')
      return items
    })
    const first = await Promise.allSettled([ask(1), ask(2)])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await ask(3)).toBe(3)
  })
})
