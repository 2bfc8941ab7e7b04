/** What must be true of the books: `count` says how often it is not. */
export type Rule = { id: string; says: string; count: string }

export const total = (what: string, from: string) => `coalesce((select sum(${what}) from ${from}), 0)`

/** What some of the providers have sent to owners, and did not come back. */
export const sentBy = (by: string) =>
  total(
    'o.net',
    `payout_attempts a join payout_requests o on o.id = a.payout_id where a.state = 'success' and a.provider ${by}`,
  )

/** An account's balance as it grows by debits (assets, expenses). Turn it for the others. */
export const debits = (code: string) => `(
  coalesce((select sum(t.amount) from ledger_transfers t join ledger_accounts a on a.id = t.debit_account where a.code = '${code}'), 0)
  - coalesce((select sum(t.amount) from ledger_transfers t join ledger_accounts a on a.id = t.credit_account where a.code = '${code}'), 0))`
export const credits = (code: string) => `(-${debits(code)})`

/** What went back beyond a payment, and is booked as lost. */
export const lost = (by: string) =>
  total(
    'l.amount',
    `refund_losses l join reversals r on r.id = l.reversal_id join payments p on p.id = r.payment_id where p.provider ${by}`,
  )
