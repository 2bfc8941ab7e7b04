import { msg } from '@lingui/core/macro'
import type { TaskWords } from '#app/admin/desk/task.ts'
import type { FactWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'debt written off': msg`Wrote off a debt`,
  'withdrawals frozen': msg`Froze withdrawals`,
  'withdrawals freed': msg`Unfroze withdrawals`,
} satisfies Record<string, Words>

const facts = {
  account: { name: msg`Account Number` },
  bank: { name: msg`Bank` },
  debt: { name: msg`Debt`, sum: true },
  frozen: { name: msg`Withdrawals frozen` },
} satisfies Record<string, FactWords>

const states = {
  hopeless: msg({ message: 'nothing for 90 days', context: 'a value' }),
} satisfies Record<string, Words>

/** The purpose of each job, in words for those who look after it. */
const jobs = {
  'mail-frozen': msg`The email about withdrawals that we froze or unfroze`,
} satisfies Record<string, Words>

const tasks = {
  withdrawal: { name: msg`Withdrawal Requests`, tone: 'info', place: (id) => `/admin/payouts/${id}` },
} satisfies Record<string, TaskWords>

/** The declarations of this noun, for app/admin/declared.ts. */
export const adminPayoutsDeclared = { acts, facts, states, jobs, tasks }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-frozen': { driveId: string }
  }
}
