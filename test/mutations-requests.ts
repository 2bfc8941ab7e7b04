import type { Mutation } from './mutations.ts'

// Mistakes in requests on phones and in pasted lists, each with the test that has to notice it: see mutations.ts.

const phone = 'app/money/mpesa'
const pastedLists = 'app/group/pasted-lists'

export const mutationsInRequests: Mutation[] = [
  {
    mistake: 'a phone may have two requests at a time',
    file: 'db/schema.sql',
    is: 'create unique index mpesa_prompts_one_a_phone on',
    becomes: 'create index mpesa_prompts_one_a_phone on',
    test: 'T561',
  },
  {
    mistake: 'nobody asks about a request that M-Pesa tells us nothing of',
    file: `${phone}/prompts.server.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of the source stands here
    is: 'ask_at = now() + make_interval(secs => case when q.told is null then ${querySteps[0]!} else 0 end)',
    becomes: 'ask_at = null',
    test: 'T562',
  },
  {
    mistake: 'what is told of a request before M-Pesa has answered is another request’s',
    file: `${phone}/callbacks.server.ts`,
    is: 'if (prompt.checkout !== null && told.id !== prompt.checkout)',
    becomes: 'if (told.id !== prompt.checkout)',
    test: 'T563',
  },
  {
    mistake: 'money of a request that was cancelled is nobody’s',
    file: `${phone}/book.server.ts`,
    is: `    .where('p.amount', '=', cents)\n`,
    becomes: `    .where('p.amount', '=', cents)\n    .where('q.state', '<>', 'cancelled')\n`,
    test: 'T564',
  },
  {
    mistake: 'a phone that is busy can be sent another request at once',
    file: `${phone}/pay.server.ts`,
    is: 'restAfter[state] ?? (isEnded(state) ? 0 : againAfter)',
    becomes: 'isEnded(state) ? 0 : againAfter',
    test: 'T565',
  },
  {
    mistake: 'a quota that is used up is asked for again at once',
    file: 'app/platform/mpesa/calls.server.ts',
    is: `  if (meaning === 'quota') return 60\n`,
    test: 'T566',
  },
  {
    mistake: 'when requests are not answered, questions are not asked either',
    file: 'app/platform/mpesa/calls.server.ts',
    is: '    const one = known.get(name) ?? breaker()\n    known.set(name, one)\n',
    becomes: `    const one = known.get('token') ?? breaker()\n    known.set('token', one)\n`,
    test: 'T567',
  },
  {
    mistake: 'money for a drive that was deleted is nobody’s',
    file: `${phone}/place-receipts.server.ts`,
    is: `    await keepUnplaced(tx, { provider, reference: one.account, why, payment: undefined }, facts)\n`,
    becomes: `    if (!drive) await keepUnplaced(tx, { provider, reference: one.account, why, payment: undefined }, facts)\n`,
    test: 'T568',
  },
  {
    mistake: 'a paste that is entered in two tabs is not locked',
    file: `${pastedLists}/paste.server.ts`,
    is: `    .select(['body', 'undone_at', 'created_at'])\n    .forUpdate()\n`,
    becomes: `    .select(['body', 'undone_at', 'created_at'])\n`,
    test: 'T569',
  },
  {
    mistake: 'a paste that was taken back can be entered from a page that was open before',
    file: `${pastedLists}/paste.server.ts`,
    is: '  if (paste.undone_at) throw new Refusal(pastedListTexts.undone)\n',
    test: 'T570',
  },
  {
    mistake: 'a treasurer who was removed enters what was on their page',
    file: `${pastedLists}/enter.server.ts`,
    is: '    await refuseUnlessRecords(tx, by, driveId)\n',
    test: 'T571',
  },
]
