import { isDatabaseGone } from '#app/platform/lifecycle.server.ts'
import { log } from '#app/platform/log.server.ts'

/**
 * For going through many things of which one may fail: it keeps no other from its turn. `end` throws what failed first, so
 * that the job is tried again, and a person sees it when that does not help. Without the database nothing goes on.
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
