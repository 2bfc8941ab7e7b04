import type { Planted } from './planted.ts'

// Mistakes in gifts by a request on the phone, each with the test that has to notice it.

const tests = 'app/features/payments/phone/prompts.test.ts'
const payIn = 'app/features/payments/phone/pay-in.test.ts'
const folder = 'app/features/payments/phone'
const tills = 'app/features/payments/phone/tills.test.ts'

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
    file: `${folder}/place-receipts.server.ts`,
    is: `    if (!drive && (await isPerhapsAsked(tx, one))) return 'held'\n`,
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
    is: `  if (!isTheirs || live.driveId !== driveId || live.amount !== amount)`,
    becomes: `  if (!isTheirs)`,
    tests,
    fails: 'another gift waits, and learns nothing of the first',
  },
  {
    mistake: 'two administrators decide about the same money without a lock',
    file: 'app/office/payments/at-mpesa.server.ts',
    is: `      .forUpdate()\n`,
    becomes: '',
    tests: 'app/office/payments/place-unplaced.test.ts',
    fails: 'place and reserve for sending back at once one wins',
  },
  {
    mistake: 'a claim places money that an administrator is sending back',
    file: 'app/features/payments/place.server.ts',
    is: `    .where('reserved_at', 'is', null)\n`,
    becomes: '',
    tests: 'app/office/payments/send-back.test.ts',
    fails: 'nobody places it, by hand or by a claim',
  },
  {
    mistake: 'an administrator places money that another is sending back',
    file: 'app/office/payments/at-mpesa.server.ts',
    is: `    if (money.reservedAt) throw new Refusal(money.back === 'by hand' ? says.reserved : says.goingBack)\n`,
    becomes: '',
    tests: 'app/office/payments/send-back.test.ts',
    fails: 'of administrators who reserve at once one has it',
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
  {
    mistake: 'claims of one code at once lock neither the code nor themselves (M18)',
    file: `${folder}/claims.server.ts`,
    is: `  await sql\`select from payments where id = (select payment_id from mpesa_receipts where receipt = \${receipt}) for update\`.execute(
    tx,
  )
  await sql\`select from suspense where id = (select suspense_id from mpesa_receipts where receipt = \${receipt}) for update\`.execute(
    tx,
  )
  await sql\`select from mpesa_receipts where receipt = \${receipt} for update\`.execute(tx)
`,
    becomes: '',
    and: {
      file: `${folder}/claims.server.ts`,
      is: `    .orderBy('id')
    .forUpdate()
`,
      becomes: `    .orderBy('id')
`,
    },
    tests: `${folder}/claims.test.ts`,
    fails: 'ten claims of one code from three drives at once place it once (M18)',
  },
  {
    mistake: 'after a restore what a statement alone tells is taken for known (M25)',
    file: `${folder}/statement-lines.server.ts`,
    is: `      l.kind in ('void', 'moved') or`,
    becomes: `      l.kind in ('void', 'moved', 'in') or`,
    tests: `${folder}/statement.test.ts`,
    fails: 'M25: after a restore',
  },
  {
    mistake: 'what is proved is forgotten when the process dies before it is booked',
    file: `${folder}/place-receipts.server.ts`,
    is: `and (r.proved_at is not null\n`,
    becomes: `and (false\n`,
    tests: 'test/crash-phone.test.ts',
    fails: 'the answer to a question about a code',
  },
  {
    mistake: 'an answer without an account takes a code from its request',
    file: `${folder}/let-in.server.ts`,
    is: `one.account || (await accountTold(tx, receipt))`,
    becomes: `one.account`,
    and: {
      file: `${folder}/let-in.server.ts`,
      is: `(excluded.account <> '' or r.amount <> excluded.amount)`,
      becomes: 'true',
    },
    tests: tills,
    fails: 'that is told, then listed',
  },
  {
    mistake: 'money at a till waits for a person while its phone can still be answered',
    file: `${folder}/place-receipts.server.ts`,
    is: `or (r.account = '' and q.state in ('created', 'open', 'unknown'))`,
    becomes: '',
    tests: tills,
    fails: 'without a callback',
  },
  {
    mistake: 'money is placed for a person although it was told meanwhile whose it is',
    file: `${folder}/place-receipts.server.ts`,
    is: `      .where('prompt_id', 'is', null)\n      .select('receipt')\n`,
    becomes: `      .select('receipt')\n`,
    tests: tills,
    fails: 'that is told between the proof',
  },
  {
    mistake: 'a statement that one administrator sends books any sum',
    file: `${folder}/statement-lines.server.ts`,
    is: `  if (await isHeld(db, statementId)) return\n`,
    becomes: '',
    tests: 'app/office/mpesa/book-statement.test.ts',
    fails: 'it waits for a second administrator, who is written to',
  },
  {
    mistake: 'a settlement under the reference of the bank is booked again by a statement',
    file: `${folder}/statement-banks.server.ts`,
    is: `  if (!named && (await isPerhapsBooked(tx, line))) return 'asked'\n`,
    becomes: '',
    tests: 'app/office/mpesa/book-statement.test.ts',
    fails: 'a person is asked, and it is booked once',
  },
  {
    mistake: 'the waiting claim of its giver is refused when an administrator places the money',
    file: `${folder}/claims.server.ts`,
    is: `  await sql\`update claims set state = 'waiting' where receipt = \${receipt} and state = 'desk'\`.execute(tx)\n`,
    becomes: '',
    tests: `${folder}/claims-decided.test.ts`,
    fails: 'the claim of its giver there is answered',
  },
  {
    mistake: 'a list names a payer again who was forgotten',
    file: `${folder}/let-in.server.ts`,
    is: `case when r.forgotten_at is null then coalesce(excluded.name, r.name) end`,
    becomes: `coalesce(excluded.name, r.name)`,
    tests: `${folder}/claims-decided.test.ts`,
    fails: 'stays forgotten',
  },
]
