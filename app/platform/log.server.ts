import pino from 'pino'
import type { RouterContextProvider } from 'react-router'
import { askedContext } from './request.server.ts'
import { settings } from './settings/settings.server.ts'

const isText = (settings.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text'
/** A person at a terminal is not shown a line for each request. */
const level = isText && !settings.logLevelSet && settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL

/** One line per event, JSON or text, without personal data: no names, addresses, mails, tokens or bodies. */
export const log = pino(
  {
    base: null,
    level,
    serializers: { err: bare },
    redact: { paths: ['reference'], censor: (reference) => `${String(reference).slice(0, 8)}…` },
    hooks: { streamWrite: withoutReferences },
  },
  isText ? { write: (line: string) => void process.stdout.write(logText(line)) } : pino.destination(1),
)

/**
 * Shortens references, which open a payment's result or identify it at the provider: the first letters stay, so that an
 * operator finds it.
 */
export function withoutReferences(line: string): string {
  return line.replace(/\b((?:don|sub)-[\da-f]{4}|pay-\d+-\d+-)[\da-f]{12,28}\b/g, '$1…')
}

/** Returns an error without personal data: Postgres adds the row it refused, in `detail`. */
export function bare(error: unknown) {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  const { code, constraint, table, column, status } = error as Error & Record<string, unknown>
  const { name, message, stack = '' } = withoutAddresses(error)
  const where = stack.split('\n').filter((line) => /^\s+at /.test(line))
  // Postgres puts a value that it could not parse at the end of its message, in double quotes.
  return { name, message: message.replace(/: ".*"$/s, ': "…"'), code, constraint, table, column, status, stack: where }
}

/** Logs a fault and returns the id that the person sees. */
export function logFault(error: unknown, context: Readonly<RouterContextProvider>): string {
  const { id, gone } = context.get(askedContext)
  // The router gives up because the visitor left: nothing broke, and the request's line says it (499).
  if (gone?.aborted && error === gone.reason) return id
  if (error instanceof Error && written.has(error)) return id
  if (error instanceof Error) written.add(error)
  log.error({ request: id, err: error }, 'fault')
  return id
}

/** One fault passes several handlers on its way out; the first one logs it. */
const written = new WeakSet<Error>()

/** Removes mail addresses: mail servers and databases put them into their error messages. */
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

// The log for a person at a terminal: one readable line for an event.

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'error' }
const usual = ['level', 'time', 'msg', 'request', 'err']

type Event = { level: number; time: number; msg?: string; request?: string; err?: { name?: string; message?: string } }

/** Writes a line of the log, which is JSON, as text: when, how bad, what, the facts, and the number that the person saw. */
export function logText(json: string): string {
  const event = JSON.parse(json) as Event & Record<string, unknown>
  const { level, time, msg = '', request, err } = event
  const facts = Object.entries(event).filter(([name, value]) => !usual.includes(name) && value !== null)
  const parts = [
    `${new Date(time).toISOString().slice(11, 19)}  ${levels[level] ?? level}  ${msg}`,
    ...(err ? [`${err.name}: ${err.message}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}=${inShort(value)}`).join(' ')] : []),
    ...(request ? [`log id ${request}`] : []),
  ]
  return `${parts.join(' · ').replace(/\s*\n\s*/g, ' ')}\n`
}

function inShort(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
