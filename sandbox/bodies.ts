// What programs send, and what they get: JSON on both ways.

/** What a call comes to, before it is written as JSON. */
export type Answer = { status: number; body: Record<string, unknown> }

/** The connection ends without an answer. */
export class HangUp extends Error {}

export const jsonOf = (body: unknown) => JSON.stringify(body)

/** A whole number that JSON carries in full, though JavaScript could not. */
export const exact = (digits: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(digits)

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
export const written = ({ status, body }: Answer) => new Response(jsonOf(body), { status, headers: json })

/** The object that was sent; nothing sent is an empty one, and what is no object is nothing. */
export async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = await request.text()
  if (text.trim() === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as never) : undefined
  } catch {
    return undefined
  }
}

/** A text of a body or a query, or nothing. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('\0') ? value.trim() : undefined
