import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where a refund is sent to the phone that paid: see mutations.ts.

const toPhone = 'app/money/refunds/refund-by-phone.server.ts'

export const mutationsInSends: Mutation[] = [
  {
    mistake: 'a refund is sent beside a reversal that may still be carried out',
    file: toPhone,
    is: `  if (receipt && (await isPerhapsReversed(db, receipt))) return { why }\n`,
    test: 'T471',
  },
  {
    mistake: 'a refund of a payment that M-Pesa does not know is sent without a person',
    file: toPhone,
    is: ` || why === nowhere`,
    test: 'T471',
  },
  {
    mistake: 'a refund that did not reach its phone is sent there once more',
    file: toPhone,
    is: `  if (ended) return { why: ended.why }\n`,
    test: 'T472',
  },
  {
    mistake: 'a refund is sent under a second reference while the first is open',
    file: 'app/money/refunds/refund-by-phone.server.ts',
    is: `  if (open) return askAboutSend(db, refund, open)\n`,
    and: {
      file: 'db/schema.sql',
      is: `create unique index refund_sends_one_open on refund_sends (reversal_id) where (state = 'open');\n`,
    },
    test: 'T473',
  },
  {
    mistake: 'another sum than was ordered is booked as the refund',
    file: toPhone,
    is: `if (cents !== amount) return`,
    becomes: `if (cents === -1) return`,
    test: 'T474',
  },
  {
    mistake: 'what M-Pesa takes for a refund that it sends is not booked',
    file: toPhone,
    is: `    await post(tx, 'refund_sent', id, [{ leg: 1, debit: 'provider_fees', credit: 'mpesa_clearing', amount: fee }])\n`,
    test: 'T475',
  },
  {
    mistake: 'a refund is ordered without the money for what M-Pesa takes',
    file: toPhone,
    is: `  const needed = refund.amount + (await tariffOn(db, 'b2c', refund.amount, new Date()))\n`,
    becomes: '  const needed = refund.amount\n',
    test: 'T476',
  },
  {
    mistake: 'the end of a refund that was sent is told to those who look after withdrawals',
    file: 'app/money/mpesa/send.server.ts',
    is: `/^back-(\\d+)-/`,
    becomes: `/^never-(\\d+)-/`,
    test: 'T477',
  },
]
