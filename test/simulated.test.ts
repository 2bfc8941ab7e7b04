import { test } from 'vitest'
import { isNight } from './night.ts'
import { live } from './simulate/life.ts'
import { livesOfANight, livesOfEachRun } from './simulate/lives.ts'

// Whole lives of the product, each from a number.

const asked = process.env.SIMULATE
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const ofANight = () => {
  const first = Number(process.env.SEED ?? today)
  console.log(`new lives: seeds ${first} to ${first + 19}`)
  return livesOfANight(first)
}
const lives: [number, number][] = asked ? JSON.parse(asked) : isNight ? ofANight() : livesOfEachRun

// A long life beside other work takes a multiple of its half minute.
const atMost = asked || isNight ? 3_600_000 : 600_000
test.each(lives)(
  'a life from seed %i, in %i steps [T435]',
  async (seed, steps) => void (await live(seed, steps)),
  atMost,
)
