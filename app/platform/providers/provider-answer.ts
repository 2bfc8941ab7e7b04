// A payment provider's answer, parsed with care: ids are text, and unreadable values are not guessed.

export type ProviderSaid = Record<string, unknown>
const isObject = (value: unknown): value is ProviderSaid =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectIn = (value: unknown): ProviderSaid => (isObject(value) ? value : {})

/** Parses JSON, keeping large whole numbers as text: an id has 64 bits. Undefined if the text is no JSON. */
export function parsed(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source) ? source : value
  try {
    // A byte order mark at the beginning has no meaning.
    return JSON.parse(text.replace(/^\uFEFF/, ''), keep as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}

/** Returns the first value that is there: names are written createdAt and created_at in one family of answers. */
export const first = (said: ProviderSaid, ...names: string[]): unknown =>
  names.map((name) => said[name]).find((value) => value !== undefined && value !== null)
/** Returns text, without NUL, the one character that the database never accepts. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '') || undefined : undefined
/** Returns a reference or an id, as text: printable ASCII only, as ids are; the database does not accept every character. */
export const nameSaid = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined
export const idSaid = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : nameSaid(value)?.slice(0, 100)
