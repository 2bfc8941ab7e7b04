import { msg } from '@lingui/core/macro'
import { reasonWords } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import type { Destination } from '#app/money/payouts/payout.ts'
import type { PayoutState } from '#app/money/payouts/states.ts'
import type { Check } from './check.ts'

// Withdrawals as administrators see them: types and texts.

export const payoutStates = ['processing', 'approved', 'completed', 'rejected'] as const satisfies PayoutState[]

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
