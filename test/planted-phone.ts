import type { Planted } from './planted.ts'

// Mistakes in gifts by a request on the phone, each with the test that has to notice it.

const tests = 'app/features/payments/phone/prompts.test.ts'
const folder = 'app/features/payments/phone'

export const plantedInPhone: Planted[] = [
  {
    mistake: 'a request that was told to be paid is said to have failed when the question says no',
    file: `${folder}/ask.server.ts`,
    is: `  if (one.isTold && isEnded(state)) return promptEnded(db, one.id, { state: 'unknown', code, why })\n`,
    becomes: '',
    tests,
    fails: 'that it was paid is not contradicted',
  },
  {
    mistake: 'of two requests of one gift that were paid the second is taken for the first',
    file: 'app/features/payments/apply.server.ts',
    is: `  if (isOver && isMoney(facts) && isAnother(payment, facts)) return 'paid twice'\n`,
    becomes: '',
    tests,
    fails: 'both requests of one gift were paid',
  },
  {
    mistake: 'money of another amount is credited as what was asked for',
    file: `${folder}/receipts.server.ts`,
    is: `  if (prompt && prompt.amount === one.cents) {`,
    becomes: `  if (prompt) {`,
    tests,
    fails: 'another amount',
  },
  {
    mistake: 'what is posted about another request is believed',
    file: `${folder}/hear.server.ts`,
    is: `  if (prompt.checkout !== null && told.id !== prompt.checkout) {`,
    becomes: `  if (false) {`,
    tests,
    fails: 'credits nothing: paid by word alone',
  },
  {
    mistake: 'another gift on a phone is led to the request of the first',
    file: `${folder}/begin.server.ts`,
    is: `  if (live.driveId !== driveId || live.amount !== amount)`,
    becomes: `  if (live.driveId === 'none')`,
    tests,
    fails: 'another gift waits, and learns nothing of the first',
  },
]
