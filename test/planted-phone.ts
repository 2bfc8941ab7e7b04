import type { Planted } from './planted.ts'

// Mistakes in gifts by a request on the phone, each with the test that has to notice it.

const tests = 'app/features/payments/phone/prompts.test.ts'
const payIn = 'app/features/payments/phone/pay-in.test.ts'
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
    file: `${folder}/let-in.server.ts`,
    is: `    .where('p.amount', '=', cents)\n`,
    becomes: '',
    tests: payIn,
    fails: 'of another amount, or once it is paid',
  },
  {
    mistake: 'a code without an account is booked beside the gift that it most likely belongs to',
    file: `${folder}/let-in.server.ts`,
    is: `    if (!drive && (await isPerhapsAsked(tx, one))) return false\n`,
    becomes: '',
    tests: payIn,
    fails: 'is not booked a second time',
  },
  {
    mistake: 'a made-up code in a confirmation keeps the true one from its request',
    file: `${folder}/let-in.server.ts`,
    is: `const onlyTold = sql\`heard_by in ('callback', 'confirmation')\``,
    becomes: `const onlyTold = sql\`heard_by in ('callback')\``,
    tests: payIn,
    fails: 'a made-up code for an open request',
  },
  {
    mistake: 'a payment is refused when we are too slow to judge it',
    file: `${folder}/pay-in.server.ts`,
    is: `body: verdict === 'late' ? taken : rail.answerPayIn(verdict) }`,
    becomes: `body: rail.answerPayIn(verdict === 'late' ? 'not now' : verdict) }`,
    tests: payIn,
    fails: 'while the database is ill',
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
  {
    mistake: 'two administrators decide about the same money without a lock',
    file: 'app/office/payments/place-unplaced.server.ts',
    is: `      .select(['id', 'provider', 'amount', 'state'])\n      .forUpdate()\n`,
    becomes: `      .select(['id', 'provider', 'amount', 'state'])\n`,
    tests: 'app/office/payments/place-unplaced.test.ts',
    fails: 'place and send back at once one wins',
  },
  {
    mistake: 'a claim names the giver of a gift of another drive',
    file: `${folder}/claims.server.ts`,
    is: `  if (known.giftTo === one.driveId && !known.isNamed && !known.wasAsked)`,
    becomes: `  if (known.giftTo && !known.isNamed)`,
    tests: `${folder}/claims.test.ts`,
    fails: 'never moves a gift from one drive to another',
  },
  {
    mistake: 'a claim counts whatever digits of the number it names',
    file: `${folder}/claims.server.ts`,
    is: `  if (known.tail === null || known.tail.slice(-3) !== one.tail) return 'desk'\n`,
    becomes: '',
    tests: `${folder}/claims.test.ts`,
    fails: 'with other digits of the number names nobody',
  },
]
