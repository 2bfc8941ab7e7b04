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
    is: "    await lockMoney(tx, helped)\n    const row = await stillThere(tx, helped).where('id'",
    becomes: "    const row = await stillThere(tx, helped).where('id'",
    test: 'T1220',
  },
  {
    mistake: 'the number of treasurers changes while it is counted who agrees',
    file: 'app/money/payouts/changes.server.ts',
    is: '    await lockWallet(tx, driveId)\n    const { number: was',
    becomes: '    const { number: was',
    test: 'T1220',
  },
  {
    mistake: 'fewer treasurers must agree at once',
    file: 'app/money/payouts/changes.server.ts',
    is: '    if (number < was && hadMoney) return (await fileChange(tx, change)).from\n',
    test: 'T1226',
  },
  {
    mistake: 'a higher number leaves the lower one that waited',
    file: 'app/money/payouts/changes.server.ts',
    is: "    await endOpen(tx, { driveId, kind: 'number' }, mine.ownerId)\n",
    test: 'T1227',
  },
  {
    mistake: 'a change is made a day too early',
    file: 'app/money/payouts/changes.server.ts',
    is: 'now() + make_interval(hours => ${noticeHours})',
    becomes: 'now()',
    test: 'T1226',
  },
  {
    mistake: 'a treasurer who is removed counts no longer at once',
    file: 'app/invitations/helpers/members.server.ts',
    is: '  return hadMoney && isUsed ? helped.fund_drive_id : undefined',
    becomes: '  return hadMoney && isUsed ? undefined : undefined',
    test: 'T1229',
  },
  {
    mistake: 'a new treasurer counts at once on a drive with money',
    file: 'app/invitations/helpers/members.server.ts',
    is: "  if (hadMoney) return void (await fileChange(tx, { driveId, kind: 'joins', ...of, quiet: !isUsed }))\n",
    test: 'T1228',
  },
  {
    mistake: 'a fifth treasurer joins',
    file: 'app/invitations/helpers/members.server.ts',
    is: '    if (isTreasurer) await refuseFifth(tx, helped)\n',
    test: 'T1231',
  },
  {
    mistake: 'a treasurer who does not count yet objects',
    file: 'app/money/payouts/changes.server.ts',
    is: '.some((one) => one.id === by && one.counts)',
    becomes: '.some((one) => one.id === by)',
    test: 'T1235',
  },
  {
    mistake: 'a treasurer drops a change',
    file: 'app/money/payouts/changes.server.ts',
    is: "    if (!(await mayManage(tx, by, driveId, 'run'))) throw new Refusal(changeTexts.notOwner, { status: 403 })\n",
    test: 'T1235',
  },
  {
    mistake: 'a treasurer decides as an administrator about what they objected to',
    file: 'app/money/payouts/admin/change.server.ts',
    is: "    if (await mayManage(tx, by.id, change.driveId, 'read')) throw new Refusal(changeTexts.involved, { status: 403 })\n",
    test: 'T1235',
  },
  {
    mistake: 'a change is made while it is counted who agrees',
    file: 'app/money/payouts/changes.server.ts',
    is: '  await lockWallet(tx, row.fund_drive_id)\n',
    test: 'T1240',
  },
]
