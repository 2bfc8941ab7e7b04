import { luckOf } from './simulate/luck.ts'

/** The number that all chance in tests follows from; `SEED=7 npm test` takes another. */
export const seed = Number(process.env.SEED ?? 20_261_128)

/** Chance of one test: the same in each run with the same seed, whatever runs before it. */
export const chance = () => luckOf(seed)
