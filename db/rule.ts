/** What must be true of the books: `count` says how often it is not. */
export type Rule = { id: string; says: string; count: string }

export const total = (what: string, from: string) => `coalesce((select sum(${what}) from ${from}), 0)`
