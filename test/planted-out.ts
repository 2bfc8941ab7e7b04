import type { Planted } from './planted.ts'

// Mistakes that a person could make with money that goes out or back, and in what the provider tells: see planted.ts.

const moneyIn = 'app/features/payments/money-in.test.ts'
const moneyOut = 'app/features/payouts/money-out.test.ts'
const simulated = 'test/simulated.test.ts'
const sending = 'app/features/payouts/sending.test.ts'
const refunding = 'app/features/refunds/refunding.test.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const plantedInMoneyOut: Planted[] = [
  {
    mistake: 'a withdrawal does not lock the wallet',
    file: 'app/features/ledger/wallet.server.ts',
    is: `    .select('fund_drive_id')
    .forNoKeyUpdate()
`,
    becomes: `    .select('fund_drive_id')
`,
    tests: moneyOut,
    fails: 'of 64 people who ask five times each for KES 1,500',
  },
  {
    mistake: 'two administrators can decide the same request',
    file: 'app/features/payouts/decide.server.ts',
    is: `    .where('status', '=', taken.from)\n`,
    becomes: '',
    tests: moneyOut,
    fails: 'of twelve decisions at once one counts',
  },
  {
    mistake: 'a transfer whose answer was lost is sent again under a new reference',
    file: 'app/features/payouts/send.server.ts',
    is: '    reference: attempt.reference,',
    becomes: '    reference: `${attempt.reference.slice(0, 30)}-${Date.now()}`,',
    tests: sending,
    fails: 'five answers lost: one transfer',
  },
  {
    mistake: 'a transfer is taken by the person who comes, also while a person has it',
    file: 'app/platform/jobs/lease.server.ts',
    is: ' and ${isOpen} and (leased_until is null or leased_until < now()) returning id',
    becomes: ' and ${isOpen} returning id',
    tests: sending,
    fails: 'a job that was lost is found again by the clock',
  },
  {
    mistake: 'the person who slept through their lease sends a transfer all the same',
    file: 'app/features/payouts/attempt.server.ts',
    is: '    .where(isHeld(attempts, taken))\n',
    becomes: '',
    tests: sending,
    fails: 'wakes up after another has sent sends nothing',
  },
  {
    mistake: 'a debt that came after the decision is not looked at before money is sent',
    file: 'app/features/payouts/attempt.server.ts',
    is: "  if (wallet.debt > 0) return 'owed'\n",
    becomes: '',
    tests: sending,
    fails: 'is not sent when the drive came into debt meanwhile',
  },
  {
    mistake: 'the person who slept through their lease asks for a refund all the same',
    file: 'app/features/refunds/refund-lease.server.ts',
    is: '    .where(isHeld(refunds, taken))\n',
    becomes: '',
    tests: refunding,
    fails: 'is not asked for by a worker that slept through its lease',
  },
  {
    mistake: 'two refunds of one payment may be under way',
    file: 'app/features/refunds/ask-refund.server.ts',
    is: `    .onConflict((open) => open.column('payment_id').where(refundOpen).doNothing())\n`,
    becomes: '',
    and: {
      file: 'db/migrations/0021_payments.sql',
      is: "create unique index reversals_one_open_refund on reversals (payment_id) where kind = 'refund' and state = 'open';",
      becomes: '',
    },
    tests: moneyOut,
    fails: 'a refund is under way once, and no more goes back than was paid',
  },
  {
    mistake: 'a payment is not locked while money goes back',
    file: 'app/features/refunds/paid.server.ts',
    is: `    .forUpdate()\n`,
    becomes: '',
    tests: moneyOut,
    fails: 'a refund is under way once, and no more goes back than was paid',
  },
  {
    mistake: 'what a played back backup has forgotten is sent again',
    file: 'app/features/payouts/forgotten.server.ts',
    is: '  if (strange) throw',
    becomes: '  if (strange?.id === 0) throw',
    tests: sending,
    fails: 'that a played back backup has forgotten is not sent again',
  },
  {
    mistake: 'the owner is sent the whole amount, with the platform’s share',
    file: 'app/features/ledger/ledger.ts',
    is: 'const part = amount === available ? payable : Math.min(payable, amount - feeOf(amount, feeBps))',
    becomes: 'const part = payable ? amount : 0',
    tests: moneyOut,
    fails: 'sets the whole amount aside and sends it less five percent',
  },
  {
    mistake: 'money that was withdrawn already is taken back without a debt',
    file: 'app/features/ledger/wallet.server.ts',
    is: '    debt: sql`debt + ${Math.max(0, amount - wallet.available)}::bigint`,\n',
    becomes: '',
    tests: moneyOut,
    fails: 'a chargeback after all was withdrawn is a debt',
  },
  {
    mistake: 'declining leaves the debt as it is',
    file: 'app/features/ledger/wallet.server.ts',
    is: '    reserved: sql`reserved - ${amount}::bigint`,\n    debt: sql`debt - least(debt, ${amount}::bigint)`,',
    becomes: '    reserved: sql`reserved - ${amount}::bigint`,',
    tests: moneyOut,
    fails: 'with a debt nothing is completed; declining pays the debt first',
  },
  {
    mistake: 'parts of a refund are rounded each for itself',
    file: 'app/features/donations/donation.server.ts',
    is: 'feeOf(before + amount, gift.fee_bps) - feeOf(before, gift.fee_bps)',
    becomes: 'feeOf(amount, gift.fee_bps)',
    tests: moneyOut,
    fails: 'thirds of a gift refund exactly',
  },
  {
    mistake: 'what a bank questions can be withdrawn',
    file: 'app/features/payouts/request.server.ts',
    is: 'mayAsk: wallet.available - (await heldOf(tx, wallet.driveId)).held,',
    becomes: 'mayAsk: wallet.available,',
    tests: moneyOut,
    fails: 'what a bank questions can’t be withdrawn',
  },
  {
    mistake: 'a withdrawal is completed while a refund of the same money is open',
    file: 'app/features/payouts/decide.server.ts',
    is: '  await refuseRefunding(tx, wallet)\n',
    becomes: '',
    tests: moneyOut,
    fails: 'an open refund holds the money',
  },
  {
    mistake: 'a transfer above the limit of a wallet is filed',
    file: 'app/features/payouts/request.server.ts',
    is: "  if (words) throw new Refusal(words, { status: 422, field: 'amount' })\n",
    becomes: '',
    tests: 'app/features/payouts/parts.test.ts',
    fails: 'it is refused when asked as one',
  },
  {
    mistake: 'an owner cancels a request of another person',
    file: 'app/features/payouts/decide.server.ts',
    is: 'if (payout.user_id !== by || payout.fund_drive_id !== driveId)',
    becomes: 'if (payout.fund_drive_id !== driveId)',
    tests: 'app/features/payouts/withdraw.test.ts',
    fails: 'is theirs alone, and only while',
  },
  {
    mistake: 'a form that is sent twice starts two payments',
    file: 'app/features/payments/payment.server.ts',
    is: '    from begun where key is null or (scope, key) in (select scope, key from taken)\n',
    becomes: '    from begun\n',
    tests: moneyIn,
    fails: 'a form that is sent ten times at once starts one payment',
  },
  {
    mistake: 'what the provider told counts as done before it is applied',
    file: 'app/features/payments/events.server.ts',
    is: "    if (came === 'done') {",
    becomes: '    if (came !== undefined) {',
    tests: 'app/routes/machine/paystack-webhook.test.ts',
    fails: 'waits while the provider can’t be asked, and is applied once it can',
  },
  {
    mistake: 'who gave anonymously is named',
    file: 'app/features/donations/donations.server.ts',
    is: "const nameSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_name, '') end`",
    becomes: "const nameSeen = sql<string | null>`nullif(d.donor_name, '')`",
    tests: moneyIn,
    fails: 'nobody sees an address in public, and an anonymous gift names nobody',
  },
  {
    mistake: 'a withdrawal is completed although its drive owes',
    file: 'app/features/payouts/decide.server.ts',
    is: '  if (wallet.debt > 0) throw new Refusal(says.balanceOwed)\n',
    becomes: '',
    tests: simulated,
    fails: 'a life from seed 4',
  },
  {
    mistake: 'a debt is written off while a withdrawal is open that would pay it',
    file: 'app/features/payouts/decide.server.ts',
    is: '  if (open) throw new Refusal(says.underWay)\n',
    becomes: '',
    tests: simulated,
    fails: 'a life from seed 4',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
