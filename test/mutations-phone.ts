import type { Mutation } from './mutations.ts'

// Mistakes in gifts by a request on the phone, each with the test that has to notice it.

const folder = 'app/money/mpesa'

export const mutationsInPhone: Mutation[] = [
  {
    mistake: 'a request that was told to be paid is said to have failed when the question says no',
    file: `${folder}/query.server.ts`,
    is: `  if (one.isTold && isEnded(state)) return promptEnded(db, one.id, { state: 'unknown', code, why })\n`,
    test: 'T506',
  },
  {
    mistake: 'of two requests of one gift that were paid the second is taken for the first',
    file: 'app/money/payments/apply.server.ts',
    is: `  if (isOver && isMoney(facts) && isAnother(payment, facts)) return 'paid twice'\n`,
    test: 'T507',
  },
  {
    mistake: 'money of another amount is credited as what was asked for',
    file: `${folder}/book.server.ts`,
    is: `    .where('p.amount', '=', cents)\n`,
    test: 'T508',
  },
  {
    mistake: 'a code without an account is booked beside the gift that it most likely belongs to',
    file: `${folder}/place-receipts.server.ts`,
    is: `    if (!drive && (await isPerhapsAsked(tx, one))) return 'held'\n`,
    test: 'T509',
  },
  {
    mistake: 'a made-up code in a confirmation keeps the true one from its request',
    file: `${folder}/book.server.ts`,
    is: `const onlyTold = sql\`heard_by in ('callback', 'confirmation')\``,
    becomes: `const onlyTold = sql\`heard_by in ('callback')\``,
    test: 'T510',
  },
  {
    mistake: 'a payment is refused when we are too slow to judge it',
    file: `${folder}/pay-in.server.ts`,
    is: `body: verdict === 'late' ? taken : rail.answerPayIn(verdict) }`,
    becomes: `body: rail.answerPayIn(verdict === 'late' ? 'not now' : verdict) }`,
    test: 'T511',
  },
  {
    mistake: 'what is posted about another request is believed',
    file: `${folder}/callbacks.server.ts`,
    is: `  if (prompt.checkout !== null && told.id !== prompt.checkout) {`,
    becomes: `  if (false) {`,
    test: 'T512',
  },
  {
    mistake: 'another gift on a phone is led to the request of the first',
    file: `${folder}/begin.server.ts`,
    is: `  if (!isTheirs || live.driveId !== driveId || live.amount !== amount)`,
    becomes: `  if (!isTheirs)`,
    test: 'T513',
  },
  {
    mistake: 'two administrators decide about the same money without a lock',
    file: 'app/money/payments/admin/decide-unplaced.server.ts',
    is: `      .forUpdate()\n`,
    test: 'T514',
  },
  {
    mistake: 'a claim places money that an administrator is sending back',
    file: 'app/money/payments/place.server.ts',
    is: `    .where('reserved_at', 'is', null)\n`,
    test: 'T515',
  },
  {
    mistake: 'an administrator places money that another is sending back',
    file: 'app/money/payments/admin/decide-unplaced.server.ts',
    is: "    if (money.reservedAt)\n      throw new Refusal(money.back === 'by hand' ? unplacedDeskTexts.reserved : unplacedDeskTexts.goingBack)\n",
    test: 'T516',
  },
  {
    mistake: 'a claim names the giver of a gift of another drive',
    file: `${folder}/claims.server.ts`,
    is: `  if (known.giftTo === one.driveId && !known.isNamed && !known.wasAsked)`,
    becomes: `  if (known.giftTo && !known.isNamed)`,
    test: 'T517',
  },
  {
    mistake: 'a claim counts whatever digits of the number it names',
    file: `${folder}/claims.server.ts`,
    is: `  if (known.tail === null || known.tail.slice(-3) !== one.tail) return 'desk'\n`,
    test: 'T518',
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
    and: {
      file: `${folder}/claims.server.ts`,
      is: `    .orderBy('id')
    .forUpdate()
`,
      becomes: `    .orderBy('id')
`,
    },
    test: 'T519',
  },
  {
    mistake: 'after a restore what a statement alone tells is taken for known (M25)',
    file: `${folder}/statement-lines.server.ts`,
    is: `      l.kind in ('void', 'moved') or`,
    becomes: `      l.kind in ('void', 'moved', 'in') or`,
    test: 'T520',
  },
  {
    mistake: 'what is proved is forgotten when the process dies before it is booked',
    file: `${folder}/place-receipts.server.ts`,
    is: `and (r.proved_at is not null\n`,
    becomes: `and (false\n`,
    test: 'T521',
  },
  {
    mistake: 'an answer without an account takes a code from its request',
    file: `${folder}/book.server.ts`,
    is: `one.account || (await accountTold(tx, receipt))`,
    becomes: `one.account`,
    and: {
      file: `${folder}/codes.server.ts`,
      is: `(excluded.account <> '' or r.amount <> excluded.amount)`,
      becomes: 'true',
    },
    test: 'T522',
  },
  {
    mistake: 'money at a till waits for a person while its phone can still be answered',
    file: `${folder}/place-receipts.server.ts`,
    is: `or (r.account = '' and q.state in ('created', 'open', 'unknown'))`,
    test: 'T523',
  },
  {
    mistake: 'money is placed for a person although it was told meanwhile whose it is',
    file: `${folder}/place-receipts.server.ts`,
    is: `      .where('prompt_id', 'is', null)\n      .select('receipt')\n`,
    becomes: `      .select('receipt')\n`,
    test: 'T524',
  },
  {
    mistake: 'a statement that one administrator sends books any sum',
    file: `${folder}/statement-lines.server.ts`,
    is: '  if (await isStatementHeld(db, statementId)) return\n',
    test: 'T525',
  },
  {
    mistake: 'a settlement under the reference of the bank is booked again by a statement',
    file: `${folder}/statement-lines.server.ts`,
    is: `  if (!named && (await isPerhapsBooked(tx, line))) return 'asked'\n`,
    test: 'T526',
  },
  {
    mistake: 'the waiting claim of its giver is refused when an administrator places the money',
    file: `${folder}/claims.server.ts`,
    is: `  await sql\`update claims set state = 'waiting' where receipt = \${receipt} and state = 'desk'\`.execute(tx)\n`,
    test: 'T527',
  },
  {
    mistake: 'a list names a payer again who was forgotten',
    file: `${folder}/codes.server.ts`,
    is: `case when r.forgotten_at is null then coalesce(excluded.name, r.name) end`,
    becomes: `coalesce(excluded.name, r.name)`,
    test: 'T528',
  },
]
