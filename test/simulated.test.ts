import { test } from 'vitest'
import { isNight } from './night.ts'
import { simulate } from './simulate/run.ts'
import { runsOfANight, runsOfEachTest } from './simulate/runs.ts'

// Simulation runs, each from a number.

const asked = process.env.SIMULATE
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const ofANight = () => {
  const first = Number(process.env.SEED ?? today)
  console.log(`new simulation runs: seeds ${first} to ${first + 19}`)
  return runsOfANight(first)
}
const runs: [number, number][] = asked ? JSON.parse(asked) : isNight ? ofANight() : runsOfEachTest

// A long run beside other work takes a multiple of its half minute.
const atMost = asked || isNight ? 3_600_000 : 600_000
test.each(runs)(
  'a simulation run from seed %i, in %i steps [T435]',
  async (seed, steps) => void (await simulate(seed, steps)),
  atMost,
)
