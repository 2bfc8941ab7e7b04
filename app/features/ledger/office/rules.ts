import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** The rules of the books in plain words, by their numbers; db/checks.ts has them as queries. */
export const rules: Record<string, Words> = {
  I1: msg`A donation is there exactly when its payment succeeded`,
  I2: msg`A donation says what its payment says`,
  I3: msg`What a drive’s wallet holds is the sum of its donations`,
  I4: msg`What is set aside is the sum of the withdrawals that were not declined`,
  I5: msg`What went back is the sum of the refunds and chargebacks that are done`,
  I6: msg`Nothing is overdrawn, and no drive has a debt and money at once`,
  I7: msg`What an owner is owed is their share of the donations, less what went back and what was withdrawn`,
  I8: msg`Our money at the provider is what came in, less fees, refunds, transfers, and what went to the bank`,
  I9: msg`What is under way is the sum of the withdrawals under way`,
  I10: msg`The platform’s fees are the sum of its shares, less what was given back`,
  I11: msg`No withdrawal was sent twice`,
  I12: msg`No withdrawal has two open transfers`,
  I13: msg`View credits add up, and each that was used is a view`,
  I14: msg`No payment hangs`,
  I15: msg`Nothing the provider told us waits`,
  I16: msg`Every payment that succeeded stands in the books with its whole amount`,
  B1: msg`What nobody can place is what stands as unplaced money`,
  B2: msg`Every fund drive has one wallet and one account`,
  B3: msg`What view packages brought is what was paid for them, less what went back`,
  B4: msg`A balance that was kept is the sum of its postings`,
  B5: msg`What was summed up by day and by month is what the books say`,
}

export const ruleOf = (id: string): Words | undefined => rules[id]
