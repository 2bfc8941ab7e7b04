import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** A line of the sum that our money at the provider must be: positive for what came in, negative for what went out. In cents. */
export type IdentityLine = { key: keyof typeof identityWords; amount: number }

export const identityWords = {
  donations: msg`Donations`,
  sales: msg`View packages`,
  unplaced: msg`Unplaced money`,
  providerFees: msg`The provider’s fees`,
  corrected: msg`Fees that statements corrected`,
  back: msg`Refunded`,
  lost: msg`Refunded beyond what was paid`,
  sent: msg`Withdrawals that were sent`,
  sentFees: msg`Fees of transfers`,
  settled: msg`Paid out to our bank, less what was put in`,
} satisfies Record<string, Words>
