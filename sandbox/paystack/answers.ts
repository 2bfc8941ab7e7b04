import type { Answer } from '../bodies.ts'

// How the provider answers programs.

export const good = (message: string, data: unknown, more: Record<string, unknown> = {}, status = 200): Answer => ({
  status,
  body: { status: true, message, ...(data === undefined ? {} : { data }), ...more },
})

/** A refusal in the shape of newer endpoints. */
export const bad = (status: number, message: string, code: string, nextStep = 'Check the request and try again') =>
  ({ status, body: { status: false, message, meta: { nextStep }, type: kindOf(status), code } }) satisfies Answer

const kindOf = (status: number) => (status >= 500 ? 'api_error' : status === 401 ? 'api_error' : 'validation_error')

/** A whole amount in cents, as a number or as digits. */
export function centsOf(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
