import pino from 'pino'
import type { RouterContextProvider } from 'react-router'
import { askedContext } from './request.server.ts'

/** One JSON line per event, without personal data: no names, addresses, mails, tokens or bodies. */
export const log = pino({ base: null })

/** Writes a fault down and returns the id that the person is shown. */
export function logFault(error: unknown, context: Readonly<RouterContextProvider>): string {
  const { id } = context.get(askedContext)
  log.error({ request: id, err: error }, 'fault')
  return id
}
