import type { Planted } from './planted.ts'

// Mistakes that a person could make where money without a place goes back: see planted.ts.

const phone = 'app/features/payments/phone'
const returns = `${phone}/returns.server.ts`
const returned = `${phone}/returned.server.ts`
const second = `${phone}/second.server.ts`
const tests = 'app/office/payments/returns.test.ts'

export const plantedInReturns: Planted[] = [
  {
    mistake: 'a worker without the lease orders a return',
    file: returns,
    is: '  if (!(await beforeOrder(db, taken))) return\n',
    becomes: '',
    tests,
    fails: 'orders nothing by a worker that slept through its lease',
  },
  {
    mistake: 'what M-Pesa says after a return was handed to a person is not booked',
    file: returns,
    is: `  await learnReturn(db, suspenseId)\n`,
    becomes: '',
    tests,
    fails: 'and then has done all the same',
  },
  {
    mistake: 'what became a gift meanwhile and went back stays a gift',
    file: returns,
    is: `=== 'placed')\n`,
    becomes: `=== 'closed')\n`,
    tests,
    fails: 'and then has done all the same',
  },
  {
    mistake: 'money that went back stays in the books',
    file: returned,
    is: `  await post(tx, 'suspense', id, [{ leg: 3, debit: 'suspense', credit: clearingOf(provider), amount }])\n`,
    becomes: '',
    tests,
    fails: 'and M-Pesa reverses it once',
  },
  {
    mistake: 'a second code of a reversal is passed over',
    file: returned,
    is: `  await raiseBreak(tx, twice, providerId, { amount, code: back })\n`,
    becomes: '',
    tests,
    fails: 'a second code of a reversal',
  },
  {
    mistake: 'a reversal that a statement names of unplaced money is nobody’s',
    file: `${phone}/statement-lines.server.ts`,
    is: `  if (line.kind === 'back' && (await isOfUnplaced(tx, line))) return\n`,
    becomes: '',
    tests,
    fails: 'of a reversal that nobody here asked for',
  },
  {
    mistake: 'a reversal of another sum closes unplaced money',
    file: `${phone}/statement-lines.server.ts`,
    is: `    .where('s.amount', '=', line.withdrawn)\n`,
    becomes: '',
    tests,
    fails: 'of another sum calls a person',
  },
  {
    mistake: 'a giver’s wish is not asked whether it comes too late',
    file: second,
    is: `    if (numUpdatedRows !== 1n) throw new Refusal(says.decided)\n`,
    becomes: '',
    tests: `${phone}/second.test.ts`,
    fails: 'gives both and wants one back at the same moment',
  },
  {
    mistake: 'an administrator frees what M-Pesa may give back',
    file: 'app/office/payments/at-mpesa.server.ts',
    is: `    if (money.back !== 'by hand') throw new Refusal(says.goingBack)\n`,
    becomes: '',
    tests,
    fails: 'nobody places it, frees it or records it by hand',
  },
  {
    mistake: 'an order that was refused before counts against a new decision',
    file: returns,
    is: 'const cause = { unplaced: id, since: since.getTime() }',
    becomes: 'const cause = { unplaced: id }',
    tests,
    fails: 'decided anew, it is ordered anew',
  },
]
