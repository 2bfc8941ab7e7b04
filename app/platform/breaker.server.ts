// A circuit breaker for a service that does not answer: after many failures it spares everybody the wait.

type Options = { of?: number; most?: number; rest?: number; now?: () => number }

/**
 * Makes a breaker. Opens once `most` of the last `of` calls failed. After `rest` milliseconds one trial call is allowed;
 * if it goes well, all are, and if not, the backoff starts again.
 */
export function newBreaker({ of = 20, most = 10, rest = 15_000, now = Date.now }: Options = {}) {
  let last: boolean[] = []
  let openSince: number | undefined
  let trying: number | undefined
  return {
    isOpen: () => openSince !== undefined,
    /** True when a call may be made. The caller of an allowed call reports its result. */
    mayCall(): boolean {
      if (openSince === undefined) return true
      // A trial call that never reported its result must not block all others for ever.
      if (now() - openSince < rest || (trying !== undefined && now() - trying < 4 * rest)) return false
      trying = now()
      return true
    },
    went(well: boolean) {
      if (openSince !== undefined) {
        // Calls from before it opened report late and add nothing new.
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
