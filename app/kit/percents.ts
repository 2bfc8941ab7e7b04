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
