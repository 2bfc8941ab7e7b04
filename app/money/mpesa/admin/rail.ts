import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import { moneyText } from '#app/kit/money.ts'

// The admin page of M-Pesa, on both sides.

export type RailNow =
  | { is: 'off'; missing: string[] }
  | {
      is: 'on'
      /** True while our key is refused. */
      isStopped: boolean
      shortcode: string
      payIn: { kind: 'paybill' | 'till'; number: string } | null
      proves: string[]
      /** The number that withdrawals to M-Pesa are sent from; null if Paystack sends them. */
      sendsFrom: string | null
      /** The unset settings without which something is not done. */
      missing: string[]
    }

export type RailFigures = {
  prompts: number
  oldestPrompt: Date | null
  /** Seconds from paying to the books; null when nothing came within the hour. */
  lag: number | null
  /** The time when the list last found something. */
  listed: Date | null
  /** The number of codes that were told and not proved yet. */
  heard: number
  asks: number
  oldestAsk: Date | null
  /** The time when M-Pesa took our addresses for payments by Paybill. */
  doors: Date | null
}

/** The figures of the last 30 days. */
export type RailMonth = {
  /** Requests on phones that have ended, and how. */
  requests: number
  paid: number
  cancelled: number
  unanswered: number
  unknown: number
  other: number
  /** The ended requests that M-Pesa never told us of. */
  untold: number
  /** Seconds from paying to the books: the middle one, and what 95 of 100 stay below. */
  lag: number | null
  lagMost: number | null
  /** The payments that arrived, and how many of them had no place at first. */
  arrived: number
  unplaced: number
  /** The time of the oldest money that has no place now. */
  oldestUnplaced: Date | null
  /** Rows of pastes that were entered, and those that a person had to correct. */
  pastes: number
  rows: number
  corrected: number
  /** Texts that the gateway took, and what it said that they cost, in cents. */
  texts: number
  cost: number
  gifts: number
}

/** The sum that a statement would book, with what its sender's other statements booked within a day, in cents. */
export type HeldStatement = { held: number; by: string }

export type StatementSeen = {
  id: number
  /** The sum to be booked, while a second administrator has to agree. */
  held: number | null
  lines: number
  knownBefore: number
  at: Date
  doneAt: Date | null
  by: string
  worked: number
  found: number
  breaks: number
  fees: number
}

/** The largest statement that may be sent. */
export const statementMax = 6 * 1024 * 1024 - 16 * 1024

export const railTexts = {
  missing: msg`Please choose the statement’s CSV file.`,
  tooLarge: msg`This file is larger than 6 MB. Load down fewer days at once.`,
  addressesFailed: { title: msg`No addresses were made`, tone: 'bad' as const },
  failed: { title: msg`The statement was not imported`, tone: 'bad' as const },
  imported: { title: msg`The statement is being worked off`, text: msg`What it finds appears here.` },
  again: { title: msg`This statement was imported before`, text: msg`Nothing changed.` },
  asked: { title: msg`M-Pesa is asked`, text: msg`Its answer appears here within a minute.` },
  noStatement: msg`There is no such statement.`,
  notHeld: {
    title: msg`This statement does not wait any more`,
    text: msg`Another administrator was quicker, or it needs no second one.`,
    tone: 'bad' as const,
  },
  notAsked: { title: msg`M-Pesa can’t be asked for the balance`, tone: 'bad' as const },
}

export const booking: DecisionWords<HeldStatement> = {
  page: () => '/admin/mpesa',
  whyHint: msg`For administrators only. It is kept in the audit log.`,
  done: { title: msg`The statement is being booked`, text: msg`What it finds appears here.` },
  failed: { title: msg`The statement was not booked`, tone: 'bad' },
  title: () => msg`Book this statement`,
  text: ({ held }) => {
    const sum = moneyText(held, 'KSH')
    return msg`With what the statements of this person have booked within a day it comes to ${sum}. Load the same days down from the M-Pesa portal yourself, and compare before you agree.`
  },
  confirm: msg`Book it`,
  busy: msg`Booking...`,
}
