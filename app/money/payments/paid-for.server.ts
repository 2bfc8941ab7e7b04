import type { PaidFor } from '#app/base/ledger/paid-for.ts'
import { viewPayments } from '#app/drives/views/paid-for.server.ts'
import { giftPayments } from '#app/money/donations/donation.server.ts'

/** The kinds of payments, a line for each. Their words are in paid-for.ts. */
export const paidFor = { donation: giftPayments, subscription: viewPayments }

export type PaidForKind = keyof typeof paidFor
type WhatOf<Of> = Of extends PaidFor<infer What, infer _> ? What : never
type ToldOf<Of> = Of extends PaidFor<infer _, infer Told> ? Told : never
/** The subject of a payment, and what its payer learns. */
export type For = { [One in PaidForKind]: { kind: One } & WhatOf<(typeof paidFor)[One]> }[PaidForKind]
export type ToldPayment = { [One in PaidForKind]: { kind: One } & ToldOf<(typeof paidFor)[One]> }[PaidForKind]

/** Returns the kind of a payment. The database keeps no other. */
export const kindOfPayment = (kind: string): PaidFor<unknown, object> => {
  const known: Record<string, PaidFor<never, object>> = paidFor
  const found = known[kind]
  if (!found) throw new Error(`nobody has declared payments for ${kind}`)
  return found as PaidFor<unknown, object>
}

/** Lists the kinds that are booked together with others. */
export const bookedTogether = (): PaidForKind[] =>
  (Object.keys(paidFor) as PaidForKind[]).filter((kind) => !paidFor[kind].locks)

/** Tells whether a text can be the reference of a payment. */
export const isReference = (text: string): boolean => {
  const [, prefix] = text.match(/^([a-z]{2,5})-[0-9a-f]{32}$/) ?? []
  return prefix !== undefined && Object.values(paidFor).some((one) => one.prefix === prefix)
}
