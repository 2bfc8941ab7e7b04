import type { Words } from '#app/kit/says.ts'

/** A kind of difference between the books and something else, in plain words, and where an administrator looks to understand it. */
export type Difference = {
  name: Words
  hint: Words
  about: 'payment' | 'payout' | 'drive' | 'dispute' | 'unplaced' | 'books' | 'mpesa' | null
}

/**
 * Every kind by the name that the database keeps. Each noun adds its own in its declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Differences {}
export type DifferenceKind = keyof Differences
