/** The time for which changed topics are remembered. */
const memory = 10 * 60_000
const mostRemembered = 20_000

/** Remembers recently changed topics, so that a page that connects (again) learns what it missed. */
export function newMemory(now = () => performance.now()) {
  const times = new Map<string, number>()
  /** No change since this moment was missed. */
  let from = now()
  return {
    note(topic: string) {
      times.delete(topic)
      times.set(topic, now())
      // The map's oldest entries come first.
      for (const [old, at] of times) {
        if (times.size <= mostRemembered && now() - at < memory) break
        times.delete(old)
        from = Math.max(from, at)
      }
    },
    /** Notifications until now may have been missed. */
    startAgain() {
      from = now()
      times.clear()
    },
    /** True when the topic changed, or may have, in the last so many milliseconds. */
    since(topic: string, age: number): boolean {
      const fresh = now() - age
      return fresh < from || (times.get(topic) ?? Number.NEGATIVE_INFINITY) >= fresh
    },
  }
}
