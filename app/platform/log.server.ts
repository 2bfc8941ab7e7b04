import pino from 'pino'
import type { RouterContextProvider } from 'react-router'
import { askedContext } from './request.server.ts'
import { settings } from './settings.server.ts'

/** One JSON line per event, without personal data: no names, addresses, mails, tokens or bodies. */
export const log = pino({
  base: null,
  level: settings.LOG_LEVEL,
  serializers: { err: bare },
  redact: { paths: ['reference'], censor: (reference) => `${String(reference).slice(0, 8)}…` },
  hooks: { streamWrite: withoutReferences },
})

/**
 * A line without what opens a payment's result or tells the provider which one is meant: a reference keeps the beginning
 * by which an operator finds it.
 */
export function withoutReferences(line: string): string {
  return line.replace(/\b((?:don|sub)-[\da-f]{4}|pay-\d+-\d+-)[\da-f]{12,28}\b/g, '$1…')
}

/** An error without what it carries of people: Postgres adds the row it refused, in `detail`. */
export function bare(error: unknown) {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  const { code, constraint, table, column, status } = error as Error & Record<string, unknown>
  const { name, message, stack = '' } = withoutAddresses(error)
  const where = stack.split('\n').filter((line) => /^\s+at /.test(line))
  // Values that Postgres could not read stand at the end of its sentence, in double quotes.
  return { name, message: message.replace(/: ".*"$/s, ': "…"'), code, constraint, table, column, status, stack: where }
}

/** Writes a fault down and returns the id that the person is shown. */
export function logFault(error: unknown, context: Readonly<RouterContextProvider>): string {
  const { id, gone } = context.get(askedContext)
  // The router gives up because the visitor went away: nothing broke, and the line of the request says it (499).
  if (gone?.aborted && error === gone.reason) return id
  if (error instanceof Error && written.has(error)) return id
  if (error instanceof Error) written.add(error)
  log.error({ request: id, err: error }, 'fault')
  return id
}

/** One fault passes several doors on its way out; it is written down at the first. */
const written = new WeakSet<Error>()

/** The same without mail addresses: mail servers and databases put them into what they complain of. */
export function withoutAddresses<T>(what: T): T {
  const clean = (text: string) => text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '…@…')
  if (typeof what === 'string') return clean(what) as T
  if (!(what instanceof Error)) return what
  const error = new Error(clean(what.message))
  error.name = what.name
  error.stack = clean(what.stack ?? '')
  const { code } = what as { code?: unknown }
  return (code === undefined ? error : Object.assign(error, { code })) as T
}
