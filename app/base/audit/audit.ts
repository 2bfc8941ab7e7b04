import type { Words } from '#app/kit/says.ts'

/** The person who acts on or looks at something of others, and from where. */
export type Actor = { id: string; address: string }

/**
 * The acts, by the names that the log keeps. Each noun adds its own in its declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Acts {}
export type ActName = keyof Acts
/**
 * The nouns that acts are about, each added in a declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface Nouns {}
export type Noun = keyof Nouns

/**
 * The facts about a subject, before and after, each added in a declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface FactNames {}
export type FactName = keyof FactNames
export type FactValue = string | number | boolean | null
export type Facts = { [Name in FactName]?: FactValue }

/** The name of a fact, the words for values that the product has named, and whether it is money on a line about money. */
export type FactWords = { name: Words; values?: Record<string, Words>; sum?: true }
/** The name of a noun, and its page: if it ends with a slash, the subject follows. */
export type NounWords = {
  name: Words
  page?: string | ((subject: string, known: { after: Record<string, FactValue>; slug?: string }) => string | null)
  /** Sums among the facts are money, in cents. */
  money?: true
}
