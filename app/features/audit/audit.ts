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

export type Facts = Record<string, string | number | boolean | null>
