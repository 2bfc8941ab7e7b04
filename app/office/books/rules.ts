import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** The rules of the books in plain words, by their numbers; db/checks.ts has them as queries. */
export const rules: Record<string, Words> = {
  I1: msg`A donation is there exactly when its payment succeeded`,
  I2: msg`A donation says what its payment says`,
  I3: msg`A drive’s wallet holds the sum of its donations`,
  I4: msg`The sum set aside is the sum of the withdrawals that were not declined`,
  I5: msg`The refunded sum is the sum of the refunds and chargebacks that are done`,
  I6: msg`Nothing is overdrawn, and no drive has a debt and money at once`,
  I7: msg`What an owner is owed is their share of the donations, less refunds and withdrawals`,
  I8: msg`Our money at the provider is what arrived, less fees, refunds, transfers and what was paid to the bank`,
  I8M: msg`Our money at M-Pesa is what arrived there, less fees and refunds`,
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
  I26: msg`No question to M-Pesa is open for a day without anyone knowing`,
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
