import { msg } from '@lingui/core/macro'

// The office page of M-Pesa, on both sides.

export type RailNow =
  | { is: 'off'; missing: string[] }
  | {
      is: 'on'
      /** While our key is refused. */
      isStopped: boolean
      shortcode: string
      payIn: { kind: 'paybill' | 'till'; number: string } | null
      proves: string[]
      /** Settings without which something is not done. */
      missing: string[]
    }

export type RailFigures = {
  prompts: number
  oldestPrompt: Date | null
  /** Seconds from paying to the books; null when nothing came within the hour. */
  lag: number | null
  /** When the list found something last. */
  listed: Date | null
  /** Codes that were told and not proved yet. */
  heard: number
  asks: number
  oldestAsk: Date | null
  /** When M-Pesa took our addresses for payments by Paybill. */
  doors: Date | null
}

export type StatementSeen = {
  id: number
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

export const says = {
  missing: msg`Please choose the statement’s CSV file.`,
  tooLarge: msg`This file is larger than 6 MB. Load down fewer days at once.`,
  addressesFailed: { title: msg`No addresses were made`, tone: 'bad' as const },
  failed: { title: msg`The statement was not imported`, tone: 'bad' as const },
  imported: { title: msg`The statement is being worked off`, text: msg`What it finds appears here.` },
  again: { title: msg`This statement was imported before`, text: msg`Nothing changed.` },
  asked: { title: msg`M-Pesa is asked`, text: msg`Its answer appears here within a minute.` },
  notAsked: { title: msg`M-Pesa can’t be asked for the balance`, tone: 'bad' as const },
}
