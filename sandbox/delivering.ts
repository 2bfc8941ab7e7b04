/** Other processes may have put something in the line, so nobody sleeps longer than this, in milliseconds. */
const longestNap = 5000
const shortestNap = 20

/** A pretend world in which things happen at their time. */
type Happening = {
  /** Lets everything happen that is due; says how much that was. */
  tick: () => Promise<number>
  /** Milliseconds until something is. */
  nextDue: () => Promise<number | undefined>
}

/** Lets things happen and delivers what is to be told when their time comes. `stop` waits for those that are on their way. */
export function startDelivering(world: Happening, onFault: (error: unknown) => void) {
  let stopped = false
  let awake = false
  let ring = () => {}
  const wake = () => {
    awake = true
    ring()
  }
  const nap = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, awake || stopped ? 0 : ms)
      ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const work = async () => {
    while (!stopped) {
      awake = false
      let ms = longestNap
      try {
        const done = await world.tick()
        const due = await world.nextDue()
        ms = done > 0 ? shortestNap : Math.min(Math.max(due ?? longestNap, shortestNap), longestNap)
      } catch (error) {
        if (!stopped) onFault(error)
      }
      // What was put in the line by a transaction that is not through yet is seen a moment later.
      await nap(ms)
      if (awake) await new Promise((resolve) => setTimeout(resolve, shortestNap))
    }
  }
  const done = work()
  return {
    wake,
    async stop() {
      stopped = true
      ring()
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 3000).unref())])
    },
  }
}
