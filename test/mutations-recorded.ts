import type { Mutation } from './mutations.ts'

// Mistakes with gifts that did not pass through us, each with the test that has to notice it.

const recorded = 'app/group/recorded-gifts'

export const mutationsInRecorded: Mutation[] = [
  {
    mistake: 'the code of money that came through us is recorded once more',
    file: `${recorded}/recorded.server.ts`,
    is: "  if (await ours.select('receipt').executeTakeFirst()) throw wrong(recordedGiftTexts.ours, 'code')\n",
    test: 'T481',
  },
  {
    mistake: 'a code is recorded without its lock',
    file: `${recorded}/recorded.server.ts`,
    is: `  if (code !== null) await sql\`select lock_money_code(\${code})\`.execute(tx)\n`,
    becomes: '  void [tx, code]\n',
    test: 'T482',
  },
  {
    mistake: 'a form that is sent twice records twice',
    file: `${recorded}/recorded.server.ts`,
    is: `  if (known) return known\n`,
    test: 'T483',
  },
  {
    mistake: 'a person who was removed goes on recording',
    file: `${recorded}/recorded.server.ts`,
    is: `  if (!(await mayManage(tx, person, driveId, 'record'))) throw missing()\n`,
    becomes: '  void [tx, person, driveId]\n',
    test: 'T484',
  },
]
