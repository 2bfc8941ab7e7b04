/**
 * Whole percents of parts that add up to 100 where the parts add up to the whole: what rounding down leaves over goes to
 * those with the largest remainders. Only all of it is 100, and less than a half is not 1.
 */
export function wholePercents(values: number[], whole: number): number[] {
  if (whole <= 0) return values.map(() => 0)
  const rest = Math.max(0, whole - values.reduce((sum, value) => sum + value, 0))
  const exact = [...values, rest].map((value) => (value * 100) / whole)
  const percents = exact.map(Math.floor)
  let left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const order = exact.map((value, at) => ({ at, over: value - Math.floor(value) })).sort((a, b) => b.over - a.over)
  for (const { at, over } of order) {
    if (left <= 0) break
    if (over === 0 || percents[at] === 99 || exact[at]! < 0.5) continue
    percents[at]!++
    left--
  }
  return percents.slice(0, values.length)
}
