/** The queue is full, or the caller has waited in it for too long. */
export class LineFull extends Error {}

export type Bounds = {
  /** The number of works at the same time. */
  atOnce: number
  /** The most that may wait; further callers are refused at once. */
  mostWaiting: number
  /** The longest wait, in milliseconds. */
  longestWait: number
}

/** Makes a queue, first come, first served. `enter` throws LineFull when the queue is full. */
export function newLine({ atOnce, mostWaiting, longestWait }: Bounds) {
  let running = 0
  const waiting: (() => void)[] = []

  const myTurn = () =>
    new Promise<void>((go, giveUp) => {
      const entry = () => {
        clearTimeout(timer)
        go()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        giveUp(new LineFull())
      }, longestWait)
      waiting.push(entry)
    })

  return {
    async enter(): Promise<void> {
      if (running < atOnce) running++
      else if (waiting.length < mostWaiting) await myTurn()
      else throw new LineFull()
    },
    /** The place is handed on; it becomes free only when nobody waits. */
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else running--
    },
  }
}

/** Starts work in the order in which it came. Throws LineFull when the queue is full. */
export function turns(bounds: Bounds) {
  const own = newLine(bounds)
  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    await own.enter()
    try {
      return await work()
    } finally {
      own.leave()
    }
  }
}
