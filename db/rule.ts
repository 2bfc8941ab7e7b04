/** What must be true of the books: `count` says how often it is not. */
export type Rule = { id: string; says: string; count: string }

export const total = (what: string, from: string) => `coalesce((select sum(${what}) from ${from}), 0)`

/** What some of the providers have sent to owners, and did not come back. */
export const sentBy = (by: string) =>
  total(
    'o.net',
    `payout_attempts a join payout_requests o on o.id = a.payout_id where a.state = 'success' and a.provider ${by}`,
  )
