import type { RouterContextProvider } from 'react-router'
import { logFault } from './log.server.ts'
import { isDatabaseGone } from './processes/lifecycle.server.ts'
import { askedContext } from './request.server.ts'

// The queries of a page's parts are joined.
export { askedTogether } from './postgres/queries.server.ts'

/**
 * Reads a part that the page can do without: if that fails, the fault is logged, and the page shows a message in its
 * place. Without a database there is no page at all.
 */
export function part<Value>(
  context: Readonly<RouterContextProvider>,
  reading: Promise<Value>,
): Promise<Value | 'failed'> {
  const read = reading.catch((error: unknown) => {
    if (isDatabaseGone(error)) throw error
    logFault(error, context)
    context.get(askedContext).lacksPart = true
    return 'failed' as const
  })
  // A page may wait for a different part first. Without a listener a failure ends the process.
  read.catch(() => {})
  return read
}
