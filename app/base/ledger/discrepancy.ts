import type { Words } from '#app/kit/says.ts'

/** A kind of discrepancy between the books and something else, in plain words, and the page where an administrator can understand it. */
export type DiscrepancyWords = {
  name: Words
  hint: Words
  about: 'payment' | 'payout' | 'drive' | 'dispute' | 'unplaced' | 'books' | 'mpesa' | null
}

/**
 * The kinds, by the names that the database keeps. Each noun adds its own in its declared.ts.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its own
export interface DiscrepancyKinds {}
export type DiscrepancyKind = keyof DiscrepancyKinds

/** The facts about a discrepancy, by the names that the database keeps. The back office has words for each. */
export type DiscrepancyFactName =
  | 'account'
  | 'amount'
  | 'away'
  | 'booked'
  | 'code'
  | 'count'
  | 'currency'
  | 'drive'
  | 'extId'
  | 'failed'
  | 'fee'
  | 'feesNotKnown'
  | 'first'
  | 'hoursLeft'
  | 'message'
  | 'net'
  | 'noun'
  | 'of'
  | 'other'
  | 'ours'
  | 'paid'
  | 'paidIn'
  | 'payment'
  | 'paymentId'
  | 'payout'
  | 'progress'
  | 'providerId'
  | 'provider_tx_id'
  | 'raised'
  | 'reason'
  | 'recorded'
  | 'reference'
  | 'reversal'
  | 'says'
  | 'second'
  | 'sent'
  | 'since'
  | 'state'
  | 'status'
  | 'theirs'
  | 'today'
  | 'until'
  | 'why'
  | 'withdrawn'
  | 'words'
export type DiscrepancyFacts = { [Name in DiscrepancyFactName]?: string | number | null }

/** The note of a discrepancy that was closed because its subject was decided elsewhere. */
export const decidedElsewhere = 'decided'
