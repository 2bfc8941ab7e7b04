import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'

/** The facts that an administrator needs before money goes out. All sums in cents. */
export type Check = {
  raised: number
  reversed: number
  /** The sum asked for so far, with this request. */
  reserved: number
  available: number
  debt: number
  /** The money that the payers' banks dispute, and that is being refunded. */
  held: number
  /** The refunds among it. */
  refunding: number
  /** The most that one transfer there can be, if this one is more. */
  overLimit: number | null
  /** The sum that the ledger owes the owner, with this request. */
  owed: number
  net: number
  /** The owner's earlier withdrawals, and how much arrived. */
  before: { count: number; net: number }
  methodSince: Date
  methodIsNew: boolean
  methodGone: boolean
  /** True if the owner is the person who looks. */
  isOwn: boolean
  /** True if an administrator has frozen this fund drive, or suspended its owner. */
  frozen: boolean
  suspended: boolean
}

export type Concern =
  | 'own'
  | 'debt'
  | 'frozen'
  | 'suspended'
  | 'uncovered'
  | 'over limit'
  | 'refunding'
  | 'held'
  | 'new method'
  | 'method gone'
  | 'first'

export const concernWords: Record<Concern, Words> = {
  own: msg`This is your own fund drive: another administrator has to decide.`,
  debt: msg`The fund drive owes money: it can only be declined.`,
  frozen: msg`The withdrawals of this fund drive are frozen: it can only be declined.`,
  suspended: msg`The owner is suspended: it can only be declined.`,
  uncovered: msg`The books owe the owner less than would be sent.`,
  'over limit': msg`It is more than one transfer there can be: decline it, the owner can ask again in parts.`,
  refunding: msg`A refund is under way that the rest of the balance does not cover.`,
  held: msg`Part of the balance is held for a dispute or a refund.`,
  'new method': msg`The withdrawal method was added within the last 24 hours.`,
  'method gone': msg`The owner has removed this withdrawal method since.`,
  first: msg`It is the owner’s first withdrawal.`,
}

/** True before the money leaves. Only then figures of the balance matter: later the books owe what is left, and not what was sent. */
export const isBeforeLeaving = (status: PayoutState): boolean => status === 'processing'

/** True if the books owe at least what would be sent. */
export const isCovered = ({ owed, net }: Pick<Check, 'owed' | 'net'>): boolean => owed >= net

/** Lists the concerns of a decision, the worst first. `stops` are those that alone prevent it. */
export function concernsOf(check: Check): { stops: Concern[]; warns: Concern[] } {
  const stops: Concern[] = []
  const warns: Concern[] = []
  if (check.isOwn) stops.push('own')
  if (check.debt > 0) stops.push('debt')
  if (check.frozen) stops.push('frozen')
  if (check.suspended) stops.push('suspended')
  if (!isCovered(check)) stops.push('uncovered')
  if (check.overLimit !== null) stops.push('over limit')
  if (check.refunding > check.available) stops.push('refunding')
  if (check.held > 0) warns.push('held')
  if (check.methodIsNew) warns.push('new method')
  if (check.methodGone) warns.push('method gone')
  if (check.before.count === 0) warns.push('first')
  return { stops, warns }
}
