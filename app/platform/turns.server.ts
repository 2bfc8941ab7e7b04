import { askParent, thePost } from './processes/as-child.server.ts'

/** The line is full, or a person has waited in it for too long. */
export class LineFull extends Error {}

export type Bounds = {
  /** So many work at the same time. */
  atOnce: number
  /** So many may wait; the person who comes then is told so at once. */
  mostWaiting: number
  /** Nobody waits longer than this, in milliseconds. */
  longestWait: number
}

/** Who comes first is first. `enter` throws LineFull rather than keep more than it can hold. */
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
    /** The place is handed on; only when nobody waits does it become free. */
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else running--
    },
  }
}

/**
 * Lets work begin in the order in which it came. Throws LineFull rather than keep more than it can hold. A line with a name
 * is one for all processes of this machine: what it keeps from happening at once takes the memory of all of them.
 */
export function turns(bounds: Bounds, name?: string) {
  const own = newLine(bounds)
  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    const isShared = name !== undefined && thePost() !== undefined
    if (!isShared) await own.enter()
    else if (!(await askParent<boolean>('enter', { name, bounds }))) throw new LineFull()
    try {
      return await work()
    } finally {
      if (isShared) askParent('leave', name).catch(() => {})
      else own.leave()
    }
  }
}
