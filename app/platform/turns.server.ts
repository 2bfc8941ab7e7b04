/** The line is full, or a person has waited in it for too long. */
export class LineFull extends Error {}

type Bounds = {
  /** So many work at the same time. */
  atOnce: number
  /** So many may wait; the person who comes then is told so at once. */
  mostWaiting: number
  /** Nobody waits longer than this, in milliseconds. */
  longestWait: number
}

/** Lets work begin in the order in which it came. Throws LineFull rather than keep more than it can hold. */
export function turns({ atOnce, mostWaiting, longestWait }: Bounds) {
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

  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) await myTurn()
    else throw new LineFull()
    try {
      return await work()
    } finally {
      // The place is handed on; only when nobody waits does it become free.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
