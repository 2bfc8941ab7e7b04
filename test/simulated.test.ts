import { test } from 'vitest'
import { live } from './simulate/life.ts'
import { livesOfEachRun } from './simulate/lives.ts'

// Whole lives of the product, each from a number.

const asked = process.env.SIMULATE
const lives: [number, number][] = asked ? JSON.parse(asked) : livesOfEachRun

// A long life beside other work takes a multiple of its half minute.
const atMost = asked ? 3_600_000 : 600_000
test.each(lives)(
  'a life from seed %i, in %i steps [T435]',
  async (seed, steps) => void (await live(seed, steps)),
  atMost,
)
