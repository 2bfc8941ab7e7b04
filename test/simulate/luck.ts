// Luck that follows from a number: the same seed makes the same run.

export type Luck = ReturnType<typeof luckOf>

export function luckOf(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0
  /** From 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    /** True once in so many times. */
    onceIn: (times: number) => next() < 1 / times,
    oneOf: <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)]!,
    /** By weights: the more, the more often. */
    weighted<Name extends string>(weights: Record<Name, number>): Name {
      const all = Object.entries(weights) as [Name, number][]
      let left = next() * all.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of all) {
        left -= weight
        if (left < 0) return name
      }
      return all.at(-1)![0]
    },
  }
}
