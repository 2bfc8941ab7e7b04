import { sql } from 'kysely'

/** Sums, in cents, what went back of a payment, or our own share of that; with `chargebacksOnly` only what its payer's bank took. */
const sumOf = (what: 'amount' | 'fee_part', payment: string, chargebacksOnly: boolean) =>
  sql<number>`(select coalesce(sum(${sql.ref(`back.${what}`)}), 0)::bigint from reversals back
    where back.payment_id = ${sql.ref(payment)} and back.state = 'done'
      and (back.kind = 'chargeback' or not ${sql.lit(chargebacksOnly)}))`

export const chargedBackOf = (payment: string) => sumOf('amount', payment, true)
export const feeBackOf = (payment: string) => sumOf('fee_part', payment, false)
