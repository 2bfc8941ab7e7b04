import { percentOf } from '../drive.ts'

/** Percent to one decimal, as a page says it: '45.0%'. What is nearly full does not say that it is. */
export function percentText(raised: number, goal: number): string {
  const percent = percentOf(raised, goal)
  const honest = raised < goal ? Math.min(percent, 99.9) : percent
  return `${honest.toFixed(1)}%`
}
