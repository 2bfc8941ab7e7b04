import { mutationsInAccounts } from './mutations-accounts.ts'
import { mutationsInAgreeing } from './mutations-agree.ts'
import { mutationsInB2c } from './mutations-b2c.ts'
import { mutationsInMoneyBack } from './mutations-back.ts'
import { mutationsInBursts } from './mutations-bursts.ts'
import { mutationsInCodes } from './mutations-codes.ts'
import { mutationsAtDoors } from './mutations-doors.ts'
import { mutationsInFaults } from './mutations-faults.ts'
import { mutationsInGuests } from './mutations-guests.ts'
import { mutationsInMpesa } from './mutations-mpesa.ts'
import { mutationsInMoneyOut } from './mutations-out.ts'
import { mutationsInPapers } from './mutations-papers.ts'
import { mutationsInPayees } from './mutations-payee.ts'
import { mutationsInPhone } from './mutations-phone.ts'
import { mutationsInPledges } from './mutations-pledges.ts'
import { mutationsInRecorded } from './mutations-recorded.ts'
import { mutationsInRequests } from './mutations-requests.ts'
import { mutationsInReturns } from './mutations-returns.ts'
import { mutationsInReversals } from './mutations-reversals.ts'
import { mutationsInScreens } from './mutations-screens.ts'
import { mutationsForOwners } from './mutations-screens-owners.ts'
import { mutationsForVisitors } from './mutations-screens-visitors.ts'
import { mutationsInSends } from './mutations-sends.ts'
import { mutationsInPhoneCodes } from './mutations-sign-in.ts'
import { mutationsInSpending } from './mutations-spending.ts'
import { mutationsInTexts } from './mutations-texts.ts'
import { mutationsInUpdates } from './mutations-updates.ts'

// Mutations: mistakes that a person could make with money, each applied to the product one at a time. A test has to fail for
// each: what no test catches is not guarded. `scripts/mutations.boot.test.ts` runs them.

export type Mutation = {
  /** What was forgotten. */
  mistake: string
  file: string
  /** Stands in the file exactly once. */
  is: string
  /** Nothing where it is only taken away. */
  becomes?: string
  /** What else has to go with it, where one guard is behind another. */
  and?: Change | Change[]
  /** The id of the test that has to fail. */
  test: string
  /** A part of the title of the row that fails, where the test has rows. */
  row?: string
}
type Change = Pick<Mutation, 'file' | 'is' | 'becomes'>
/** Where a mutation changes the sources. */
export type Place = Pick<Mutation, keyof Change | 'and'>

/** Every change that a mutation makes. */
export const changesOf = ({ and, ...first }: Place) =>
  [first, and ?? []].flat().map(({ file, is, becomes = '' }) => ({ file, is, becomes }))

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutations: Mutation[] = [
  ...mutationsInMoneyOut,
  ...mutationsInB2c,
  ...mutationsInAgreeing,
  ...mutationsInSpending,
  ...mutationsInUpdates,
  ...mutationsInPayees,
  ...mutationsInPapers,
  ...mutationsInReversals,
  ...mutationsInMoneyBack,
  ...mutationsInReturns,
  ...mutationsInSends,
  ...mutationsInAccounts,
  ...mutationsInRecorded,
  ...mutationsAtDoors,
  ...mutationsInMpesa,
  ...mutationsInCodes,
  ...mutationsInPhone,
  ...mutationsInBursts,
  ...mutationsInPledges,
  ...mutationsInTexts,
  ...mutationsInPhoneCodes,
  ...mutationsInRequests,
  ...mutationsInGuests,
  ...mutationsInFaults,
  ...mutationsInScreens,
  ...mutationsForVisitors,
  ...mutationsForOwners,
  {
    mistake: 'a long backlog is cut before the end of what the sums hold already',
    file: 'app/base/ledger/moment.server.ts',
    is: 't.xid >= pg_snapshot_xmax(${mark.snap}::pg_snapshot)',
    becomes: 't.xid >= ${mark.since}::xid8',
    test: 'T597',
  },
  {
    mistake: 'a payment is not locked while its result is let in',
    file: 'app/money/payments/apply.server.ts',
    is: `    .orderBy('id')
    .forUpdate()
`,
    becomes: `    .orderBy('id')
`,
    test: 'T598',
  },
  {
    mistake: 'of gifts that come in together it is not asked whether they were paid as agreed',
    file: 'app/money/payments/apply.server.ts',
    is: `  if (!isAsAsked(payment.amount, facts)) return 'wrong amount'\n`,
    test: 'T599',
  },
  {
    mistake: 'of gifts that come in together it is not asked whether they came in before',
    file: 'app/money/payments/apply.server.ts',
    is: `  if (payment.status === 'succeeded') return 'settled'\n`,
    test: 'T599',
  },
  {
    mistake: 'of gifts that come in together one waits for what a person has locked',
    file: 'app/money/payments/apply.server.ts',
    is: 'order by p.id for update of p skip locked',
    becomes: 'order by p.id for update of p',
    test: 'T600',
  },
  {
    mistake: 'a form that is pressed twice at the same moment starts two payments',
    file: 'app/money/payments/payment.server.ts',
    is: '    return isFirst\n',
    becomes: '    return true\n',
    test: 'T601',
  },
  {
    mistake: 'the same may be posted twice',
    file: 'db/schema.sql',
    is: '  constraint ledger_transfers_once unique (event_kind, subject_id, leg),\n',
    test: 'T602',
  },
  {
    mistake: 'amounts are compared as if they were no whole numbers',
    file: 'app/money/payments/payment.ts',
    is: `(requested ?? amount) === asked && amount >= asked`,
    becomes: `Math.abs((requested ?? amount) - asked) < 1.5`,
    test: 'T603',
    row: 'a cent too little',
  },
  {
    mistake: 'any currency is taken for shillings',
    file: 'app/money/payments/apply.server.ts',
    is: `  if (facts.currency !== 'KES') return 'wrong currency'
  if (!isAsAsked(payment.amount, facts))`,
    becomes: `  if (!isAsAsked(payment.amount, { ...facts, currency: 'KES' }))`,
    test: 'T603',
    row: 'another currency',
  },
  {
    mistake: 'what is to be folded is told by its highest number',
    file: 'app/base/ledger/wallet.server.ts',
    is: 'with gone as (delete from wallet_deltas where fund_drive_id = ${driveId} returning credit, donors)',
    becomes:
      'with gone as (delete from wallet_deltas where fund_drive_id = ${driveId} and id >= (select max(id) - 3 from wallet_deltas) returning credit, donors), lost as (delete from wallet_deltas where fund_drive_id = ${driveId})',
    test: 'T604',
  },
  {
    mistake: 'views are bought without the lock of the wallet',
    file: 'app/drives/views/paid-for.server.ts',
    is: '  await lockWallet(tx, driveId)\n  const before = await lockCredits(tx, driveId)\n',
    becomes: '  const before = await lockCredits(tx, driveId)\n',
    test: 'T598',
  },
  {
    mistake: 'views whose payment is disputed can be used until it is lost',
    file: 'app/money/refunds/reversal.server.ts',
    is: '    await kindOfPayment(payment.kind).claim?.(tx, payment.id)\n',
    becomes: `    if (payment.reversed > 0) await kindOfPayment(payment.kind).claim?.(tx, payment.id)\n`,
    test: 'T605',
  },
  {
    mistake: 'views that were used up before a dispute are taken of those that are bought later',
    file: 'app/drives/views/paid-for.server.ts',
    is: `  if (due === before.due) return
  await lockWallet(tx, driveId)
  const credits = await lockCredits(tx, driveId)
  // Views that were used up before are not taken, also when others are bought later.
  const more = Math.max(0, Math.min(due - before.due,`,
    becomes: `  await lockWallet(tx, driveId)
  const credits = await lockCredits(tx, driveId)
  const more = Math.max(0, Math.min(due - before.taken,`,
    test: 'T606',
  },
  {
    mistake: 'credits are given to those who look without being locked',
    file: 'app/drives/views/view.server.ts',
    is: '\n    for no key update of s',
    test: 'T607',
  },
  {
    mistake: 'a process that has not read that views are free takes a credit',
    file: 'app/drives/views/view.server.ts',
    is: "  if (credits.is_free) return looks.map(() => 'free' as const)\n",
    test: 'T1055',
  },
  {
    mistake: 'a visitor who looks twice in one moment pays twice',
    file: 'app/drives/views/view.ts',
    is: '    staying.add(standsFor)\n',
    test: 'T608',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
