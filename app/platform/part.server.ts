import type { RouterContextProvider } from 'react-router'
import { isDatabaseGone } from './lifecycle.server.ts'
import { logFault } from './log.server.ts'
import { askedContext } from './request.server.ts'

// The parts of one page are read together.
export { askedTogether } from './asked-together.server.ts'

/**
 * A part of a page that the rest can do without: when it can't be read, the fault is written down, and the page says so
 * in its place. Without a database there is no page at all.
 */
export const part = <Value>(
  context: Readonly<RouterContextProvider>,
  reading: Promise<Value>,
): Promise<Value | 'failed'> =>
  reading.catch((error: unknown) => {
    if (isDatabaseGone(error)) throw error
    logFault(error, context)
    context.get(askedContext).lacksPart = true
    return 'failed' as const
  })
