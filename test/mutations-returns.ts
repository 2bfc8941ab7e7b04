import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where money without a place goes back: see mutations.ts.

const phone = 'app/money/mpesa'
const returns = `${phone}/returns.server.ts`
const returned = `${phone}/returns.server.ts`
const second = `${phone}/paid-twice.server.ts`

export const mutationsInReturns: Mutation[] = [
  {
    mistake: 'a worker without the lease orders a return',
    file: returns,
    is: '  if (!(await beforeOrder(db, taken))) return\n',
    test: 'T462',
  },
  {
    mistake: 'what M-Pesa says after a return was handed to a person is not booked',
    file: returns,
    is: `  await learnReturn(db, suspenseId)\n`,
    test: 'T463',
  },
  {
    mistake: 'what became a gift meanwhile and went back stays a gift',
    file: returns,
    is: `=== 'placed')\n`,
    becomes: `=== 'closed')\n`,
    test: 'T463',
  },
  {
    mistake: 'money that went back stays in the books',
    file: returned,
    is: `  await post(tx, 'suspense', id, [{ leg: 3, debit: 'suspense', credit: clearingOf(provider), amount }])\n`,
    test: 'T464',
  },
  {
    mistake: 'a second code of a reversal is passed over',
    file: returned,
    is: `  await raiseDiscrepancy(tx, twice, providerId, { amount, code: back })\n`,
    test: 'T465',
  },
  {
    mistake: 'a reversal that a statement names of unplaced money is nobody’s',
    file: `${phone}/statement-lines.server.ts`,
    is: `  if (line.kind === 'back' && (await isOfUnplaced(tx, line))) return\n`,
    test: 'T466',
  },
  {
    mistake: 'a reversal of another sum closes unplaced money',
    file: `${phone}/statement-lines.server.ts`,
    is: `    .where('s.amount', '=', line.withdrawn)\n`,
    test: 'T467',
  },
  {
    mistake: 'a giver’s wish is not asked whether it comes too late',
    file: second,
    is: '    if (numUpdatedRows !== 1n) throw new Refusal(paidTwiceTexts.decided)\n',
    test: 'T468',
  },
  {
    mistake: 'an administrator frees what M-Pesa may give back',
    file: 'app/money/payments/admin/decide-unplaced.server.ts',
    is: `    if (money.back !== 'by hand') throw new Refusal(unplacedDeskTexts.goingBack)\n`,
    test: 'T469',
  },
  {
    mistake: 'an order that was refused before counts against a new decision',
    file: returns,
    is: 'const cause = { unplaced: id, since: since.getTime() }',
    becomes: 'const cause = { unplaced: id }',
    test: 'T470',
  },
]
