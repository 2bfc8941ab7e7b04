import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with withdrawals that treasurers must agree to: see mutations.ts.

export const mutationsInAgreeing: Mutation[] = [
  {
    mistake: 'a withdrawal is completed that too few treasurers agree to',
    file: 'app/money/payouts/decide.server.ts',
    is: '  await refuseUnsigned(tx, { whole: payout.whole, driveId: payout.fund_drive_id })\n',
    test: 'T1201',
  },
  {
    mistake: 'a treasurer who is removed agrees to withdrawals all the same',
    file: 'app/money/payouts/signatures.server.ts',
    is: "    .where('h.left_at', 'is', null)\n",
    test: 'T1210',
  },
  {
    mistake: 'a raised number of treasurers counts for new withdrawals alone',
    file: 'app/money/payouts/signatures.server.ts',
    is: 'Math.max(number, ...parts.map(({ needs }) => needs))',
    becomes: 'Math.max(...parts.map(({ needs }) => needs))',
    test: 'T1211',
  },
  {
    mistake: 'a lowered number of treasurers counts for withdrawals that were asked for before',
    file: 'app/money/payouts/signatures.server.ts',
    is: 'Math.max(number, ...parts.map(({ needs }) => needs))',
    becomes: 'number',
    test: 'T1211',
  },
  {
    mistake: 'who agrees is not counted again before money is sent',
    file: 'app/money/payouts/send.server.ts',
    is: '(await notSigned(tx, taken)) ?? ',
    test: 'T1212',
  },
  {
    mistake: 'a request that was changed in the database is completed',
    file: 'app/money/payouts/signatures.server.ts',
    is: '    isOurs: parts.every(isAsAsked) && said.length === rows.length,',
    becomes: '    isOurs: true,',
    test: 'T1213',
  },
  {
    mistake: 'the owner agrees to what they asked for',
    file: 'app/money/payouts/sign.server.ts',
    is: '  if (by === payout.user_id) throw new Refusal(payoutTexts.ownYes, { status: 403 })\n',
    test: 'T1204',
  },
  {
    mistake: 'a treasurer completes as an administrator what they agreed to',
    file: 'app/money/payouts/decide.server.ts',
    is: " || (await mayManage(tx, by, fund_drive_id, 'read'))",
    test: 'T1209',
  },
  {
    mistake: 'a treasurer is removed while it is counted who agrees',
    file: 'app/invitations/helpers/members.server.ts',
    is: '    await lockMoney(tx, helped)\n    const row = await tx\n',
    becomes: '    const row = await tx\n',
    test: 'T1220',
  },
  {
    mistake: 'the number of treasurers changes while it is counted who agrees',
    file: 'app/money/payouts/changes.server.ts',
    is: '    await lockWallet(tx, id)\n',
    test: 'T1220',
  },
]
