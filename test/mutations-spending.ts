import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with receipts of withdrawals and the public account: see mutations.ts.

export const mutationsInSpending: Mutation[] = [
  {
    mistake: 'receipts show more than was sent',
    file: 'app/money/spending/receipts.server.ts',
    is: '  if (sum > left) throw new Refusal(onlyLeft(left), at)\n',
    test: 'T1271',
  },
  {
    mistake: 'a receipt is undone a second time, with another reason',
    file: 'app/money/spending/receipts.server.ts',
    is: '    if (row.undone_at) throw new Refusal(spendingTexts.undoneBefore)\n',
    test: 'T1272',
  },
  {
    mistake: 'a form that is sent twice adds its receipt twice',
    file: 'app/money/spending/receipts.server.ts',
    is: '  if (await wasSent(tx, by, typed)) return\n',
    test: 'T1273',
  },
  {
    mistake: 'a photo of another person is shown as a receipt',
    file: 'app/money/spending/receipts.server.ts',
    is: 'if (typed.image && !(await pictureToShow(tx, by, typed.image)))',
    becomes: 'if (typed.image === undefined)',
    test: 'T1274',
  },
  {
    mistake: 'a withdrawal has more than 300 receipts',
    file: 'app/money/spending/receipts.server.ts',
    is: '  if (withdrawal.receipts + rows.length > receiptMost.rows) throw new Refusal(spendingTexts.manyRows, at)\n',
    test: 'T1285',
  },
  {
    mistake: 'a receipt is of tomorrow',
    file: 'app/money/spending/spending-forms.ts',
    is: ' && day <= dayAt(new Date())',
    becomes: '',
    test: 'T1274',
  },
  {
    mistake: 'a receipt of another drive is undone',
    file: 'app/money/spending/receipts.server.ts',
    is: "        .where('whole', '=', withdrawal.whole)\n",
    test: 'T1275',
  },
  {
    mistake: 'the picture of an undone receipt is kept',
    file: 'app/base/pictures/picture.server.ts',
    is: 'where c.photo_url = p.url and c.undone_at is null)',
    becomes: 'where c.photo_url = p.url)',
    test: 'T1275',
  },
  {
    mistake: 'a withdrawal that was returned counts as sent in the account',
    file: 'app/money/spending/account.server.ts',
    is: "coalesce(sum(net) filter (where status = 'completed'), 0)::bigint as sent",
    becomes: "coalesce(sum(net) filter (where status in ('completed', 'rejected')), 0)::bigint as sent",
    test: 'T1277',
  },
  {
    mistake: 'everybody reads a name that is not to be shown',
    file: 'app/money/spending/receipts.server.ts',
    is: '(shows_name and undone_at is null)',
    becomes: '(undone_at is null)',
    test: 'T1280',
  },
  {
    mistake: 'a treasurer who did not ask for it is named in the account',
    file: 'app/money/spending/account.server.ts',
    is: ' and h.named)',
    becomes: ')',
    test: 'T1281',
  },
  {
    mistake: 'a draft has a public account',
    file: 'app/money/spending/account.server.ts',
    is: "    .where('published_at', 'is not', null)\n",
    test: 'T1282',
  },
  {
    mistake: 'a plan has an eleventh line',
    file: 'app/money/spending/plan.server.ts',
    is: '    if (lines.length >= planMost.lines) throw new Refusal(spendingTexts.manyLines)\n',
    test: 'T1376',
  },
  {
    mistake: 'ten who add the last line do not wait for each other',
    file: 'app/money/spending/plan.server.ts',
    is: '    await lockPlan(tx, driveId)\n',
    test: 'T1374',
  },
  {
    mistake: 'a withdrawal names a line that is closed',
    file: 'app/money/spending/plan.server.ts',
    is: "    .where('closed_at', 'is', null)\n",
    test: 'T1378',
  },
  {
    mistake: 'a line that a withdrawal names is deleted',
    file: 'app/money/spending/plan.server.ts',
    is: 'if (opens || isNamed)',
    becomes: 'if (opens)',
    test: 'T1378',
  },
  {
    mistake: 'a line is deleted or closed while a withdrawal names it',
    file: 'app/money/spending/plan.server.ts',
    is: "    .select('id')\n    .forShare()\n",
    becomes: "    .select('id')\n",
    test: 'T1379',
  },
  {
    mistake: 'a second change hides the sum that was planned first',
    file: 'app/money/spending/plan.server.ts',
    is: 'was: isBack ? null : first',
    becomes: 'was: isBack ? null : before',
    test: 'T1377',
  },
]
