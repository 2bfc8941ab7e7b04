import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'
import type { ChangeNews } from '#app/money/payouts/change.ts'
import { declineChoices } from '#app/money/payouts/payout.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'payout approved': msg`Approved a payout`,
  'payout completed': msg`Completed a payout`,
  'payout declined': msg`Declined a payout`,
  'transfer tried again': msg`Sent a transfer again`,
  'debt written off': msg`Wrote off a debt`,
  'withdrawals frozen': msg`Froze withdrawals`,
  'withdrawals freed': msg`Unfroze withdrawals`,
  'change let through': msg`Let a change of who must agree through`,
  'change dropped': msg`Dropped a change of who must agree`,
} satisfies Record<string, Words>

const facts = {
  approvals: { name: msg`Approvals` },
  attempt: { name: msg`Attempt` },
  declined: { name: msg`Reason`, values: declineChoices },
  how: {
    name: msg({ message: 'Way', context: 'of sending' }),
    values: { provider: msg`through the provider`, 'by-hand': msg`by hand` },
  },
  net: { name: msg`Net`, sum: true },
  payout: { name: msg`Payout` },
  account: { name: msg`Account Number` },
  bank: { name: msg`Bank` },
  debt: { name: msg`Debt`, sum: true },
  frozen: { name: msg`Withdrawals frozen` },
  change: { name: msg`Change` },
  changes: {
    name: msg`What changes`,
    values: {
      number: msg`how many must agree`,
      joins: msg`a treasurer joins`,
      leaves: msg`a treasurer is removed`,
      give_back: msg`everything is refunded`,
    },
  },
} satisfies Record<string, FactWords>

const states = {
  waiting: msg({ message: 'waiting for treasurers', context: 'a value' }),
  processing: msg({ message: 'processing', context: 'a value' }),
  approved: msg({ message: 'approved', context: 'a value' }),
  completed: msg({ message: 'completed', context: 'a value' }),
  rejected: msg({ message: 'rejected', context: 'a value' }),
  sending: msg({ message: 'being sent', context: 'a value' }),
  pending: msg({ message: 'under way', context: 'a value' }),
  unknown: msg({ message: 'not known', context: 'a value' }),
  hopeless: msg({ message: 'nothing for 90 days', context: 'a value' }),
} satisfies Record<string, Words>

/** The purpose of each job, in words for those who look after it. */
const jobs = {
  'ask-what-for': msg`The question what a withdrawal was for, a week later`,
  'mail-payout': msg`The email about a withdrawal`,
  'mail-signer': msg`Telling a treasurer about a withdrawal`,
  'hear-text': msg`A treasurer’s answer by text`,
  'lapse-signatures': msg`Ending withdrawals that nobody agreed to in 14 days`,
  'mail-change': msg`Telling people that who must agree changes`,
  'take-changes': msg`Making changes of who must agree whose day is over`,
  'mail-method-added': msg`The email about a new withdrawal method`,
  'send-transfer': msg`Sending a withdrawal`,
  'hear-transfer': msg`What M-Pesa says about a withdrawal`,
  'check-transfers': msg`Asking the provider about withdrawals under way`,
  'compare-transfers': msg`Comparing withdrawals with the provider`,
  'mail-frozen': msg`The email about withdrawals that we froze or unfroze`,
} satisfies Record<string, Words>

const tasks = {
  withdrawal: { name: msg`Withdrawal Requests`, tone: 'info', place: (id) => `/admin/payouts/${id}` },
  change: { name: msg`Changes that are held`, tone: 'warn', place: (id) => `/admin/changes/${id}` },
} satisfies Record<string, TaskWords>

const nouns = {
  payout: { name: msg`Payouts`, page: '/admin/payouts/', money: true },
  method: {
    name: msg`Withdrawal methods`,
    page: (_, { after }) => (after.payout ? `/admin/payouts/${after.payout}` : null),
  },
} satisfies Record<string, NounWords>

const discrepancies = {
  'request not made here': {
    name: msg`A withdrawal was changed in the database`,
    hint: msg`What was asked for, or what a treasurer said, is not what it was. Nothing is sent. Decline it, and look who can write to the database.`,
    about: 'payout',
  },
  'transfer failed': {
    name: msg`A transfer failed`,
    hint: msg`The withdrawal waits again, with its money set aside. Have it sent once more, send it by hand, or decline it.`,
    about: 'payout',
  },
  'transfer waits for money': {
    name: msg`A withdrawal waits for money`,
    hint: msg`M-Pesa has too little to send it from. Move money to the number that withdrawals are sent from, then have it sent once more.`,
    about: 'payout',
  },
  'transfer to another name': {
    name: msg`A transfer to another name`,
    hint: msg`It arrived, and M-Pesa names its receiver otherwise than its owner is called here. Compare the two before the next one is sent there.`,
    about: 'payout',
  },
  'transfer came back': {
    name: msg`A transfer came back`,
    hint: msg`It had arrived, and the money is in the fund drive’s balance again. Its owner was told to check the number.`,
    about: 'payout',
  },
  'transfer arrived after it was given up': {
    name: msg`A transfer arrived after it was given up`,
    hint: msg`The money may have been sent twice, or the withdrawal is marked as declined.`,
    about: 'payout',
  },
  'transfer that is not ours': {
    name: msg`A transfer that is not ours`,
    hint: msg`The provider tells of a transfer that the product never asked for.`,
    about: null,
  },
  'transfer without an end': {
    name: msg`A transfer without a result`,
    hint: msg`There has been no result for a day.`,
    about: 'payout',
  },
  'transfer of another amount': {
    name: msg`A transfer of another amount`,
    hint: msg`The provider sent another amount than it was asked to.`,
    about: 'payout',
  },
  'transfer the provider does not know': {
    name: msg`The provider does not know a transfer`,
    hint: msg`Our books have it as sent, but the provider does not list it.`,
    about: 'payout',
  },
} satisfies Record<string, DiscrepancyWords>

/** The declarations of this noun, for app/admin/declared.ts. */
export const payoutsDeclared = { acts, nouns, facts, states, jobs, discrepancies, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'ask-what-for': { payoutId: number }
    'mail-payout': { eventId: number }
    'mail-signer': { eventId: number; userId: string; again?: boolean }
    'hear-text': { heardId: number }
    'lapse-signatures': Record<never, never>
    'mail-change': { changeId: number; userId: string; news: ChangeNews }
    'take-changes': Record<never, never>
    'mail-method-added': { methodId: string }
    'send-transfer': { attemptId: number }
    'hear-transfer': { reference: string }
    'check-transfers': Record<never, never>
    'compare-transfers': Record<never, never>
    'mail-frozen': { driveId: string }
  }
}

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}
