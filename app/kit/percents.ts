/**
 * Returns the share of the goal in percent, to one decimal; 0 without a goal. Rounded down, never above the true value: 999.99 of
 * 1,000 is 99.9.
 */
export function percentOf(raised: number, goal: number): number {
  const thousandths = raised * 1000
  return goal > 0 && raised > 0 ? (thousandths - (thousandths % goal)) / goal / 10 : 0
}

/** Writes the share of the goal for every page: '45.0%'. */
export const percentText = (raised: number, goal: number): string => `${percentOf(raised, goal).toFixed(1)}%`

type Amount = number | bigint

/**
 * Returns how much of a goal is reached, in whole per cent rounded down: 99.9 is not 100, and 103 is said. `filled` is the length of
 * the bar: a beginning is always visible, and only a complete bar looks complete.
 */
export function partOf(value: Amount, max: Amount): { percent: number; filled: number; begun: boolean } {
  const [part, whole] = [Number(value), Number(max)]
  if (!(whole > 0) || !(part > 0)) return { percent: 0, filled: 0, begun: false }
  const percent = Math.floor((part * 100) / whole + 1e-9)
  const filled = percent < 100 ? Math.min(98.5, Math.max(1.5, (part * 100) / whole)) : 100
  return { percent, filled, begun: true }
}
