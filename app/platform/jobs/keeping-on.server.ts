import { log } from '#app/platform/log.server.ts'
import { isDatabaseGone } from '#app/platform/processes/lifecycle.server.ts'

/**
 * Goes through many things of which one may fail, without stopping the others. `end` throws the first error, so that the
 * job is retried, and becomes visible if that does not help. Stops at once when the database is gone.
 */
export function keepingOn() {
  const failed: unknown[] = []
  return {
    async go<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
      try {
        return await work()
      } catch (error) {
        if (isDatabaseGone(error)) throw error
        log.error({ err: error }, 'one of many failed, the others go on')
        failed.push(error)
        return undefined
      }
    },
    end(): void {
      if (failed.length > 0) throw failed[0]
    },
  }
}
export type KeepingOn = ReturnType<typeof keepingOn>
