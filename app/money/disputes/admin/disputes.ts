import { msg } from '@lingui/core/macro'
import { hoursToAnswer, openHours } from '#app/money/disputes/dispute.ts'
import type { DisputeTold } from '#app/money/payments/admin/story.ts'

export const disputeDecisionTexts = {
  accepted: { title: msg`The dispute is accepted`, text: msg`The accepted amount is refunded to the payer.` },
  declined: { title: msg`The dispute is declined`, text: msg`The payer’s bank decides now.` },
  failed: { title: msg`Failed to answer the dispute`, tone: 'bad' as const },
  answerMissing: msg`Please choose: accept it, or decline it`,
  amountShape: msg`Please write an amount such as 1,000 or 1500.50`,
  evidenceMissing: msg`Please write what shows that the payment was right: the payer’s bank reads it.`,
  whyMissing: msg`Please write why it is accepted: the payer’s bank reads it, and it is kept in the audit log.`,
  textLong: msg`Please write it in 2,000 letters or less`,
  answering: msg`Another administrator has just answered this dispute. Please look again in two minutes.`,
}

export const textMax = 2000

/** The states that a list of disputes can be narrowed to. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** A line of the list. */
export type DisputeLine = DisputeTold & {
  extId: string
  payment: number
  reference: string
  paid: number
  name: string
  email: string
  anonymous: boolean
  /** True for views, false for a gift. */
  isForViews: boolean
  drive: { id: string; slug: string; title: string } | null
}

/**
 * Returns the time left to answer: until the deadline, where the provider has named one; else in hours of working days.
 * `mark` rises when half of it is over, and near its end.
 */
export function clockOf({ at, dueAt }: Pick<DisputeTold, 'at' | 'dueAt'>, now: Date) {
  const until = dueAt ? (dueAt.getTime() - now.getTime()) / 3_600_000 : hoursToAnswer - openHours(at, now)
  const left = Math.max(0, until)
  const used = Math.max(0, hoursToAnswer - left)
  return { left: Math.floor(left), used, mark: (used >= 40 ? 2 : used >= 24 ? 1 : 0) as 0 | 1 | 2 }
}
