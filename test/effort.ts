// What something costs, on a machine that does other things as well.

/** Milliseconds of the processor that something takes in this thread: what else is being done makes nothing of it longer. */
export async function effortOf(what: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await what()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of the quickest of ten turns: single ones are slow for other reasons. */
export async function quickestOf(what: (turn: number) => Promise<unknown>): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 10; turn++) {
    const began = performance.now()
    await what(turn)
    quickest = Math.min(quickest, performance.now() - began)
  }
  return quickest
}

const fewest = 4
const most = 40

/**
 * How many times as long one thing takes as another, by the quickest turn of each. Single turns are slow for other
 * reasons: while the ratio is no good, more of them are taken, which brings it nearer to what it really is.
 */
export async function ratioOf(
  one: (turn: number) => Promise<number>,
  other: (turn: number) => Promise<number>,
  isGood: (ratio: number) => boolean,
): Promise<number> {
  const quickest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const ratio = () => quickest[0] / quickest[1]
  for (let turn = 0; turn < most && (turn < fewest || !isGood(ratio())); turn++) {
    quickest[0] = Math.min(quickest[0], await one(turn))
    quickest[1] = Math.min(quickest[1], await other(turn))
  }
  return ratio()
}
