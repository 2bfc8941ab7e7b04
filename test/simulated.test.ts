import { test } from 'vitest'
import { live } from './simulate/life.ts'

// Whole lives of the product, each from a number; scripts/simulate.ts lives more of them, and longer ones.

/** Seeds that found something once, with how many steps it took: they are lived for ever. */
const found: [seed: number, steps: number][] = [[21, 1750]]

const asked = process.env.SIMULATE
const lives: [number, number][] = asked
  ? JSON.parse(asked)
  : [...[1, 2, 3, 4].map((seed): [number, number] => [seed, 250]), ...found]

// A long life beside other work takes a multiple of its half minute.
const atMost = asked ? 3_600_000 : 600_000
test.each(lives)('a life from seed %i, in %i steps', async (seed, steps) => void (await live(seed, steps)), atMost)
