import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** A line of a drive's statement: the change of the owner's share, and the balance after it. In cents. */
export type StatementLine = {
  id: number
  /** The ledger's name for the event. */
  kind: string
  at: Date
  /** The change of the owner's share. */
  amount: number
  /** The balance after it; null for a gift recorded by hand: it is in no balance. */
  balance: number | null
  /** The amount with the platform's part; equal if there is none. */
  whole: number
  /** The donation, withdrawal, refund or write-off: a letter and its number. */
  reference: string
  /** The giver's name: null if anonymous, empty if no name was given. */
  name: string | null
  /** The recorder of a gift that did not come through us. */
  by?: string
}

/** Returns the subject of a line, in plain words. */
export function wordsOfLine({ kind, name, by }: Pick<StatementLine, 'kind' | 'name' | 'by'>): Words {
  if (by !== undefined) return recordedWords(name, by)
  if (kind === 'donation' && name === null) return msg`Anonymous donation`
  if (kind === 'donation') return name ? msg`Donation from ${name}` : msg`Donation, no name given`
  return plain[kind] ?? msg`Correction`
}

function recordedWords(name: string | null, by: string): Words {
  if (name === null) return msg`Anonymous gift, recorded by ${by}`
  return name ? msg`Gift from ${name}, recorded by ${by}` : msg`Gift, no name given, recorded by ${by}`
}

const plain: Record<string, Words> = {
  payout: msg`Withdrawal requested`,
  payout_declined: msg`Declined, money back`,
  payout_returned: msg`Returned by the provider`,
  refund: msg`Refund`,
  chargeback: msg`Chargeback`,
  write_off: msg`Written off`,
}

/** Returns the platform's part of a line. */
export const feeIn = ({ whole, amount, by }: StatementLine): number => (by === undefined ? whole - Math.abs(amount) : 0)

/** The figures above a statement, which add up. In cents. */
export type StatementSums = {
  raised: number
  /** Gifts that did not come through us. */
  recorded: number
  /** Refunds to supporters; they are no longer in the raised sum. */
  reversed: number
  withdrawn: number
  available: number
  debt: number
  /** The owner's part of the available money; the last balance of the statement. */
  share: number
}

/** The first and the last day of a statement, both in Nairobi's time and both included; null if open. */
export type Span = { from: string | null; to: string | null }

/** Sorts two days that are the wrong way round. */
export const spanOfStatement = ({ from, to }: Span): Span =>
  from && to && from > to ? { from: to, to: from } : { from, to }
