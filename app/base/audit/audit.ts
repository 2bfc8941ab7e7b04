import type { Words } from '#app/kit/says.ts'

/** Who does or looks at something that is not theirs, and from where. */
export type Actor = { id: string; address: string }

/**
 * What is done, by the names that the log keeps. Each noun adds its own in its declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Acts {}
export type ActName = keyof Acts
/**
 * What it is about, in the same way.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Nouns {}
export type Noun = keyof Nouns

/**
 * What is known of it, before and after, in the same way.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface FactNames {}
export type FactName = keyof FactNames
export type FactValue = string | number | boolean | null
export type Facts = { [Name in FactName]?: FactValue }

/** What a fact is called, what its values mean where the product has named them, and whether it is money on a line about money. */
export type FactWords = { name: Words; values?: Record<string, Words>; sum?: true }
/** What a noun is called, and its page: where it ends with a slash, the subject follows. */
export type NounWords = {
  name: Words
  page?: string | ((subject: string, known: { after: Record<string, FactValue>; slug?: string }) => string | null)
  /** Sums among the facts are money, in cents. */
  money?: true
}
