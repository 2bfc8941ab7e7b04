import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with money that goes out or back, and in what the provider tells: see mutations.ts.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInMoneyOut: Mutation[] = [
  {
    mistake: 'a withdrawal does not lock the wallet',
    file: 'app/base/ledger/wallet.server.ts',
    is: `    .select('fund_drive_id')
    .forNoKeyUpdate()
`,
    becomes: `    .select('fund_drive_id')
`,
    test: 'T418',
  },
  {
    mistake: 'two administrators can decide the same request',
    file: 'app/money/payouts/decide.server.ts',
    is: `    .where('status', '=', taken.from)\n`,
    test: 'T157',
  },
  {
    mistake: 'a transfer whose answer was lost is sent again under a new reference',
    file: 'app/money/payouts/send.server.ts',
    is: '    reference: attempt.reference,',
    becomes: '    reference: `${attempt.reference.slice(0, 30)}-${Date.now()}`,',
    test: 'T419',
  },
  {
    mistake: 'a transfer is taken by the person who comes, also while a person has it',
    file: 'app/platform/jobs/lease.server.ts',
    is: ' and ${isOpen} and (leased_until is null or leased_until < now()) returning id',
    becomes: ' and ${isOpen} returning id',
    test: 'T420',
  },
  {
    mistake: 'the person who slept through their lease sends a transfer all the same',
    file: 'app/money/payouts/send.server.ts',
    is: '      .where(isLeaseHeld(attempts, taken))\n',
    test: 'T421',
  },
  {
    mistake: 'a debt that came after the decision is not looked at before money is sent',
    file: 'app/money/payouts/send.server.ts',
    is: "  if (wallet.debt > 0) return 'owed'\n",
    test: 'T422',
  },
  {
    mistake: 'the person who slept through their lease asks for a refund all the same',
    file: 'app/money/refunds/refund-lease.server.ts',
    is: "not_ours: notOurs })\n    .where('id', '=', taken.id)\n    .where(isLeaseHeld(refunds, taken))\n",
    becomes: "not_ours: notOurs })\n    .where('id', '=', taken.id)\n",
    test: 'T423',
  },
  {
    mistake: 'two refunds of one payment may be under way',
    file: 'app/money/refunds/refund.server.ts',
    is: `    .onConflict((open) => open.column('payment_id').where(refundOpen).doNothing())\n`,
    and: {
      file: 'db/schema.sql',
      is: "create unique index reversals_one_open_refund on reversals (payment_id) where ((kind = 'refund') and (state = 'open'));",
    },
    test: 'T424',
  },
  {
    mistake: 'a payment is not locked while money goes back',
    file: 'app/money/refunds/reversal.server.ts',
    is: `    .forUpdate()\n`,
    test: 'T424',
  },
  {
    mistake: 'what a played back backup has forgotten is sent again',
    file: 'app/money/payouts/transfer.server.ts',
    is: '  if (strange) throw',
    becomes: '  if (strange?.id === 0) throw',
    test: 'T425',
  },
  {
    mistake: 'the owner is sent the whole amount, with the platform’s share',
    file: 'app/base/ledger/ledger.ts',
    is: 'const part = amount === available ? payable : Math.min(payable, amount - feeOf(amount, feeBps))',
    becomes: 'const part = payable ? amount : 0',
    test: 'T137',
  },
  {
    mistake: 'every drive bears 5 %, whatever fee it was opened with',
    file: 'app/base/ledger/ledger.ts',
    is: '  return fee_bps\n',
    becomes: '  return Math.max(fee_bps, 500)\n',
    test: 'T1047',
  },
  {
    mistake: 'one of two administrators changes the fee alone',
    file: 'app/admin/settings/fee.server.ts',
    is: "    if (!agreed.isAgreed) return 'first'\n",
    test: 'T1043',
  },
  {
    mistake: 'the fee of a drive can be changed',
    file: 'db/schema.sql',
    is: 'create trigger fund_drives_fee_stays before update of fee_bps on fund_drives for each row when (old.fee_bps is distinct from new.fee_bps) execute function forbid_change();\n',
    test: 'T1045',
  },
  {
    mistake: 'money that was withdrawn already is taken back without a debt',
    file: 'app/base/ledger/wallet.server.ts',
    is: '    debt: sql`debt + ${Math.max(0, amount - wallet.available)}::bigint`,\n',
    test: 'T426',
  },
  {
    mistake: 'declining leaves the debt as it is',
    file: 'app/base/ledger/wallet.server.ts',
    is: '    reserved: sql`reserved - ${amount}::bigint`,\n    debt: sql`debt - least(debt, ${amount}::bigint)`,',
    becomes: '    reserved: sql`reserved - ${amount}::bigint`,',
    test: 'T427',
  },
  {
    mistake: 'parts of a refund are rounded each for itself',
    file: 'app/money/donations/donation.server.ts',
    is: 'feeOf(before + amount, gift.fee_bps) - feeOf(before, gift.fee_bps)',
    becomes: 'feeOf(amount, gift.fee_bps)',
    test: 'T428',
  },
  {
    mistake: 'what a bank questions can be withdrawn',
    file: 'app/money/payouts/request.server.ts',
    is: 'mayAsk: wallet.available - (await heldOf(tx, wallet.driveId)).held,',
    becomes: 'mayAsk: wallet.available,',
    test: 'T429',
  },
  {
    mistake: 'a transfer above the limit of a wallet is filed',
    file: 'app/money/payouts/request.server.ts',
    is: "transferLimits(), parts)\n  if (words) throw new Refusal(words, { status: 422, field: 'amount' })\n",
    becomes: 'transferLimits(), parts)\n',
    test: 'T311',
  },
  {
    mistake: 'an owner cancels a request of another person',
    file: 'app/money/payouts/decide.server.ts',
    is: 'if (payout.user_id !== by || payout.fund_drive_id !== driveId)',
    becomes: 'if (payout.fund_drive_id !== driveId)',
    test: 'T431',
  },
  {
    mistake: 'a form that is sent twice starts two payments',
    file: 'app/money/payments/payment.server.ts',
    is: '    from begun where key is null or (scope, key) in (select scope, key from taken)\n',
    becomes: '    from begun\n',
    test: 'T432',
  },
  {
    mistake: 'what the provider told counts as done before it is applied',
    file: 'app/money/payments/events.server.ts',
    is: "    if (came === 'done') {",
    becomes: '    if (came !== undefined) {',
    test: 'T433',
  },
  {
    mistake: 'who gave anonymously is named',
    file: 'app/money/donations/donations.server.ts',
    is: "const nameSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_name, '') end`",
    becomes: "const nameSeen = sql<string | null>`nullif(d.donor_name, '')`",
    test: 'T434',
  },
  {
    mistake: 'a withdrawal is completed although its drive owes',
    file: 'app/money/payouts/decide.server.ts',
    is: '  if (wallet.debt > 0) throw new Refusal(payoutTexts.balanceOwed)\n',
    test: 'T435',
    row: 'seed 4,',
  },
  {
    mistake: 'a debt is written off while a withdrawal is open that would pay it',
    file: 'app/money/payouts/decide.server.ts',
    is: '  if (open) throw new Refusal(payoutTexts.underWay)\n',
    test: 'T435',
    row: 'seed 4,',
  },
  {
    mistake: 'a job of many gifts that was broken off sends all their mails again',
    file: 'app/money/donations/news.server.ts',
    is: '  if (attempt > 1) return leave(db, { donationIds, later, mails }, now)\n',
    test: 'T436',
  },
  {
    mistake: 'a mail about a gift that was refused is not tried again',
    file: 'app/money/donations/news.server.ts',
    is: ';(isSent ? sent : unsent).push(mail)',
    becomes: ';(isSent ? sent : sent).push(mail)',
    test: 'T437',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
