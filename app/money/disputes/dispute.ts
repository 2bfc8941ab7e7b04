import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'
import { refundTexts as refundSays } from '#app/money/refunds/refund.ts'

export const disputeTexts = {
  noDispute: msg`There is no such dispute.`,
  answered: msg`This dispute was answered already.`,
  notAnswered: msg`The payment provider did not take this answer. Please try again.`,
  noAnswer: msg`The payment provider does not answer. Please look again in a minute before you answer once more.`,
  tooMuch: refundSays.tooMuch,
}

/** Hours that a dispute may wait for our answer. Only hours of working days count; an unanswered dispute is lost. */
export const hoursToAnswer = 48

const hour = 3_600_000
/** Nairobi is three hours ahead all year. */
const weekday = (at: number) => new Date(at + 3 * hour).getUTCDay()

/** Counts hours of working days between two moments: Saturdays and Sundays in Kenya don't count. None when it is over. */
export function openHours(from: Date, to: Date): number {
  let hours = 0
  const end = Math.min(to.getTime(), from.getTime() + 366 * 24 * hour)
  for (let at = from.getTime(); at < end; ) {
    const next = Math.min(end, (Math.floor(at / hour) + 1) * hour)
    if (weekday(at) % 6 !== 0) hours += (next - at) / hour
    at = next
  }
  return hours
}

// This noun's declarations for other features: see docs/develop/decisions/0006.

const discrepancies = {
  'dispute that fits no payment': {
    name: msg`A dispute that fits no payment`,
    hint: msg`A bank disputes a payment that we don’t know.`,
    about: 'dispute',
  },
  'dispute due': {
    name: msg`The time to answer a dispute runs out`,
    hint: msg`Without an answer in time it is lost.`,
    about: 'dispute',
  },
  'refund that fits no payment': {
    name: msg`A refund that fits no payment`,
    hint: msg`The provider lists a refund of something that we don’t know.`,
    about: null,
  },
} satisfies Record<string, DiscrepancyWords>

/** Each job's purpose, in words for those who look after it. */
const jobs = {
  'check-disputes': msg`Watching the time to answer disputes`,
  'compare-back': msg`Comparing refunds with the provider`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const disputesDeclared = { jobs, discrepancies }

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'check-disputes': Record<never, never>
    'compare-back': Record<never, never>
  }
}
