// How the provider answers programs.

/** What a call comes to, before it is written as JSON. */
export type Answer = { status: number; body: Record<string, unknown> }

export const good = (message: string, data: unknown, more: Record<string, unknown> = {}, status = 200): Answer => ({
  status,
  body: { status: true, message, ...(data === undefined ? {} : { data }), ...more },
})

/** A refusal in the shape of newer endpoints. */
export const bad = (status: number, message: string, code: string, nextStep = 'Check the request and try again') =>
  ({ status, body: { status: false, message, meta: { nextStep }, type: kindOf(status), code } }) satisfies Answer

const kindOf = (status: number) => (status >= 500 ? 'api_error' : status === 401 ? 'api_error' : 'validation_error')

/** A whole number that JSON carries in full, though JavaScript could not. */
export const exact = (digits: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(digits)

export const jsonOf = (body: unknown) => JSON.stringify(body)

/** Values of a body or a query, each as what it is to be or nothing. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('\0') ? value.trim() : undefined

/** A whole amount in cents, as a number or as digits. */
export function centsOf(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
