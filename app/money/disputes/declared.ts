import { msg } from '@lingui/core/macro'
import type { Difference } from '#app/base/ledger/difference.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/decisions/0035.

const differences = {
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
} satisfies Record<string, Difference>

/** Each job's purpose, in words for those who look after it. */
const jobs = {
  'check-disputes': msg`Watching the time to answer disputes`,
  'compare-back': msg`Comparing refunds with the provider`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const disputesDeclared = { jobs, differences }

declare module '#app/base/ledger/difference.ts' {
  interface Differences extends Record<keyof typeof differences, Difference> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'check-disputes': Record<never, never>
    'compare-back': Record<never, never>
  }
}
