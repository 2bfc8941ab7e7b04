import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** A line of a drive's statement: what the owner's share gained or lost, and what it came to. In cents. */
export type StatementLine = {
  id: number
  /** What the ledger calls it. */
  kind: string
  at: Date
  /** What came or went of the owner's share, and what that came to afterwards. */
  amount: number
  /** Null of what was recorded by hand: it is in no balance. */
  balance: number | null
  /** With the platform's part; the same where there is none. */
  whole: number
  /** The donation, withdrawal, refund or write-off: a letter and its number. */
  reference: string
  /** Who gave: null where they are anonymous, and nothing where no name was given. */
  name: string | null
  /** Who recorded it, where it did not come through us. */
  by?: string
}

/** What a line is about, in plain words. */
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

/** The platform's part of a line. */
export const feeIn = ({ whole, amount, by }: StatementLine): number => (by === undefined ? whole - Math.abs(amount) : 0)

/** How the figures above a statement hang together. In cents. */
export type StatementSums = {
  raised: number
  /** Gifts that did not come through us. */
  recorded: number
  /** Refunded to supporters; it is not in what was raised any more. */
  reversed: number
  withdrawn: number
  available: number
  debt: number
  /** The owner's part of what is available; the last balance of the statement. */
  share: number
}

/** The first and the last day of a statement, both of Nairobi and both included; null where it is open. */
export type Span = { from: string | null; to: string | null }

/** Two days the wrong way round mean what lies between them. */
export const spanOfStatement = ({ from, to }: Span): Span =>
  from && to && from > to ? { from: to, to: from } : { from, to }
