import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'

/** What an administrator wants to know before money goes out. All sums in cents. */
export type Check = {
  raised: number
  reversed: number
  /** Asked for so far, this request among it. */
  reserved: number
  available: number
  debt: number
  /** What the payers' banks dispute and what is being refunded. */
  held: number
  /** The refunds of that. */
  refunding: number
  /** The most that one transfer there can be, when this one is more. */
  overLimit: number | null
  /** What the ledger owes the owner, with this request. */
  owed: number
  net: number
  /** How often the owner withdrew before, and how much arrived. */
  before: { count: number; net: number }
  methodSince: Date
  methodIsNew: boolean
  methodGone: boolean
  /** The owner is the person who looks. */
  isOwn: boolean
  /** An administrator lets nothing out of this fund drive, or has shut its owner out. */
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

/** Figures of the balance matter until the money leaves: later the books owe what is left, and not what was sent. */
export const isBeforeLeaving = (status: PayoutState): boolean => status === 'processing'

/** The books owe at least what would be sent. */
export const isCovered = ({ owed, net }: Pick<Check, 'owed' | 'net'>): boolean => owed >= net

/** What to look at before deciding, the worst first. Those that are in the way by themselves are told apart. */
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
