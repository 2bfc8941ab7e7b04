import { msg } from '@lingui/core/macro'
import { centsMax } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'

// What follows an occasion, on both sides: limits and words.

export const most = { lines: 40, what: 120, amount: centsMax }

export const says = {
  beforeTheLast: msg`The final account opens when the last occasion is over.`,
  accountSaved: { title: msg`Account saved` },
  accountNotSaved: { title: msg`The account could not be saved. Please try again.`, tone: 'bad' },
  noDrive: msg`This invitation is for no fund drive, so there is nothing to account for.`,
  manyLines: msg`An account has at most 40 lines.`,
  whatMissing: msg`Please say what it was spent on.`,
  whatLong: msg`Please use at most 120 characters.`,
  amountShape: msg`Please enter an amount of KES 0.01 or more, such as 12,500.`,
  amountMissing: msg`Please enter the amount.`,
} satisfies Record<string, Says | Words>
