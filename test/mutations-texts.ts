import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with texts to phones: see mutations.ts.

const send = 'app/platform/sms/send.server.ts'

export const mutationsInTexts: Mutation[] = [
  {
    mistake: 'a text about money is sent once more when its answer is lost',
    file: send,
    is: "const isSecond = row.state === 'maybe_sent' && !row.money && row.tries === 1",
    becomes: "const isSecond = row.state === 'maybe_sent'",
    test: 'T544',
  },
  {
    mistake: 'a text is noted as sent only after its answer',
    file: send,
    is: "  await change(tx, smsId, { state: 'maybe_sent', tries: row.tries + 1, tried_at: now })\n",
    test: 'T545',
  },
  {
    mistake: 'STOP is not asked about when a text is sent',
    file: send,
    is: '!row.asked_for && (await hasStopped(tx, row.phone))',
    becomes: 'false',
    test: 'T546',
  },
  {
    mistake: 'ten texts at once pass the budget of the day together',
    file: send,
    is: "  await sql`select pg_advisory_xact_lock(hashtextextended('texts of a day', 0))`.execute(tx)\n",
    test: 'T547',
  },
  {
    mistake: 'a report and the answer that it is about do not wait for each other',
    file: send,
    is: "  if (handed.is === 'taken' && handed.id) await textsInTurn(tx, handed.id)\n",
    test: 'T548',
  },
  {
    mistake: 'a failure that is reported late outweighs that a text arrived',
    file: 'app/platform/sms/reports.server.ts',
    is: "        .where('state', '<>', 'delivered')\n",
    test: 'T549',
  },
]
