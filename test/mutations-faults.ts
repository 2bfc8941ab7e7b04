import type { Mutation } from './mutations.ts'

// Mutations behind the faults M1 to M34 of test/faults.md that no other list has.

const folder = 'app/money/mpesa'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInFaults: Mutation[] = [
  {
    mistake: 'a request whose process died before it was sent keeps its phone busy for ever',
    file: `${folder}/prompts.server.ts`,
    is: `      (state = 'created' and created_at < now() - make_interval(secs => \${longestSending}))
      or (state = 'open'`,
    becomes: `      (state = 'open'`,
    test: 'T586',
  },
  {
    mistake: 'of a gift that was sent again only one request is booked',
    file: 'app/money/payments/apply.server.ts',
    is: `  if (isOver && isMoney(facts) && isAnother(payment, facts)) return 'paid twice'\n`,
    test: 'T587',
  },
  {
    mistake: 'a gift that was booked while its code was locked leaves the code without a place',
    file: `${folder}/credit.server.ts`,
    is: `  await promptEnded(db, one.id, { state: 'paid', code: '0', why: null })\n`,
    becomes: `  if (applied === 'already') return applied
  await promptEnded(db, one.id, { state: 'paid', code: '0', why: null })\n`,
    test: 'T996',
  },
  {
    mistake: 'what was listed before its process died is taken for booked',
    file: `${folder}/receipts.server.ts`,
    is: `      and state <> 'heard' and heard_by not in`,
    becomes: `      and heard_by not in`,
    test: 'T589',
  },
  {
    mistake: 'gifts that were listed together before their process died are taken for booked',
    file: `${folder}/receipts.server.ts`,
    is: `      and state <> 'heard' and heard_by not in`,
    becomes: `      and heard_by not in`,
    test: 'T590',
  },
  {
    mistake: 'money that was placed by a process that died can be placed again',
    file: 'app/money/payments/place.server.ts',
    is: `    .where('state', '=', 'open')\n`,
    test: 'T591',
  },
  {
    mistake: 'money under the account of a request is a gift of its own',
    file: `${folder}/book.server.ts`,
    is: `  return named && !(await hasOther(tx, named.id, receipt)) ? named.id : null\n`,
    becomes: `  return named && (await hasOther(tx, named.id, receipt)) ? named.id : null\n`,
    test: 'T592',
  },
  {
    mistake: 'nobody is called for two days about a code that no list knows',
    file: `${folder}/receipts.server.ts`,
    is: `r.created_at < now() - interval '2 hours'`,
    becomes: `r.created_at < now() - interval '2 days'`,
    test: 'T593',
  },
  {
    mistake: 'the statement of another shortcode is taken in',
    file: `${folder}/statement.server.ts`,
    is: 'read.shortcodes.find((one) => rail.capabilities().shortcodes.includes(one))',
    becomes: 'read.shortcodes[0]',
    test: 'T594',
  },
  {
    mistake: 'phones that were stopped are asked by no clock',
    file: 'app/platform/providers/provider.server.ts',
    is: 'tryOne(db, one)), tryPhones(db)])',
    becomes: 'tryOne(db, one))])',
    test: 'T595',
  },
  {
    mistake: 'a stop of one rail stops the other one',
    file: 'app/platform/providers/provider.server.ts',
    is: 'names.map((name) => stopped.has(name))',
    becomes: 'names.map(() => stopped.size > 0)',
    test: 'T596',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
