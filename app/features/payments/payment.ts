import { msg } from '@lingui/core/macro'

export const says = {
  closed: msg`This fundraiser does not accept donations at the moment.`,
  otherForm: msg`This form was sent before with other values. Please reload the page and try again.`,
  noPackage: msg`This package is not for sale any more.`,
  missing: msg`There is no such payment.`,
  notPaid: msg`This payment has not come in, so nothing can be given back.`,
  tooMuch: msg`More can't be given back than was paid.`,
  refundOpen: msg`A refund of this payment is under way already.`,
}

/** What a payment is for. */
export type For =
  | {
      kind: 'donation'
      driveId: string
      /** In cents. */
      amount: number
      donorName: string
      donorEmail: string
      message: string
      anonymous: boolean
    }
  | { kind: 'subscription'; driveId: string; userId: string; packageId: string; email: string; amount: number }

/** What the provider says of a payment. */
export type Facts = {
  state: 'success' | 'failed' | 'abandoned' | 'pending' | 'reversed'
  /** What was charged, and what we had asked for where the provider says so: a payer may bear the fee on top. In cents. */
  amount: number
  requested: number | null
  currency: string
  /** What the provider keeps; null while it does not say. */
  fee: number | null
  channel: 'online' | 'mobile' | 'other'
  providerId: string
  /** Why it failed, in the provider's words. */
  why?: string | undefined
}

/** True when what came in is what was asked for: in shillings, as much as was asked, and no less charged than that. */
export const isAsAsked = (asked: number, { amount, requested, currency }: Facts): boolean =>
  currency === 'KES' && (requested ?? amount) === asked && amount >= asked && Number.isSafeInteger(amount)

/** What the provider's fee costs us: not what the payer paid of it on top. */
export const feeToUs = (asked: number, { amount, fee }: Facts): number | null =>
  fee === null ? null : Math.max(0, fee - (amount - asked))
