// A switch between us and a person who does not answer: after many failures it spares everybody the wait.

type Options = { of?: number; most?: number; rest?: number; now?: () => number }

/**
 * Opens once `most` of the last `of` calls failed. After `rest` milliseconds one call may try; if that goes well, all may
 * again, and if not, the rest begins anew.
 */
export function newBreaker({ of = 20, most = 10, rest = 15_000, now = Date.now }: Options = {}) {
  let last: boolean[] = []
  let openSince: number | undefined
  let trying: number | undefined
  return {
    isOpen: () => openSince !== undefined,
    /** True when a call may be made. A person who was let through says how it went. */
    mayCall(): boolean {
      if (openSince === undefined) return true
      // One that was let through and never said how it went must not keep everybody out for ever.
      if (now() - openSince < rest || (trying !== undefined && now() - trying < 4 * rest)) return false
      trying = now()
      return true
    },
    went(well: boolean) {
      if (openSince !== undefined) {
        // Calls from before it opened come in late and say nothing new.
        if (trying === undefined) return
        trying = undefined
        openSince = well ? undefined : now()
        last = []
        return
      }
      last = [...last, well].slice(-of)
      if (last.filter((one) => !one).length < most) return
      openSince = now()
    },
  }
}
export type Breaker = ReturnType<typeof newBreaker>
