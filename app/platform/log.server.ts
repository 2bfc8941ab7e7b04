import pino from 'pino'
import type { RouterContextProvider } from 'react-router'
import { askedContext } from './request.server.ts'
import { settings } from './settings.server.ts'

/** One JSON line per event, without personal data: no names, addresses, mails, tokens or bodies. */
export const log = pino({ base: null, level: settings.LOG_LEVEL })

/** Writes a fault down and returns the id that the person is shown. */
export function logFault(error: unknown, context: Readonly<RouterContextProvider>): string {
  const { id } = context.get(askedContext)
  if (error instanceof Error && written.has(error)) return id
  if (error instanceof Error) written.add(error)
  log.error({ request: id, err: error }, 'fault')
  return id
}

/** One fault passes several doors on its way out; it is written down at the first. */
const written = new WeakSet<Error>()
