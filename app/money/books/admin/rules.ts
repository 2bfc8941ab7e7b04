import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** The rules of the books in plain words, by their numbers; db/checks.ts has them as queries. */
export const rules: Record<string, Words> = {
  I1: msg`A donation is there exactly when its payment succeeded`,
  I2: msg`A donation says what its payment says`,
  I3: msg`A fund drive’s wallet holds the sum of its donations`,
  I4: msg`The sum set aside is the sum of the withdrawals that were not declined`,
  I5: msg`The refunded sum is the sum of the refunds and chargebacks that are done`,
  I6: msg`Nothing is overdrawn, and no fund drive has a debt and money at once`,
  I7: msg`What an owner is owed is their share of the donations, less refunds and withdrawals`,
  I8: msg`Our money at the provider is what arrived, less fees, refunds, transfers and what was paid to the bank`,
  I8M: msg`Our money at M-Pesa is what arrived there, less fees, refunds and what it sent`,
  B9: msg`Each donation has the fee that its fund drive was opened with`,
  B8: msg`The losses are what was written off, and what was refunded beyond a payment`,
  I9: msg`The sum under way is the sum of the withdrawals under way`,
  I10: msg`The platform’s fees are the sum of its shares, less refunds`,
  I11: msg`No withdrawal was sent twice`,
  I12: msg`No withdrawal has two open transfers`,
  I13: msg`View credits add up, and each that was used is a view`,
  I14: msg`No payment is stuck`,
  I15: msg`No message from the provider is waiting`,
  I16: msg`Every payment that succeeded is in the books with its whole amount`,
  I17: msg`An M-Pesa code has one place, with its amount`,
  I18: msg`What arrived by M-Pesa has its code after two days`,
  I19: msg`The M-Pesa codes are what arrived in our money at M-Pesa`,
  I20: msg`One request is open on a phone, and none for a day`,
  I21: msg`What was given towards a pledge is the sum of its parts, and no part is more than is left of its gift`,
  I22: msg`No code that was recorded by hand is of money that came to us, and none counts twice`,
  I23: msg`A row of a paste that was entered became one thing, that is there`,
  I24: msg`A confirmed phone has one person, who has an account`,
  I25: msg`A text about money left once at most`,
  I26: msg`No question to M-Pesa is open for a day without anyone knowing`,
  I27: msg`An M-Pesa code that is proved has a place after a day`,
  I28: msg`What M-Pesa gave back has left the books`,
  I29: msg`A refund was sent to a phone once`,
  B1: msg`The unplaced money in the books is the sum of what matches no payment`,
  B2: msg`Every fund drive has one wallet and one account`,
  B3: msg`What view packages earned is what was paid for them, less refunds`,
  B4: msg`A stored balance is the sum of its postings`,
  B5: msg`The sums by day and by month match the books`,
  B6: msg`Of views whose payment is asked back, as many are set aside as that is worth`,
  B7: msg`Views added up by day are the views that are written down`,
  C1: msg`The comments of every fund drive are counted correctly`,
}

export const ruleOf = (id: string): Words | undefined => rules[id]

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
