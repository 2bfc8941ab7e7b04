import type { Mutation } from './mutations.ts'

// Mutations that a simulation run has to find, each applied to the product alone: `npm run simulate -- --mutations`. Where the
// database is a second guard it is taken away as well, so that what finds the mutation is a rule of the books or the model.

export type MutationInSimulation = Pick<Mutation, 'mistake' | 'file' | 'is' | 'becomes' | 'and'> & {
  /** Takes a guard of the database away. */
  without?: string
  /** The simulation run that finds it, and within how many steps. */
  seed: number
  steps: number
  /** What it says then: a rule's number, or words of the model. */
  finds: RegExp
}

const phone = 'app/money/mpesa'
const decide = 'app/money/payouts/decide.server.ts'
const mailing = 'app/drives/updates/mailing.server.ts'
const place = 'app/money/payments/place.server.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInSimulation: MutationInSimulation[] = [
  {
    mistake: 'a gift is credited on the word of a callback',
    file: `${phone}/query.server.ts`,
    is: "if (state === 'paid') return void (await credit",
    becomes: "if (state === 'paid' || one.isTold) return void (await credit",
    seed: 1,
    steps: 800,
    finds: /raised is|mpesa_clearing is/,
  },
  {
    mistake: 'requests of one drive have no tag of their own',
    file: `${phone}/prompts.server.ts`,
    is: 'const account = accountOfCode(code, pick)',
    becomes: 'const account = accountOfCode(code, (signs) => signs[0]!)',
    without:
      'alter table mpesa_prompts drop constraint mpesa_prompts_account_key; alter table payments drop constraint payments_one_provider_id',
    seed: 1,
    steps: 800,
    finds: /./,
  },
  {
    mistake: 'a request is sent to a phone that has one open',
    file: `${phone}/begin.server.ts`,
    is: '  if (!live) return undefined\n',
    becomes: '  if (!live || live) return undefined\n',
    without: 'drop index mpesa_prompts_one_a_phone',
    seed: 1,
    steps: 800,
    finds: /I20|to a phone that has/,
  },
  {
    mistake: 'a code is booked each time that the list names it',
    file: `${phone}/book.server.ts`,
    is: "  if (row.state !== 'heard') return 'known'\n",
    and: [
      {
        file: `${phone}/place-receipts.server.ts`,
        is: "      .where('receipt', '=', one.receipt)\n      .where('state', '=', 'heard')\n",
        becomes: "      .where('receipt', '=', one.receipt)\n",
      },
      {
        file: `${phone}/receipts.server.ts`,
        is: 'const news = listed.filter(({ receipt }) => !known.has(receipt))',
        becomes: 'const news = listed.filter(() => known)',
      },
    ],
    without: 'alter table payments drop constraint payments_one_provider_id',
    seed: 1,
    steps: 800,
    finds: /./,
  },
  {
    mistake: 'of two requests of one gift that were paid the second is taken for the first',
    file: 'app/money/payments/apply.server.ts',
    is: "  if (isOver && isMoney(facts) && isAnother(payment, facts)) return 'paid twice'\n",
    seed: 1,
    steps: 1200,
    finds: /./,
  },
  {
    mistake: 'a confirmation proves what it says',
    file: `${phone}/codes.server.ts`,
    is: "by === 'callback' || by === 'confirmation' ? null : by",
    becomes: "by === 'callback' ? null : by === 'confirmation' ? 'list' : by",
    seed: 1,
    steps: 800,
    finds: /./,
  },
  {
    mistake: 'money in suspense is placed once more from a page that was open before',
    file: place,
    is: "    .where('id', '=', suspenseId)\n    .where('state', '=', 'open')\n",
    becomes: "    .where('id', '=', suspenseId)\n",
    and: {
      file: 'app/money/payments/admin/decide-unplaced.server.ts',
      is: "    if (money.state !== 'open') throw new Refusal(unplacedDeskTexts.meanwhile)\n",
    },
    without:
      'alter table payments drop constraint payments_one_provider_id; alter table ledger_transfers drop constraint ledger_transfers_once',
    seed: 1,
    steps: 1500,
    finds: /./,
  },
  {
    mistake: 'money that is being sent back can be placed',
    file: place,
    is: "    .where('reserved_at', 'is', null)\n",
    and: {
      file: 'app/money/payments/admin/decide-unplaced.server.ts',
      is: "    if (money.reservedAt)\n      throw new Refusal(money.back === 'by hand' ? unplacedDeskTexts.reserved : unplacedDeskTexts.goingBack)\n",
    },
    without: 'alter table suspense drop constraint suspense_reserved_not_placed',
    seed: 2,
    steps: 1500,
    finds: /while it was being sent back/,
  },
  {
    mistake: 'what was charged for money in one line is corrected again with the next',
    file: `${phone}/charges.server.ts`,
    is: '(coalesce(sum(l.corrected), 0) + coalesce(',
    becomes: '(coalesce(',
    seed: 1,
    steps: 1500,
    finds: /mpesa_clearing is/,
  },
  {
    mistake: 'a gift counts wholly for its pledge, however little of that is open',
    file: 'app/group/pledges/count.server.ts',
    is: 'least(d.amount - p.reversed, g.amount - g.paid)\n    from',
    becomes: 'd.amount - p.reversed\n    from',
    without: 'alter table pledges drop constraint pledges_paid; alter table pledges drop constraint pledges_kept',
    seed: 2,
    steps: 1500,
    finds: /I21|pledge \d+ is/,
  },
  {
    mistake: 'a gift is recorded by hand whose money came through us',
    file: 'app/group/recorded-gifts/recorded.server.ts',
    is: "  if (await ours.select('receipt').executeTakeFirst()) throw wrong(recordedGiftTexts.ours, 'code')\n",
    without: 'alter table recorded_gifts disable trigger recorded_gifts_guarded',
    seed: 1,
    steps: 1500,
    finds: /I22|recorded \d+ of/,
  },
  {
    mistake: 'lines that two statements have are worked off twice',
    file: `${phone}/statement.server.ts`,
    is: '    order by receipt, kind, paid_in, withdrawn\n    on conflict do nothing`',
    becomes: '    order by receipt, kind, paid_in, withdrawn`',
    without: 'alter table mpesa_lines drop constraint mpesa_lines_receipt_kind_paid_in_withdrawn_key',
    seed: 1,
    steps: 1500,
    finds: /mpesa_clearing is|left there/,
  },
  {
    mistake: 'what a list left out is not asked for again after some minutes',
    file: `${phone}/receipts.server.ts`,
    is: '(minutes ?? hours * 60)',
    becomes: '(minutes ?? 8)',
    seed: 5,
    steps: 800,
    finds: /lists what is not here/,
  },
  {
    mistake: 'a claim takes money that another phone paid',
    file: `${phone}/claims.server.ts`,
    is: 'if (known.tail === null || known.tail.slice(-3) !== one.tail) return',
    becomes: 'if (known.tail === null) return',
    seed: 5,
    steps: 1500,
    finds: /nobody decided|was placed on/,
  },
  {
    mistake: 'what the list names is never matched with the request that asked for it',
    file: `${phone}/book.server.ts`,
    is: 'const promptId = await requestNamedBy(tx, { ...one, account })',
    becomes: 'const promptId = null as number | null',
    seed: 1,
    steps: 800,
    finds: /./,
  },
  {
    mistake: 'a part is sent to the phone that was asked, whichever paid',
    file: 'app/money/refunds/refund-by-phone.server.ts',
    is: 'right(r.tail, 3) <> right(q.phone, 3)',
    becomes: 'false',
    seed: 21,
    steps: 1750,
    finds: /goes to …/,
  },
  {
    mistake: 'a withdrawal is completed by hand with too few signatures',
    file: 'app/money/payouts/sign.server.ts',
    is: "  const parts = isUnsigned(signed) ? await partsIn(tx, payout.whole, 'processing') : []\n",
    becomes: '  const parts: Payout[] = []\n',
    and: [
      {
        file: decide,
        is: '  await refuseUnsigned(tx, { whole: payout.whole, driveId: payout.fund_drive_id })\n',
        becomes: '',
      },
    ],
    seed: 10,
    steps: 1200,
    finds: /have not agreed|A1/,
  },
  {
    mistake: 'a change of who must agree is made before its day',
    file: 'app/money/payouts/changes.server.ts',
    is: ".select(sql<boolean>`c.from_at <= now()`.as('due'))",
    becomes: ".select(sql<boolean>`true`.as('due'))",
    and: [
      {
        file: 'app/money/payouts/changes.server.ts',
        is: "    .where('from_at', '<=', sql<Date>`now()`)\n",
        becomes: '',
      },
    ],
    without: 'drop trigger money_changes_guarded on money_changes',
    seed: 10,
    steps: 1200,
    finds: /must agree, not|A3/,
  },
  {
    mistake: 'receipts show more than was sent',
    file: 'app/money/spending/receipts.server.ts',
    is: '  if (sum > left) throw new Refusal(onlyLeft(left), at)\n',
    becomes: '',
    without: 'drop trigger payout_receipts_guarded on payout_receipts',
    seed: 10,
    steps: 1200,
    finds: /is left to show|A4/,
  },
  {
    mistake: 'a gift is refunded that the drive does not hold any more',
    file: 'app/money/refunds/ask-back.server.ts',
    is: '  if (wallet.available - held < gift.amount) throw new Refusal(backTexts.gone)\n',
    becomes: '',
    seed: 10,
    steps: 1200,
    finds: /goes back, and|I\d/,
  },
  {
    mistake: 'what waits for treasurers is not cancelled when everything is to go back',
    file: 'app/money/refunds/give-all-back.server.ts',
    is: '    await cancelAll(tx, wallet, by)\n',
    becomes: '',
    seed: 10,
    steps: 1200,
    finds: /./,
  },
  {
    mistake: 'an update is sent that was hidden before',
    file: mailing,
    is: "    .where('u.hidden_at', 'is', null)\n",
    becomes: '',
    seed: 22,
    steps: 450,
    finds: /which is hidden/,
  },
  {
    mistake: 'the button that ends updates ends nothing',
    file: 'app/drives/updates/followers.server.ts',
    is: ': { ended_at: sql<Date>`now()` }',
    becomes: ': { confirmed_at: sql<Date>`now()` }',
    seed: 22,
    steps: 450,
    finds: /has followers|has ended it/,
  },
  {
    mistake: 'a withdrawal beyond the ceiling is taken',
    file: 'app/money/payouts/request.server.ts',
    is: 'const ceiling = await refuseBeyondCeiling(tx, driveId, { amount: outcome.amount, to: destination })',
    becomes: 'const ceiling = null as number | null',
    seed: 22,
    steps: 450,
    finds: /a withdrawal of \d+ was taken/,
  },
  {
    mistake: 'the one a drive is for answers yes and then no by the same link',
    file: 'app/drives/beneficiary/beneficiary.server.tsx',
    is: '    if (found.answer) throw new Refusal(beneficiaryTexts.answeredBefore)\n',
    becomes: '',
    seed: 25,
    steps: 450,
    finds: /says (yes|no) was taken, and it must not/,
  },
  {
    mistake: 'one administrator confirms the number of an institution twice',
    file: 'app/base/approvals/approvals.server.ts',
    is: '  if (first.by === second) throw new Refusal(already)\n',
    becomes: '',
    without: 'alter table institutions drop constraint institutions_confirmed_by_two',
    seed: 22,
    steps: 450,
    finds: /is right, says .* and it must not/,
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the end of the sources
