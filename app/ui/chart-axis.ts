/** The most steps an axis has above nought. */
const mostSteps = 4

/**
 * The marks of an axis of counts: from nought upwards in whole, round steps, so that no bar looks taller than it is and
 * no mark is between two counts.
 */
export function axisTo(most: number): number[] {
  const step = stepFor(Math.max(1, Math.ceil(most)))
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (most <= digit * power * mostSteps) return digit * power
}
