import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where M-Pesa gives a payment back: see mutations.ts.

const byPhone = 'app/money/refunds/refund-by-phone.server.ts'
const orders = 'app/money/mpesa/reversals.server.ts'
const adapter = 'app/platform/mpesa/daraja.server.ts'

export const mutationsInReversals: Mutation[] = [
  {
    mistake: 'what went back before is refused, and so goes back by hand once more',
    file: orders,
    is: `when state = 'answered' and code = \${before} then 'before'`,
    becomes: `when state = 'answered' and code = \${before} then 'refused'`,
    test: 'T446',
  },
  {
    mistake: 'an order that was taken counts as done',
    file: orders,
    is: `else 'unknown' end as end`,
    becomes: `else 'done' end as end`,
    test: 'T447',
  },
  {
    mistake: 'too little money at M-Pesa is a refusal',
    file: orders,
    is: `        when state = 'answered' and code = '1' then 'short'\n`,
    test: 'T448',
  },
  {
    mistake: 'a part of a payment is reversed, which takes back all of it',
    file: byPhone,
    is: 'refund.amount === paid && money.reversed === 0',
    becomes: 'refund.amount > 0 && money.reversed === 0',
    test: 'T449',
  },
  {
    mistake: 'what is for a hand is ordered as well',
    file: orders,
    is: `  if (last?.end === 'refused') return { is: 'by hand', why: last.code ?? 'refused' }\n`,
    test: 'T450',
    row: 'R000002',
  },
  {
    mistake: 'an end that is posted after the refund was given up is not booked',
    file: 'app/money/refunds/refund.server.ts',
    is: '  await learnOrders(db, reversalId)\n',
    test: 'T451',
  },
  {
    mistake: 'what is heard of with its code after it was heard of without counts twice',
    file: byPhone,
    is: 'back ? await nameReversal(tx, payment, { of, back }) : payment',
    becomes: 'back ? false : payment',
    test: 'T446',
  },
  {
    mistake: 'a worker without the lease orders a reversal',
    file: byPhone,
    is: '  if (!asking) return\n',
    test: 'T452',
  },
  {
    mistake: 'a statement’s reversal is nobody’s',
    file: 'app/money/mpesa/statement-csv.ts',
    is: `return withdrawn > 0 && linked ? 'back' : 'other'`,
    becomes: `return 'other'`,
    test: 'T453',
  },
  {
    mistake: 'what is told in answer to another order is believed',
    file: 'app/money/mpesa/requests.server.ts',
    is: 'one.originator === null || one.originator === told.id',
    becomes: 'one.originator !== undefined',
    test: 'T454',
  },
  {
    mistake: 'done before is a failure of the adapter',
    file: adapter,
    is: `  if (code === before) return { is: 'known' }\n`,
    test: 'T455',
    row: 'done before',
  },
  {
    mistake: 'a reversal whose answer can’t be read was not taken',
    file: adapter,
    is: "mpesaUnreadable('a reversal that was not taken', 'unknown')",
    becomes: `mpesaUnreadable('a reversal that was not taken', 'retry')`,
    test: 'T455',
    row: 'an answer of nothing',
  },
  {
    mistake: 'two administrators record one refund that was sent by hand',
    file: 'app/money/payments/admin/refunds-list.server.ts',
    is: 'await payment.forUpdate().executeTakeFirst()',
    becomes: 'await payment.executeTakeFirst()',
    test: 'T456',
  },
  {
    mistake: 'what went back without us is sent once more by hand',
    file: byPhone,
    is: 'if (refund.amount > paid - money.reversed)',
    becomes: 'if (refund.amount > paid)',
    test: 'T457',
  },
  {
    mistake: 'what was given back and not booked is never looked for again',
    file: 'app/money/refunds/refund.server.ts',
    is: `  await bookLeftReversals(db)\n`,
    test: 'T458',
  },
  {
    mistake: 'money without a place that was given back is looked for among payments alone',
    file: byPhone,
    is: `  if ('ask' in told) await bookUnplaced(db, told.ask)\n`,
    test: 'T459',
  },
  {
    mistake: 'a code that M-Pesa gave back is taken for an invention',
    file: 'app/money/mpesa/book.server.ts',
    is: `\n  and not exists (select from mpesa_asks a where a.subject = mpesa_receipts.receipt and \${gaveBack('a')})`,
    test: 'T460',
  },
  {
    mistake: 'for one refund a second payment is ordered back',
    file: orders,
    is: `  if (await wasOtherOrdered(db, { receipt, cause })) return { is: 'by hand', why: otherCode }\n`,
    test: 'T461',
  },
]
