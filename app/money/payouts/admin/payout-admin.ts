import { msg } from '@lingui/core/macro'
import { reasonWords } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import type { Destination } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'

// Withdrawals as administrators see them: types and texts.

export const payoutStates = [
  'waiting',
  'processing',
  'approved',
  'completed',
  'rejected',
] as const satisfies PayoutState[]

export type AttemptState = 'sending' | 'pending' | 'unknown' | 'success' | 'failed' | 'returned'

/** A withdrawal in a list, with only the end of the number that its money goes to. */
export type PayoutListed = {
  id: number
  ownerId: string
  driveId: string
  suspended: boolean
  owner: string
  email: string
  title: string
  slug: string
  amount: number
  fee: number
  net: number
  notes: string
  status: PayoutState
  type: Destination['type']
  method: string
  methodSince: Date
  methodGone: boolean
  at: Date
  changed: Date
  /** The last attempt; null before the first. */
  attempt: { n: number; state: AttemptState; reference: string; code: string; fee: number | null } | null
  /** The approval of the first of two administrators. */
  approval: { by: string; name: string } | null
}

/** A request with all that its decision needs. */
export type AdminRequest = PayoutListed & { check: Check }

/** The number and the sums of withdrawals. */
export type Totals = { count: number; amount: number; fee: number; net: number }

const failed = { title: msg`Error`, text: msg`Failed to update request`, tone: 'bad' as const }

export const payoutDecisionTexts = {
  failed,
  /** Mostly another administrator was first; what they did is on the page. */
  raced: { ...failed, why: msg`It has changed since you opened it.` },
  done: {
    completed: { title: msg`Request completed successfully` },
    approved: {
      title: msg`Request approved successfully`,
      text: msg`The payment provider is sending it. It is completed once that has said that it arrived.`,
    },
    rejected: { title: msg`Request rejected successfully` },
  },
  first: {
    title: msg`Your approval is filed: 1 of 2`,
    text: msg`Another administrator has to complete it, too.`,
  },
  notSent: (why: string) => ({
    title: msg`It could not be sent: the request waits again`,
    text: reasonWords(why) ?? msg({ message: `${why}`, comment: 'What a provider says, as it says it' }),
    tone: 'bad' as const,
  }),
  notShown: { title: msg`The number could not be shown`, tone: 'bad' as const },
  noteLong: msg`Please write it in 1,000 letters or less`,
}

export const attemptWords: Record<AttemptState, Words> = {
  sending: msg`About to be sent`,
  pending: msg`On its way`,
  unknown: msg`The provider is being asked`,
  success: msg`Arrived`,
  failed: msg`Failed`,
  returned: msg`Came back`,
}

/** Returns the page below a dialog of this address. */
export function pageBelow(pathname: string, search: string): string {
  const [, detail] = /^(\/admin\/payouts\/\d+)\//.exec(pathname) ?? []
  return (detail ?? '/admin/withdrawal-requests') + search
}

/** Reads the number of a request in an address; undefined if it is not one. */
export const payoutNumberIn = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined

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

/** The fate of a gift's money: the payouts that it went out with, and what is still with the drive. All sums in cents. */
export type PaidOut = {
  parts: { id: number; status: PayoutState; at: Date | null; part: number }[]
  /** The sum left of the gift after refunds. */
  worth: number
  stays: number
}

/** The gifts that a payout is made of; only the first ones of many. */
export type GiftsOf = { count: number; gifts: { payment: number; at: Date; worth: number; part: number }[] }

export const debtTexts = {
  own: msg`Another administrator has to decide about the debt of your own fund drive`,
  debtChanged: msg`The debt has changed. Please look again before you write it off.`,
}

/** A drive that owes: money went back that its owner had withdrawn. */
export type Debt = {
  driveId: string
  slug: string
  title: string
  debt: number
  since: Date
  /** The time of the last gift. */
  lastGift: Date | null
  /** The number of open requests. They have to be decided first: declining one would pay the debt. */
  openRequests: number
  /** True if nothing has come in for so long that nothing will. */
  hopeless: boolean
}

/** Days without a gift after which a debt had better be written off. */
export const hopelessAfter = 90
