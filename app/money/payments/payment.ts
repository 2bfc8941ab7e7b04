import { msg } from '@lingui/core/macro'
import type { PaymentFacts } from '#app/platform/providers/provider.ts'

export const paymentTexts = {
  otherForm: msg`This form was sent before with other values. Please reload the page and try again.`,
  keyShape: msg`An idempotency key has 1 to 100 letters, digits and signs, and no spaces.`,
  stillOpening: msg`This payment is being opened already. Please wait a moment and try again.`,
  giftMissing: msg`This gift is not among yours any more.`,
  returnAsked: msg`This was decided already, or a moment ago. Please look again in ten minutes.`,
  notReached: msg`The payment provider does not answer, so no refund was requested. Please try again in a minute.`,
  returnFailed: msg`The payment provider refused to refund it. Please look at its dashboard.`,
  noAnswer: msg`The payment provider does not answer. Please look again in a minute before you answer once more.`,
}

/** The provider's facts about a payment. */
export type PaymentDetails = PaymentFacts

/** Tells whether the money is what was asked for: in shillings, as much as was asked, and no less charged than that. */
export const isAsAsked = (asked: number, { amount, requested, currency }: PaymentDetails): boolean =>
  currency === 'KES' && (requested ?? amount) === asked && amount >= asked && Number.isSafeInteger(amount)

/** Returns the provider's fee that we bear, without what the payer paid of it on top. */
export const feeToUs = (asked: number, { amount, fee }: PaymentDetails): number | null =>
  fee === null ? null : Math.max(0, fee - (amount - asked))

/** Returns the facts of proved money: so many cents arrived from a phone, under this number. By default the payer bore the tariff. */
export const paidInFull = (amount: number, providerId: string, fee: number | null = 0): PaymentDetails => ({
  state: 'success',
  amount,
  requested: null,
  currency: 'KES',
  fee,
  channel: 'mobile',
  providerId,
})
