// What a payment provider says, read with care: ids are text, and what can't be read is not guessed.

export type ProviderSaid = Record<string, unknown>
const isObject = (value: unknown): value is ProviderSaid =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectIn = (value: unknown): ProviderSaid => (isObject(value) ? value : {})

/** JSON whose large whole numbers stay as they were written, as text: an id has 64 bits. Undefined when it is none. */
export function parsed(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source) ? source : value
  try {
    // A mark of the byte order at its beginning says nothing.
    return JSON.parse(text.replace(/^\uFEFF/, ''), keep as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}

/** The first that is there: names are written createdAt and created_at in one family of answers. */
export const first = (said: ProviderSaid, ...names: string[]): unknown =>
  names.map((name) => said[name]).find((value) => value !== undefined && value !== null)
/** Words; without the one character that the database takes in none. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '') || undefined : undefined
/** A reference or an id, as text. Stranger characters than print are no part of one, and the database takes not all of them. */
export const nameSaid = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined
export const idSaid = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : nameSaid(value)?.slice(0, 100)
