import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

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
